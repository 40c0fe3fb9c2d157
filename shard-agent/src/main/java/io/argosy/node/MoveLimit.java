package io.argosy.node;

import io.argosy.protocol.message.PostgresError;

/**
 * The error of a move that turned out larger than its inbox was to take, so that it can be told
 * from any other error with the same SQLSTATE, and the statement be planned again.
 */
public final class MoveLimit {
  private static final String SQL_STATE = "53400";
  private static final String ROUTINE = "argosy_move_limit";

  private MoveLimit() {}

  /** The error; {@code limitBytes} is what the inbox was opened with. */
  public static PostgresError exceeded(String node, long limitBytes) {
    return PostgresError.of(
            SQL_STATE,
            "the rows moved to node \"" + node + "\" exceed the limit of " + limitBytes + " bytes")
        .with('R', ROUTINE);
  }

  /** Whether an error is this one. */
  public static boolean isExceeded(PostgresError error) {
    return error.sqlState().equals(SQL_STATE) && ROUTINE.equals(error.fields().get('R'));
  }
}
