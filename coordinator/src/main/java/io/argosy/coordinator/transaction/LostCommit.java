package io.argosy.coordinator.transaction;

import io.argosy.agent.node.NodeSession;
import io.argosy.agent.postgres.PostgresError;
import io.argosy.agent.postgres.PostgresException;

/** A COMMIT that a node has not answered. */
final class LostCommit {
  private LostCommit() {}

  /** Whether the last that was heard of a backend is that it is in the transaction. */
  static boolean happenedTo(NodeSession session) {
    return session.transactionStatus() == 'T';
  }

  /** What the client is told: it must not believe either. */
  static PostgresException error(NodeSession session, PostgresException failure) {
    return new PostgresException(
        PostgresError.of(
                "08007",
                "node \""
                    + session.node().name()
                    + "\" was lost while it committed, and it is not known whether it has")
            .withDetail(failure.error().message())
            .withHint(
                "The transaction is on all of its nodes or on none as soon as the node is back;"
                    + " look for what it has written."),
        failure);
  }
}
