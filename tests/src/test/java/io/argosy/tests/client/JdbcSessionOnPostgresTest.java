package io.argosy.tests.client;

/** Holds the suite's expectations against a plain PostgreSQL. */
class JdbcSessionOnPostgresTest extends JdbcSessionSuite {
  JdbcSessionOnPostgresTest() {
    super(Target.POSTGRES);
  }
}
