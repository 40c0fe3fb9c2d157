package io.argosy.node.move;

import io.argosy.agent.testing.MoveCluster;

/** With the engines in this process. */
class LocalMoveTest extends MoveContract {
  @Override
  void addNodes(MoveCluster empty) {
    empty.withoutAgent("north").withoutAgent("south").withoutAgent("west");
  }
}
