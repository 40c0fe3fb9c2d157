package io.argosy.tests.client;

/** Over three nodes. */
class ParametersInStatementsOnArgosyTest extends ParametersInStatementsSuite {
  ParametersInStatementsOnArgosyTest() {
    super(Target.ARGOSY);
  }
}
