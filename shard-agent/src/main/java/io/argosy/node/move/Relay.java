package io.argosy.node.move;

import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.Result;
import io.argosy.node.ResultEvent;
import io.argosy.node.Sent;
import io.argosy.protocol.message.PostgresException;

/**
 * Sends by way of this process: reads the rows of a session's query and routes them here. It is how
 * a node without an agent sends, and how anyone sends to one.
 */
public final class Relay {
  private Relay() {}

  /**
   * Runs the query to its end.
   *
   * @throws PostgresException as {@link NodeSession#send}
   */
  public static Sent send(NodeSession session, Request.Extended query, Sending sending) {
    try (Result result = session.execute(query)) {
      sending.started(session::cancel);
      ResultEvent event;
      do {
        event = result.next();
        if (event instanceof ResultEvent.Rows rows) {
          sending.rows(rows.messages());
        } else if (event instanceof ResultEvent.Failed failed) {
          sending.queryFailed(failed.error());
        }
      } while (!(event instanceof ResultEvent.Ready));
      return sending.finish();
    } catch (PostgresException e) {
      sending.stopped(e.error());
      throw e;
    }
  }
}
