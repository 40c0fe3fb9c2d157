package io.argosy.node;

import io.argosy.protocol.message.PostgresError;

/**
 * The error of a move whose other end has given it up. It is a consequence of what happened there,
 * which is the error to be told, if that is known.
 */
public final class MoveGivenUp {
  private static final String SQL_STATE = "57014";
  private static final String ROUTINE = "argosy_move_given_up";

  private MoveGivenUp() {}

  /** The error, with a message that says who has given up. */
  public static PostgresError of(String message) {
    return PostgresError.of(SQL_STATE, message).with('R', ROUTINE);
  }

  /** Whether an error is such a one. */
  public static boolean is(PostgresError error) {
    return error.sqlState().equals(SQL_STATE) && ROUTINE.equals(error.fields().get('R'));
  }
}
