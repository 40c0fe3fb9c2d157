package io.argosy.tests.client;

/** Holds the suite's expectations against a plain PostgreSQL. */
class IsolationOnPostgresTest extends IsolationSuite {
  IsolationOnPostgresTest() {
    super(Target.POSTGRES);
  }
}
