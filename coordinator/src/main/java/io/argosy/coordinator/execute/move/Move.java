package io.argosy.coordinator.execute.move;

import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.Fragment;
import io.argosy.coordinator.execute.run.ParallelFragments;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.coordinator.limit.ByteLimit;
import io.argosy.node.NodeSession;
import java.util.List;

/** Moves rows from fragments into a table of one backend. */
public final class Move {
  private final StatementRun run;
  private final ByteLimit limit;

  public Move(StatementRun run, ByteLimit limit) {
    this.run = run;
    this.limit = limit;
  }

  /**
   * Runs the fragments and loads what they return; gives the number of rows.
   *
   * @param fragments they must return binary rows
   * @param columns the table's columns that the rows have; none for all
   */
  public long rows(
      List<Fragment> fragments, NodeSession target, String table, List<String> columns) {
    try (ParallelFragments running = new ParallelFragments(fragments)) {
      return rows(running, target, table, columns);
    }
  }

  /** Loads what fragments return that run already. */
  public long rows(
      ParallelFragments running, NodeSession target, String table, List<String> columns) {
    try (RowLoader loader = new RowLoader(target, table, columns)) {
      Execution.Batch batch;
      while ((batch = running.next(run.client())) != null) {
        limit.add(batch.messages().remaining());
        loader.load(batch);
      }
      run.add(running.statistics());
      return loader.finish();
    }
  }
}
