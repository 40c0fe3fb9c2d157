package io.argosy.coordinator.execute.repeat;

import io.argosy.coordinator.execute.run.Execution;

/**
 * Runs of one statement with other values each, which the nodes have all been sent before the first
 * is answered. Used by one thread.
 */
public interface RepeatedRuns extends AutoCloseable {
  /** How many they are. */
  int size();

  /** Whether there are runs whose answers nobody has asked for. */
  boolean hasNext();

  /** The answer to the next run. The one before has been read to its end. */
  Execution next();

  /** Stops those that still run. They have changed rows until the transaction is rolled back. */
  @Override
  void close();
}
