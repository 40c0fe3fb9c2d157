package io.argosy.tests.random;

import io.argosy.tests.cluster.TestCluster;
import io.argosy.tests.differential.Server;
import org.junit.jupiter.api.Tag;

/** Random statements on Argosy with 1 node. */
@Tag("slow")
class RandomOnOneNodeTest extends RandomSuite {
  @Override
  protected Server start() {
    return TestCluster.start(1);
  }

  @Override
  protected boolean runs(int number) {
    return number % 2 == 0;
  }
}
