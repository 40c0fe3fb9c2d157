package io.argosy.coordinator.execute;

import java.util.ArrayDeque;
import java.util.Queue;

/** The answer to a statement that has ended, in memory. */
final class KeptExecution implements Execution {
  private final Queue<Batch> batches = new ArrayDeque<>();
  private String tag = "";
  private long bytes;

  private KeptExecution() {}

  /**
   * Reads an execution to its end, or until its rows are too many, and closes it.
   *
   * @param mostBytes of the rows; where there are more, those and the tag are missing
   */
  static KeptExecution of(Execution execution, long mostBytes) {
    KeptExecution kept = new KeptExecution();
    try (execution) {
      long rows = 0;
      Batch batch = execution.next();
      while (batch != null) {
        kept.batches.add(batch);
        rows += batch.count();
        kept.bytes += batch.messages().remaining();
        if (kept.bytes > mostBytes) {
          return kept;
        }
        batch = execution.next();
      }
      kept.tag = execution.tag(rows);
    }
    return kept;
  }

  /** How many bytes its rows are. */
  long bytes() {
    return bytes;
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
