package io.argosy.tests.client;

/** What stock psql needs, on Argosy with three nodes. */
class PsqlOnArgosyTest extends PsqlSuite {
  PsqlOnArgosyTest() {
    super(Target.ARGOSY);
  }
}
