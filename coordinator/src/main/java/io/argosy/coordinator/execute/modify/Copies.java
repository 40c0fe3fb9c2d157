package io.argosy.coordinator.execute.modify;

import io.argosy.coordinator.execute.run.NodeBackends;
import io.argosy.node.CommandTag;

/** The copies of a replicated table. */
public final class Copies {
  private Copies() {}

  /**
   * Waits until what the home node has seen of others is on all nodes: these commit on the home
   * node first. The other nodes have all rows then that it has changed.
   *
   * @param backends whose home node has run the statement
   */
  static void awaitCommits(NodeBackends backends) {
    if (backends.snapshotPerStatement()) {
      backends.snapshots().section(backends.cluster().positions()).close();
    }
  }

  /**
   * Sees that a node has changed as many rows of its copy as the home node. Those that the home
   * node has changed nobody else can change meanwhile; others may have changed so that they meet
   * the statement's condition on one node, and not yet on the other.
   *
   * @throws DifferingCopiesException 40001 when they differ
   */
  public static void requireSame(String homeTag, String tag) {
    if (CommandTag.rows(homeTag) != CommandTag.rows(tag)) {
      throw new DifferingCopiesException();
    }
  }
}
