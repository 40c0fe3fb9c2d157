package io.argosy.tests.client;

/** Holds the suite's expectations against a plain PostgreSQL. */
class CallsOnPostgresTest extends CallsSuite {
  CallsOnPostgresTest() {
    super(Target.POSTGRES);
  }
}
