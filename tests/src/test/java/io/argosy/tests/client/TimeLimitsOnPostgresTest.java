package io.argosy.tests.client;

/** Holds the suite's expectations against a plain PostgreSQL. */
class TimeLimitsOnPostgresTest extends TimeLimitsSuite {
  TimeLimitsOnPostgresTest() {
    super(Target.POSTGRES);
  }
}
