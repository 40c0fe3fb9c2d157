package io.argosy.tests.differential;

import io.argosy.tests.cluster.TestCluster;
import org.junit.jupiter.api.AfterAll;

/** The scripts of writes on Argosy with 1 node. */
class WritesOnOneNodeTest extends WriteSuite {
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
