package io.argosy.tests.client;

/** Clients of a coordinator, for whom many backends work. */
class StatActivityOnArgosyTest extends StatActivitySuite {
  StatActivityOnArgosyTest() {
    super(Target.ARGOSY);
  }
}
