package io.argosy.coordinator.execute.merge;

import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.Fragment;
import io.argosy.node.TextResult;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.Function;

/**
 * The rows of a query with a limit that locks them. Each node locks as many as the limit says; a
 * savepoint gives the locks of those back of which no row is used.
 */
final class LimitedLocks implements Execution {
  /**
   * So many are held in memory, since savepoints must not be open when the next statement comes.
   */
  static final long MOST_ROWS = 10_000;

  private static final String SAVEPOINT = "SAVEPOINT argosy_locks";
  private static final String RELEASE = "RELEASE SAVEPOINT argosy_locks";

  private final Queue<Batch> batches;

  private LimitedLocks(Queue<Batch> batches) {
    this.batches = batches;
  }

  /**
   * Reads the rows.
   *
   * @param fragments in transactions
   * @param start merges their rows
   */
  static Execution take(
      List<Fragment> fragments, Function<List<Fragment>, OrderedExecution> start) {
    fragments.forEach(fragment -> TextResult.run(fragment.session(), SAVEPOINT));
    Queue<Batch> batches = new ArrayDeque<>();
    try (OrderedExecution rows = start.apply(fragments)) {
      Batch batch = rows.next();
      while (batch != null) {
        batches.add(batch);
        batch = rows.next();
      }
      for (Fragment fragment : fragments) {
        boolean used = rows.usedNodes().contains(fragment.node());
        TextResult.run(
            fragment.session(), used ? RELEASE : "ROLLBACK TO " + SAVEPOINT + "; " + RELEASE);
      }
    }
    return new LimitedLocks(batches);
  }

  @Override
  public Batch next() {
    return batches.poll();
  }

  @Override
  public String tag(long rows) {
    return "SELECT " + rows;
  }

  @Override
  public void close() {
    batches.clear();
  }
}
