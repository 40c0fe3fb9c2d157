package io.argosy.coordinator.execute;

import io.argosy.agent.postgres.PostgresException;

/** A statement that is known to have failed. */
record FailedExecution(PostgresException failure) implements Execution {
  /**
   * What is known of a failure when its run's turn comes.
   *
   * @throws PostgresException the failure, where it is not that of a run but of all: they were
   *     cancelled, or their node was lost
   */
  static FailedExecution of(PostgresException failure) {
    switch (failure.error().sqlStateClass()) {
      case "57", "08" -> throw failure;
      default -> {
        return new FailedExecution(failure);
      }
    }
  }

  @Override
  public Batch next() {
    throw failure;
  }

  @Override
  public String tag(long rows) {
    throw failure;
  }

  @Override
  public void close() {
    // Nothing runs.
  }
}
