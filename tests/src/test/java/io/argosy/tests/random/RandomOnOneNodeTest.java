package io.argosy.tests.random;

import io.argosy.tests.cluster.TestCluster;
import io.argosy.tests.differential.Database;
import org.junit.jupiter.api.AfterAll;

/** Random statements on Argosy with 1 node. */
class RandomOnOneNodeTest extends RandomSuite {
  private TestCluster cluster;

  @Override
  protected Database start() {
    cluster = TestCluster.start(1);
    return cluster;
  }

  @AfterAll
  void stop() {
    cluster.close();
  }
}
