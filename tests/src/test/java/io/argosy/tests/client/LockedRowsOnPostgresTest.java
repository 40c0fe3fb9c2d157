package io.argosy.tests.client;

/** Holds the suite's expectations against a plain PostgreSQL. */
class LockedRowsOnPostgresTest extends LockedRowsSuite {
  LockedRowsOnPostgresTest() {
    super(Target.POSTGRES);
  }
}
