package io.argosy.tests.differential;

import io.argosy.tests.cluster.TestCluster;

/** The scripts of writes on Argosy with 4 nodes. */
class WritesOnFourNodesTest extends WriteSuite {
  @Override
  protected Server start() {
    return TestCluster.start(4);
  }
}
