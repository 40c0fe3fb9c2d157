package io.argosy.tests.differential;

import io.argosy.tests.cluster.TestCluster;
import org.junit.jupiter.api.AfterAll;

/** The scripts of writes on Argosy with 4 nodes. */
class WritesOnFourNodesTest extends WriteSuite {
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
