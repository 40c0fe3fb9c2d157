package io.argosy.coordinator.cluster;

import io.argosy.coordinator.limit.Deadline;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresError;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * The answer to what takes a server no time, such as ROLLBACK: a backend that does not give it is
 * given up, so that no client is kept waiting by a server that hangs. Such a server rolls back by
 * itself when it goes on.
 */
public final class PromptAnswer {
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private PromptAnswer() {}

  /**
   * Runs a statement.
   *
   * @throws io.argosy.protocol.message.PostgresException 08006 when the backend is lost or given
   *     up; the failure of the statement
   */
  public static TextResult of(NodeSession session, String sql) {
    return of(session, () -> TextResult.run(session, sql));
  }

  /** The same for all that is asked of a backend. */
  public static <T> T of(NodeSession session, Supplier<T> questions) {
    Deadline deadline = new Deadline(LIMIT, () -> session.abandon(reason(session)));
    try {
      return questions.get();
    } finally {
      deadline.meet();
    }
  }

  private static PostgresError reason(NodeSession session) {
    return PostgresError.of(
        "08006",
        "node \"%s\" has not answered for %d seconds"
            .formatted(session.node().name(), LIMIT.toSeconds()));
  }
}
