package io.argosy.coordinator.execute.modify;

import io.argosy.protocol.message.PostgresException;

/**
 * A node has changed other rows of its copy of a replicated table than the home node. If it was
 * others who made the difference, the statement succeeds when it is run once more.
 */
public final class DifferingCopiesException extends PostgresException {
  private static final long serialVersionUID = 1;

  DifferingCopiesException() {
    super(
        "40001",
        "rows of a replicated table were changed by others while the statement ran",
        "Try the transaction again. If it fails when nobody else changes the table, its copies"
            + " differ: ./argosy check --copies tells where.");
  }
}
