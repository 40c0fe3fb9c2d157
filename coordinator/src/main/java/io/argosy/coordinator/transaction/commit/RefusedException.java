package io.argosy.coordinator.transaction.commit;

import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.Result;
import io.argosy.node.ResultEvent;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;

/**
 * A server has said that it has not done what it was told, and was ready again. Any other failure,
 * of the network or of this process, leaves open whether it has.
 */
final class RefusedException extends PostgresException {
  private static final long serialVersionUID = 1;
  private static final String COMMIT = "COMMIT";

  private RefusedException(PostgresError error) {
    super(error);
  }

  /**
   * Commits.
   *
   * @throws RefusedException when the server has refused it, or has rolled back, as it does without
   *     an error where the transaction had failed or was none
   * @throws PostgresException when its answer has not arrived
   */
  static void commit(NodeSession session) {
    if (!run(session, COMMIT).equals(COMMIT)) {
      throw new RefusedException(
          PostgresError.of("40000", "the transaction had been rolled back before its COMMIT"));
    }
  }

  /**
   * Runs statements whose rows nobody needs; gives the last one's tag.
   *
   * @throws RefusedException when the server has answered with an error
   * @throws PostgresException when its answer has not arrived
   */
  static String run(NodeSession session, String sql) {
    String tag = "";
    PostgresError error = null;
    try (Result result = session.execute(new Request.Simple(sql))) {
      ResultEvent event;
      do {
        event = result.next();
        if (event instanceof ResultEvent.Failed failed) {
          error = failed.error();
        } else if (event instanceof ResultEvent.Complete complete) {
          tag = complete.tag();
        }
      } while (!(event instanceof ResultEvent.Ready));
    }
    if (error != null) {
      throw new RefusedException(error);
    }
    return tag;
  }
}
