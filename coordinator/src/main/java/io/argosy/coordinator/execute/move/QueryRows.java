package io.argosy.coordinator.execute.move;

import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.SpooledExecution;
import io.argosy.node.NodeSession;
import java.util.List;

/** Loads the rows of a query that may run on many nodes into a table of one backend. */
public final class QueryRows {
  private QueryRows() {}

  /**
   * Runs the query to its end.
   *
   * @param query gives binary rows; closed here
   * @param columns the table's columns that the rows have, in their order; none for all
   * @param sharesBackend whether the query may use the same backend, so that its rows must be kept
   *     aside until it has ended
   * @return how many rows there were
   */
  public static long load(
      Execution query,
      NodeSession target,
      String table,
      List<String> columns,
      boolean sharesBackend) {
    try (Execution rows = sharesBackend ? new SpooledExecution(query) : query;
        RowLoader loader = new RowLoader(target, table, columns)) {
      Execution.Batch batch;
      while ((batch = rows.next()) != null) {
        loader.load(batch);
      }
      return loader.finish();
    }
  }
}
