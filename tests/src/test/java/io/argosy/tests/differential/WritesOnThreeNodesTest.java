package io.argosy.tests.differential;

import io.argosy.tests.cluster.TestCluster;
import org.junit.jupiter.api.AfterAll;

/** The scripts of writes on Argosy with 3 nodes. */
class WritesOnThreeNodesTest extends WriteSuite {
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
