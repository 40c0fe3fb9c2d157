package io.argosy.coordinator.transaction.commit;

import io.argosy.node.NodeSession;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;

/** A COMMIT whose answer has not arrived, or does not. */
public final class LostCommit {
  private LostCommit() {}

  /** What the client is told: it must not believe either. */
  public static PostgresException error(NodeSession session, Throwable failure) {
    return new PostgresException(
        PostgresError.of(
                "08007",
                "node \""
                    + session.node().name()
                    + "\" was lost while it committed, and it is not known whether it has")
            .withDetail(detail(failure))
            .withHint(
                "The transaction is on all of its nodes or on none as soon as the node is back;"
                    + " look for what it has written."),
        failure);
  }

  /** Why a backend is given up that commits, and that others wait for. */
  public static PostgresError unanswered(NodeSession session) {
    return PostgresError.of(
        "08006",
        "node \""
            + session.node().name()
            + "\" has not answered for so long that nobody could wait any more");
  }

  private static String detail(Throwable failure) {
    return failure instanceof PostgresException known
        ? known.error().message()
        : "internal error: " + failure;
  }
}
