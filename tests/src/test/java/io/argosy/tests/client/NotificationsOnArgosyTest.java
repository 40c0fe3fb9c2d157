package io.argosy.tests.client;

/** Many sessions, for which one backend listens. */
class NotificationsOnArgosyTest extends NotificationsSuite {
  NotificationsOnArgosyTest() {
    super(Target.ARGOSY);
  }
}
