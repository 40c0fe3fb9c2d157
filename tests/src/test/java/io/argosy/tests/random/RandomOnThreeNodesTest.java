package io.argosy.tests.random;

import io.argosy.tests.cluster.TestCluster;
import io.argosy.tests.differential.Server;

/** Random statements on Argosy with 3 nodes. */
class RandomOnThreeNodesTest extends RandomSuite {
  @Override
  protected Server start() {
    return TestCluster.startScattered(3);
  }
}
