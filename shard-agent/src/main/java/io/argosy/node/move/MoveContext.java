package io.argosy.node.move;

import io.argosy.protocol.message.PostgresError;

/**
 * Says in an error's context between which nodes it happened, for those who get it from another
 * node. An error that has been told from node to node keeps what was said first.
 */
public final class MoveContext {
  private static final String BEGINNING = "rows moved ";

  private MoveContext() {}

  /** An error of the node that sends. */
  public static PostgresError from(PostgresError error, String sender) {
    return with(error, BEGINNING + "from node \"" + sender + "\"");
  }

  /** An error of the node that loads. */
  public static PostgresError to(PostgresError error, String receiver) {
    return with(error, BEGINNING + "to node \"" + receiver + "\"");
  }

  private static PostgresError with(PostgresError error, String line) {
    String context = error.fields().get('W');
    if (context == null) {
      return error.with('W', line);
    }
    return context.lines().anyMatch(said -> said.startsWith(BEGINNING))
        ? error
        : error.with('W', context + "\n" + line);
  }
}
