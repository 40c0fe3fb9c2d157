package io.argosy.coordinator.statement.placement;

import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;

/** Others have changed or dropped definitions that a joining node had been given. */
final class ChangedDefinitionsException extends PostgresException {
  private static final long serialVersionUID = 1L;

  private static final PostgresError CHANGED =
      PostgresError.of("55P03", "definitions were changed while a node was given them");

  ChangedDefinitionsException() {
    super(CHANGED);
  }

  ChangedDefinitionsException(PostgresException cause) {
    super(CHANGED, cause);
  }
}
