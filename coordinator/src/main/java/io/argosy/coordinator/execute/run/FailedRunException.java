package io.argosy.coordinator.execute.run;

import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;

/** A node's failure of a statement that it had planned and was running. */
public final class FailedRunException extends PostgresException {
  private static final long serialVersionUID = 1L;

  private FailedRunException(PostgresError error) {
    super(error);
  }

  /**
   * A node's failure.
   *
   * @param running whether the statement was running
   */
  static PostgresException of(PostgresError error, boolean running) {
    return running ? new FailedRunException(error) : new PostgresException(error);
  }

  /** Whether a failure is one, or comes of one. */
  public static boolean isIn(Throwable failure) {
    return failure != null && (failure instanceof FailedRunException || isIn(failure.getCause()));
  }
}
