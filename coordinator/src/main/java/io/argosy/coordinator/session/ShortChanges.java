package io.argosy.coordinator.session;

import io.argosy.coordinator.analysis.PlannedStatement;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.transaction.barrier.SnapshotBarrier;
import io.argosy.node.CommandTag;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Which changes of a session were short and of one row at most when they ran last. What was so will
 * mostly be so again. Used by the session's thread.
 */
final class ShortChanges {
  /** How long one is not tried again that could not be committed as it ran. */
  private static final Duration PAUSE = Duration.ofSeconds(10);

  private static final int MOST_KNOWN = 256;

  private final Map<PlannedStatement, Known> known = new IdentityHashMap<>();

  private record Known(boolean isShort, long pausesUntil) {}

  boolean contains(PlannedStatement planned) {
    Known last = known.get(planned);
    return last != null && last.isShort() && last.pausesUntil() - System.nanoTime() <= 0;
  }

  /** It was not short this time. */
  void pause(PlannedStatement planned) {
    put(planned, new Known(false, System.nanoTime() + PAUSE.toNanos()));
  }

  private void put(PlannedStatement planned, Known last) {
    if (known.size() == MOST_KNOWN && !known.containsKey(planned)) {
      known.clear();
    }
    known.put(planned, last);
  }

  /** A run of it that starts now. */
  Execution observed(PlannedStatement planned, Execution execution) {
    return new Observed(planned, execution);
  }

  private final class Observed implements Execution {
    private final PlannedStatement planned;
    private final Execution execution;
    private final long startedAt = System.nanoTime();

    private Observed(PlannedStatement planned, Execution execution) {
      this.planned = planned;
      this.execution = execution;
    }

    @Override
    public Batch next() {
      Batch batch = execution.next();
      if (batch == null) {
        boolean inTime = System.nanoTime() - startedAt < SnapshotBarrier.PATIENCE.toNanos();
        Known last = known.get(planned);
        put(
            planned,
            new Known(
                inTime && CommandTag.rows(execution.tag(0)) <= 1,
                last == null ? startedAt : last.pausesUntil()));
      }
      return batch;
    }

    @Override
    public String tag(long rows) {
      return execution.tag(rows);
    }

    @Override
    public void close() {
      execution.close();
    }
  }
}
