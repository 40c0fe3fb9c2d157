package io.argosy.node.move;

import io.argosy.agent.testing.MoveCluster;

/** One node has no agent, so its rows go by way of this process. */
class MixedMoveTest extends MoveContract {
  @Override
  void addNodes(MoveCluster empty) {
    empty.withoutAgent("north").withAgent("south").withAgent("west");
  }
}
