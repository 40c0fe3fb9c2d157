package io.argosy.coordinator.statement.definition;

import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;

/** What no transaction can hold, and nodes run one after the other. */
final class NodeByNode {
  private NodeByNode() {}

  /**
   * The failure of a node, with what has become of the statement on the others.
   *
   * @param undone what was undone on those before it; empty where they have done it
   */
  static PostgresException incomplete(PostgresException failure, String node, String undone) {
    PostgresError error = failure.error();
    String told = error.fields().get('D');
    return new PostgresException(
        error.withDetail(
            (told == null ? "" : told + " ")
                + "It failed on node "
                + node
                + (undone.isEmpty() ? " after the nodes before it had run it" : undone)
                + "."),
        failure);
  }
}
