package io.argosy.sql.lexer;

/** A statement has a form that is not read; PostgreSQL may accept it nevertheless. */
final class UnreadableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnreadableException(String message) {
    super(message);
  }
}
