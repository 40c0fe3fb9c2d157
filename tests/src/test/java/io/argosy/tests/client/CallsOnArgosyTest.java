package io.argosy.tests.client;

/** Functions and procedures that the home node runs. */
class CallsOnArgosyTest extends CallsSuite {
  CallsOnArgosyTest() {
    super(Target.ARGOSY);
  }
}
