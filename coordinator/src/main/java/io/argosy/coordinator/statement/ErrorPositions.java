package io.argosy.coordinator.statement;

import io.argosy.protocol.message.PostgresException;

/** Positions of errors in a text that is a part of what the client has written. */
public final class ErrorPositions {
  private ErrorPositions() {}

  /** The failure with its position counted from so many characters before. */
  public static PostgresException shifted(PostgresException failure, int characters) {
    String position = failure.error().fields().get('P');
    return position == null
        ? failure
        : new PostgresException(
            failure.error().with('P', Integer.toString(Integer.parseInt(position) + characters)),
            failure);
  }
}
