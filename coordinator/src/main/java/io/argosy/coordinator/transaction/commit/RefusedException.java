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

  private RefusedException(PostgresError error) {
    super(error);
  }

  /**
   * Runs statements whose rows nobody needs.
   *
   * @throws RefusedException when the server has answered with an error
   * @throws PostgresException when its answer has not arrived
   */
  static void run(NodeSession session, String sql) {
    PostgresError error = null;
    try (Result result = session.execute(new Request.Simple(sql))) {
      ResultEvent event;
      do {
        event = result.next();
        if (event instanceof ResultEvent.Failed failed) {
          error = failed.error();
        }
      } while (!(event instanceof ResultEvent.Ready));
    }
    if (error != null) {
      throw new RefusedException(error);
    }
  }
}
