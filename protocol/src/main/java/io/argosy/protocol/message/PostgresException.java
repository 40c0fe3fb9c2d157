package io.argosy.protocol.message;

/**
 * A failure that a PostgreSQL client can be shown as it is: an error that a node answered with, or
 * one of our own in the same form (SQLSTATE, message, hint).
 */
public class PostgresException extends RuntimeException {
  private final transient PostgresError error;

  public PostgresException(PostgresError error) {
    super(error.sqlState() + ": " + error.message());
    this.error = error;
  }

  public PostgresException(PostgresError error, Throwable cause) {
    super(error.sqlState() + ": " + error.message(), cause);
    this.error = error;
  }

  public PostgresException(String sqlState, String message) {
    this(PostgresError.of(sqlState, message));
  }

  public PostgresException(String sqlState, String message, String hint) {
    this(PostgresError.of(sqlState, message).withHint(hint));
  }

  public PostgresError error() {
    return error;
  }
}
