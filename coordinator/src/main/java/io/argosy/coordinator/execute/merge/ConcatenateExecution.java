package io.argosy.coordinator.execute.merge;

import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.ParallelFragments;
import io.argosy.coordinator.execute.run.StatementRun;
import java.util.function.LongFunction;

/** The rows of all fragments, some skipped and not more than a limit, untouched. */
public final class ConcatenateExecution implements Execution {
  private final ParallelFragments fragments;
  private final StatementRun run;
  private final LongFunction<String> tag;
  private long toSkip;
  private long left;

  /**
   * @param offset how many rows to skip
   * @param limit how many rows at most
   * @param tag the command tag for a number of rows
   */
  public ConcatenateExecution(
      ParallelFragments fragments,
      StatementRun run,
      long offset,
      long limit,
      LongFunction<String> tag) {
    this.fragments = fragments;
    this.run = run;
    this.toSkip = offset;
    this.left = limit;
    this.tag = tag;
  }

  @Override
  public Batch next() {
    while (left > 0) {
      Batch batch = fragments.next(run.client());
      if (batch == null) {
        run.add(fragments.statistics());
        return null;
      }
      int skipped = (int) Math.min(toSkip, batch.count());
      toSkip -= skipped;
      Batch kept = skipped == 0 ? batch : batch.after(skipped);
      if (kept.count() > left) {
        kept = kept.first((int) left);
      }
      left -= kept.count();
      if (kept.count() > 0) {
        return kept;
      }
    }
    if (run.backends().inTransaction()) {
      // A cancel would make the transaction fail, and the fragments have the limit, too.
      fragments.awaitAll(run.client()::notice);
    }
    fragments.close();
    return null;
  }

  @Override
  public String tag(long rows) {
    return tag.apply(rows);
  }

  @Override
  public void close() {
    fragments.close();
  }
}
