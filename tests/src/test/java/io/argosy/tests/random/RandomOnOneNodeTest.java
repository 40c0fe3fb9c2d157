package io.argosy.tests.random;

import io.argosy.tests.cluster.TestCluster;
import io.argosy.tests.differential.Server;

/** Random statements on Argosy with 1 node. */
class RandomOnOneNodeTest extends RandomSuite {
  @Override
  protected Server start() {
    return TestCluster.start(1);
  }
}
