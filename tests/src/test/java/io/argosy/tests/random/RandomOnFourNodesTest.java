package io.argosy.tests.random;

import io.argosy.tests.cluster.TestCluster;
import io.argosy.tests.differential.Server;
import org.junit.jupiter.api.Tag;

/** Random statements on Argosy with 4 nodes. */
@Tag("slow")
class RandomOnFourNodesTest extends RandomSuite {
  @Override
  protected Server start() {
    return TestCluster.start(4);
  }

  @Override
  protected boolean runs(int number) {
    return number % 2 == 1;
  }
}
