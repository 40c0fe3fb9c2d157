package io.argosy.coordinator.execute.run;

import io.argosy.coordinator.transaction.barrier.SnapshotShare;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;

/**
 * A statement shipped to a node.
 *
 * @param node the node's position
 * @param session the backend that runs it
 * @param share told when what it reads is settled, or when it has ended; asked before its rows are
 *     used
 */
public record Fragment(int node, NodeSession session, Request request, SnapshotShare share) {
  /** One whose snapshot nobody waits for. */
  public Fragment(int node, NodeSession session, Request request) {
    this(node, session, request, SnapshotShare.NONE);
  }
}
