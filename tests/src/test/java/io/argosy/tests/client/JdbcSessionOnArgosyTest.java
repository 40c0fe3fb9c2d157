package io.argosy.tests.client;

/** What stock JDBC sessions need, on Argosy with three nodes. */
class JdbcSessionOnArgosyTest extends JdbcSessionSuite {
  JdbcSessionOnArgosyTest() {
    super(Target.ARGOSY);
  }
}
