package io.argosy.coordinator.execute;

import io.argosy.agent.node.NodeSession;
import io.argosy.agent.node.Request;

/**
 * A statement shipped to a node.
 *
 * @param node the node's position
 * @param session the backend that runs it
 * @param snapshotTaken run when what it reads is settled, or when it has ended; any number of times
 */
public record Fragment(int node, NodeSession session, Request request, Runnable snapshotTaken) {
  /** One whose snapshot nobody waits for. */
  public Fragment(int node, NodeSession session, Request request) {
    this(node, session, request, () -> {});
  }
}
