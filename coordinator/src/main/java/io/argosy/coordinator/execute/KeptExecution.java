package io.argosy.coordinator.execute;

import java.util.ArrayDeque;
import java.util.Queue;

/** The answer to a statement that has ended, in memory. */
final class KeptExecution implements Execution {
  private final Queue<Batch> batches = new ArrayDeque<>();
  private final String tag;

  private KeptExecution(Execution execution) {
    long rows = 0;
    for (Batch batch = execution.next(); batch != null; batch = execution.next()) {
      batches.add(batch);
      rows += batch.count();
    }
    this.tag = execution.tag(rows);
  }

  /** Reads an execution to its end. */
  static KeptExecution of(Execution execution) {
    try (execution) {
      return new KeptExecution(execution);
    }
  }

  /** How many bytes its rows are. */
  long bytes() {
    return batches.stream().mapToLong(batch -> batch.messages().remaining()).sum();
  }

  @Override
  public Batch next() {
    return batches.poll();
  }

  @Override
  public String tag(long rows) {
    return tag;
  }

  @Override
  public void close() {
    batches.clear();
  }
}
