package io.argosy.coordinator.execute;

import io.argosy.agent.node.CommandTag;
import io.argosy.agent.postgres.PostgresException;

/** The copies of a replicated table. */
public final class Copies {
  private Copies() {}

  /**
   * Sees that a node has changed as many rows of its copy as the home node. Those that the home
   * node has changed nobody else can change meanwhile; others may have changed so that they meet
   * the statement's condition on one node, and not yet on the other.
   *
   * @throws PostgresException 40001 when they differ
   */
  public static void requireSame(String homeTag, String tag) {
    if (CommandTag.rows(homeTag) != CommandTag.rows(tag)) {
      throw new PostgresException(
          "40001",
          "rows of a replicated table were changed by others while the statement ran",
          "Try the transaction again. If it fails when nobody else changes the table, its copies"
              + " differ; compare them on the nodes.");
    }
  }
}
