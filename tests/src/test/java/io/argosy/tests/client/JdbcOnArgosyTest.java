package io.argosy.tests.client;

/** What stock JDBC needs, on Argosy with three nodes. */
class JdbcOnArgosyTest extends JdbcSuite {
  JdbcOnArgosyTest() {
    super(Target.ARGOSY);
  }
}
