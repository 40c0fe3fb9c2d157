package io.argosy.tests.differential;

import io.argosy.tests.cluster.TestCluster;

/** The scripts of writes on Argosy with 3 nodes. */
class WritesOnThreeNodesTest extends WriteSuite {
  @Override
  protected Server start() {
    return TestCluster.startScattered(3);
  }
}
