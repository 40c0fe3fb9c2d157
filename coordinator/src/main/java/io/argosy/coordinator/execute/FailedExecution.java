package io.argosy.coordinator.execute;

import io.argosy.agent.postgres.PostgresException;

/** A statement that is known to have failed. */
record FailedExecution(PostgresException failure) implements Execution {
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
