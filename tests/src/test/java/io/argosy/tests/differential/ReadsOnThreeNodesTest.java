package io.argosy.tests.differential;

import io.argosy.tests.cluster.TestCluster;

/** The corpus of reads on Argosy with 3 nodes. */
class ReadsOnThreeNodesTest extends ReadSuite {
  @Override
  protected Server start() {
    return TestCluster.startScattered(3);
  }
}
