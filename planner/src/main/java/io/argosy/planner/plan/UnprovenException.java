package io.argosy.planner.plan;

/** The distribution of a statement is not proven; the message says why, in the user's words. */
public final class UnprovenException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UnprovenException(String message) {
    super(message, null, false, false);
  }
}
