package io.argosy.tests.random;

import io.argosy.tests.cluster.TestCluster;
import io.argosy.tests.differential.Database;
import org.junit.jupiter.api.AfterAll;

/** Random statements on Argosy with 3 nodes. */
class RandomOnThreeNodesTest extends RandomSuite {
  private TestCluster cluster;

  @Override
  protected Database start() {
    cluster = TestCluster.start(3);
    return cluster;
  }

  @AfterAll
  void stop() {
    cluster.close();
  }
}
