package io.argosy.tests.client;

/** Process ids of clients, for whom many backends work. */
class SignalsOnArgosyTest extends SignalsSuite {
  SignalsOnArgosyTest() {
    super(Target.ARGOSY);
  }
}
