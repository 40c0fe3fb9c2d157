package io.argosy.tests.client;

/** Holds the suite's expectations against a plain PostgreSQL. */
class NotificationsOnPostgresTest extends NotificationsSuite {
  NotificationsOnPostgresTest() {
    super(Target.POSTGRES);
  }
}
