package io.argosy.tests.client;

/** Clients of a server. */
class StatActivityOnPostgresTest extends StatActivitySuite {
  StatActivityOnPostgresTest() {
    super(Target.POSTGRES);
  }
}
