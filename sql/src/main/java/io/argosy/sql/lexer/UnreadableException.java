package io.argosy.sql.lexer;

/** A statement has a form that is not read; PostgreSQL may accept it nevertheless. */
public final class UnreadableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UnreadableException(String message) {
    super(message);
  }
}
