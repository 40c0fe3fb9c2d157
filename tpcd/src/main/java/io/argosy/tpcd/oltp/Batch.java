package io.argosy.tpcd.oltp;

import java.sql.SQLException;
import java.util.Collections;
import java.util.random.RandomGenerator;

/** A thousand statements for one row each, sent without waiting for one another. */
final class Batch implements Transaction {
  private static final int SIZE = 1000;

  private final Execution execution;
  private final int all;
  private int[] accounts = {};

  /** Executes the statements for accounts. */
  @FunctionalInterface
  private interface Execution {
    void execute(int... accounts) throws SQLException;
  }

  /** A change of an account, to be added to a batch. */
  @FunctionalInterface
  private interface Change {
    void add(ShortStatement statement, int account) throws SQLException;
  }

  private Batch(Session session, Execution execution) {
    this.execution = execution;
    this.all = session.accounts();
  }

  /** Rows of history that are worth nothing. */
  static Batch inserts(Session session) throws SQLException {
    return changes(
        session,
        "INSERT INTO pgbench_history (tid, bid, aid, delta, mtime) VALUES (?, ?, ?, 0,"
            + " CURRENT_TIMESTAMP)",
        (insert, account) ->
            insert.addBatch(
                (account - 1) / (TableSet.ACCOUNTS / TableSet.TELLERS) + 1,
                (account - 1) / TableSet.ACCOUNTS + 1,
                account));
  }

  /** Payments of one to each account. */
  static Batch updates(Session session) throws SQLException {
    return changes(session, AccountUpdate.SQL, (update, account) -> update.addBatch(1, account));
  }

  private static Batch changes(Session session, String sql, Change change) throws SQLException {
    ShortStatement statement = session.statement(sql);
    return new Batch(
        session,
        accounts -> {
          for (int account : accounts) {
            change.add(statement, account);
          }
          statement.executeBatch();
        });
  }

  /**
   * Queries. JDBC's batches refuse them, but the driver sends those of one text without waiting for
   * one another.
   */
  static Batch reads(Session session) throws SQLException {
    ShortStatement queries =
        session.statement(String.join("; ", Collections.nCopies(SIZE, AccountRead.SQL)));
    return new Batch(
        session,
        accounts -> {
          int found = queries.query(accounts);
          if (found != SIZE) {
            throw new SQLException("a batch of queries found " + found + " accounts", "02000");
          }
        });
  }

  /**
   * Chooses different accounts, in their order, so that of two batches the one can wait for the
   * other, but not both.
   */
  @Override
  public void draw(RandomGenerator random) {
    accounts = random.ints(1, all + 1).distinct().limit(SIZE).sorted().toArray();
  }

  @Override
  public void execute() throws SQLException {
    execution.execute(accounts);
  }
}
