package io.argosy.tests.client;

/** Holds the suite's expectations against a plain PostgreSQL. */
class SignalsOnPostgresTest extends SignalsSuite {
  SignalsOnPostgresTest() {
    super(Target.POSTGRES);
  }
}
