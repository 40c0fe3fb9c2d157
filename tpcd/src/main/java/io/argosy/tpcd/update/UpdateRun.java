package io.argosy.tpcd.update;

import io.argosy.tpcd.BenchmarkException;
import io.argosy.tpcd.data.RowCopy;
import io.argosy.tpcd.data.UpdateLog;
import io.argosy.tpcd.data.UpdateLog.Progress;
import io.argosy.tpcd.schema.Table;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Carries out a set of an update function, one transaction after the other. Each has so many whole
 * orders, with all their line items, and its row of the {@link UpdateLog}: if a run fails, the next
 * one of the same set goes on behind the last transaction that was committed, also with another
 * number of orders in each. Used by one thread.
 */
public final class UpdateRun {
  private static final String OBJECT_NOT_IN_PREREQUISITE_STATE = "55000";
  private static final String UNIQUE_VIOLATION = "23505";

  private final Connection connection;
  private final UpdateSet set;
  private final long ordersPerTransaction;
  private final UpdateLog log;
  private Progress progress;
  private NewOrders newOrders;

  private UpdateRun(
      Connection connection, UpdateSet set, long ordersPerTransaction, Progress progress) {
    this.connection = connection;
    this.set = set;
    this.ordersPerTransaction = ordersPerTransaction;
    this.log = new UpdateLog(connection);
    this.progress = progress;
  }

  /**
   * Finds out how far the set is.
   *
   * @param connection in autocommit mode; it stays the caller's
   * @param ordersPerTransaction at least 1
   * @throws SQLException 42P01 when the tables do not exist, or what else the server answers
   * @throws BenchmarkException 55000 when the set is complete already
   */
  public static UpdateRun open(Connection connection, UpdateSet set, long ordersPerTransaction)
      throws SQLException {
    prepare(connection);
    Progress progress = new UpdateLog(connection).progress(set.function().toString(), set.number());
    if (progress.orders() >= set.orders()) {
      throw new BenchmarkException(
          OBJECT_NOT_IN_PREREQUISITE_STATE,
          "set %d of %s is done already".formatted(set.number(), set.function()),
          "Each set can be done once: take the next one.");
    }
    return new UpdateRun(connection, set, ordersPerTransaction, progress);
  }

  /**
   * Makes sure that there is a table {@code tpcd_updates}.
   *
   * @param connection in autocommit mode
   * @throws SQLException 42P01 when the tables that are updated do not exist
   */
  public static void prepare(Connection connection) throws SQLException {
    UpdateLog log = new UpdateLog(connection);
    if (!log.exists()) {
      requireTables(connection);
      log.create();
    }
  }

  /**
   * Loads what the generator of new orders needs, which takes the first one in a process seconds:
   * for callers that measure.
   *
   * @param set any of UF1
   */
  public static void loadGenerator(UpdateSet set) {
    NewOrders.NewOrder unused = new NewOrders(set).next();
  }

  private static void requireTables(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (Table table : new Table[] {Table.ORDERS, Table.LINEITEM}) {
        statement.execute("SELECT FROM " + table.sqlName() + " WHERE false");
      }
    }
  }

  /** What has been committed, by earlier runs too. */
  public Progress progress() {
    return progress;
  }

  /** Whether nothing of the set is left. */
  public boolean done() {
    return progress.orders() >= set.orders();
  }

  /**
   * Carries out the next transaction. If it fails, none of it stays, and it can be tried again by a
   * new run.
   *
   * @throws SQLException what the server answered
   * @throws BenchmarkException 55000 when orders that are to be inserted exist, or orders that are
   *     to be deleted do not
   * @throws InterruptedException when the thread was interrupted
   */
  public void next() throws SQLException, InterruptedException {
    long first = progress.orders();
    long end = Math.min(set.orders(), first + ordersPerTransaction);
    Progress reached = new Progress(progress.steps() + 1, end);
    connection.setAutoCommit(false);
    try {
      log.write(set.function().toString(), set.number(), reached);
      switch (set.function()) {
        case UF1 -> insert(first, end);
        case UF2 -> delete(first, end);
      }
      connection.commit();
      progress = reached;
    } catch (SQLException e) {
      connection.rollback();
      if (UNIQUE_VIOLATION.equals(e.getSQLState())) {
        throw existing(e);
      }
      throw e;
    } catch (BenchmarkException | InterruptedException e) {
      connection.rollback();
      throw e;
    } finally {
      connection.setAutoCommit(true);
    }
  }

  private BenchmarkException existing(SQLException failure) {
    BenchmarkException exception =
        new BenchmarkException(
            OBJECT_NOT_IN_PREREQUISITE_STATE,
            "rows of set %d of %s exist already: %s"
                .formatted(set.number(), set.function(), failure.getMessage()),
            "Is another run doing the same set, or was it done without table tpcd_updates?");
    exception.addSuppressed(failure);
    return exception;
  }

  private void insert(long first, long end) throws SQLException, InterruptedException {
    if (newOrders == null) {
      newOrders = new NewOrders(set);
      for (long order = 0; order < first; order++) {
        newOrders.next();
      }
    }
    List<String> lineItems = new ArrayList<>();
    try (RowCopy copy = RowCopy.into(connection, Table.ORDERS)) {
      for (long order = first; order < end; order++) {
        NewOrders.NewOrder next = newOrders.next();
        copy.send(next.order());
        lineItems.addAll(next.lineItems());
      }
      copy.end();
    }
    try (RowCopy copy = RowCopy.into(connection, Table.LINEITEM)) {
      for (String lineItem : lineItems) {
        copy.send(lineItem);
      }
      copy.end();
    }
  }

  private void delete(long first, long end) throws SQLException {
    Long[] keys = new Long[Math.toIntExact(end - first)];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = set.orderKey(first + i);
    }
    delete(Table.LINEITEM, "l_orderkey", keys);
    int deleted = delete(Table.ORDERS, "o_orderkey", keys);
    if (deleted != keys.length) {
      throw new BenchmarkException(
          OBJECT_NOT_IN_PREREQUISITE_STATE,
          "%d of %d orders of set %d of %s do not exist"
              .formatted(keys.length - deleted, keys.length, set.number(), set.function()),
          set.number() > UpdateSet.PER_GENERATION
              ? "Set %d of uf1 inserts them.".formatted(set.number() - UpdateSet.PER_GENERATION)
              : "Were they deleted without table tpcd_updates, or is the scale another one?");
    }
  }

  private int delete(Table table, String orderKey, Long[] keys) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "DELETE FROM " + table.sqlName() + " WHERE " + orderKey + " = ANY (?)")) {
      statement.setArray(1, connection.createArrayOf("bigint", keys));
      return statement.executeUpdate();
    }
  }
}
