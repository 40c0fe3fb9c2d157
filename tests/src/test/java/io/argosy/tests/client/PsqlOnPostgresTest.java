package io.argosy.tests.client;

/** Holds the suite's expectations against a plain PostgreSQL. */
class PsqlOnPostgresTest extends PsqlSuite {
  PsqlOnPostgresTest() {
    super(Target.POSTGRES);
  }
}
