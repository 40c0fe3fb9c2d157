package io.argosy.node.move;

import io.argosy.agent.testing.MoveCluster;

/** Behind agents. */
class AgentMoveTest extends MoveContract {
  @Override
  void addNodes(MoveCluster empty) {
    empty.withAgent("north").withAgent("south").withAgent("west");
  }
}
