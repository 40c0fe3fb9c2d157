package io.argosy.tests.random;

import io.argosy.tests.cluster.TestCluster;
import io.argosy.tests.differential.Database;
import org.junit.jupiter.api.AfterAll;

/** Random statements on Argosy with 4 nodes. */
class RandomOnFourNodesTest extends RandomSuite {
  private TestCluster cluster;

  @Override
  protected Database start() {
    cluster = TestCluster.start(4);
    return cluster;
  }

  @AfterAll
  void stop() {
    cluster.close();
  }
}
