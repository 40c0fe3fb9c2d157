package io.argosy.coordinator.limit;

import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;

/** What is nested too deeply, in PostgreSQL's words. */
public final class StackDepth {
  private StackDepth() {}

  /**
   * @param cause a {@link StackOverflowError}
   */
  public static PostgresException exceeded(Throwable cause) {
    return new PostgresException(
        PostgresError.of("54001", "stack depth limit exceeded")
            .withHint("The statement is nested too deeply for the coordinator. Write it flatter."),
        cause);
  }
}
