package io.argosy.protocol.server;

import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;

/**
 * An error that the protocol layer found itself, so that the session behind it does not know of it
 * yet. SQLSTATEs and wording are PostgreSQL's.
 */
public final class ProtocolException extends PostgresException {
  public ProtocolException(PostgresError error) {
    super(error);
  }

  public ProtocolException(String sqlState, String message) {
    super(sqlState, message);
  }

  /** 08P01 protocol_violation. */
  public static ProtocolException violation(String message) {
    return new ProtocolException("08P01", message);
  }

  /** 08P01 after which the connection cannot go on. */
  public static ProtocolException fatalViolation(String message) {
    return new ProtocolException(PostgresError.of("FATAL", "08P01", message));
  }
}
