package io.argosy.tests.client;

/** As PostgreSQL does it. */
class LargeObjectsOnPostgresTest extends LargeObjectsSuite {
  LargeObjectsOnPostgresTest() {
    super(Target.POSTGRES);
  }
}
