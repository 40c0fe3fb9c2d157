package io.argosy.tests.client;

/** As PostgreSQL does it. */
class ParametersInStatementsOnPostgresTest extends ParametersInStatementsSuite {
  ParametersInStatementsOnPostgresTest() {
    super(Target.POSTGRES);
  }
}
