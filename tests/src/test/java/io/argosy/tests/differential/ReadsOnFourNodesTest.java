package io.argosy.tests.differential;

import io.argosy.tests.cluster.TestCluster;
import org.junit.jupiter.api.Tag;

/** The corpus of reads on Argosy with 4 nodes. */
@Tag("slow")
class ReadsOnFourNodesTest extends ReadSuite {
  @Override
  protected Server start() {
    return TestCluster.start(4);
  }

  @Override
  protected boolean runs(int number) {
    return number % 2 == 1;
  }
}
