package io.argosy.tpcd.update;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * The transactions of all sets of an update function, in order: the same on every server. Used by
 * one thread.
 */
final class UpdateSequence {
  private final Connection connection;
  private final UpdateFunction function;
  private final double scale;
  private final int ordersPerTransaction;
  private UpdateRun run;
  private int sets;
  private long committed;

  UpdateSequence(
      Connection connection, UpdateFunction function, double scale, int ordersPerTransaction) {
    this.connection = connection;
    this.function = function;
    this.scale = scale;
    this.ordersPerTransaction = ordersPerTransaction;
  }

  /** Commits the next transaction. */
  void next() throws SQLException, InterruptedException {
    if (run == null || run.done()) {
      run =
          UpdateRun.open(connection, new UpdateSet(function, ++sets, scale), ordersPerTransaction);
    }
    run.next();
    committed++;
  }

  /** Commits transactions until there are so many. */
  void advanceTo(long transactions) throws SQLException, InterruptedException {
    while (committed < transactions) {
      next();
    }
  }

  /** How many transactions have been committed. */
  long committed() {
    return committed;
  }
}
