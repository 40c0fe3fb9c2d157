package io.argosy.tests.client;

/** Over three nodes, of which the home node has the objects. */
class LargeObjectsOnArgosyTest extends LargeObjectsSuite {
  LargeObjectsOnArgosyTest() {
    super(Target.ARGOSY);
  }
}
