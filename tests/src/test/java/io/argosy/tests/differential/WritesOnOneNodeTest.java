package io.argosy.tests.differential;

import io.argosy.tests.cluster.TestCluster;

/** The scripts of writes on Argosy with 1 node. */
class WritesOnOneNodeTest extends WriteSuite {
  @Override
  protected Server start() {
    return TestCluster.start(1);
  }

  @Override
  protected boolean runs(int number) {
    return number % 2 == 0;
  }
}
