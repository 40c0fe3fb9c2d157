package io.argosy.node;

import java.util.Map;

/** The node that a contract is about. */
interface NodeUnderTest {
  Node node();

  /** A session without settings of its own. */
  default NodeSession open() {
    return node().open(NodeContract.options(Map.of()));
  }
}
