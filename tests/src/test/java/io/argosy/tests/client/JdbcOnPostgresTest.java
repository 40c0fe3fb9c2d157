package io.argosy.tests.client;

/** Holds the suite's expectations against a plain PostgreSQL. */
class JdbcOnPostgresTest extends JdbcSuite {
  JdbcOnPostgresTest() {
    super(Target.POSTGRES);
  }
}
