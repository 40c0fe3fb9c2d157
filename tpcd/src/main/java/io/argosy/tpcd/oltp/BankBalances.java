package io.argosy.tpcd.oltp;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * What a snapshot of the bank's tables comes to, where each has a key of its own. Every payment is
 * made to an account, a teller and a branch, and is noted in the history.
 *
 * @param accounts the sum of their balances
 * @param tellers the same of tellers
 * @param branches the same of branches
 * @param history the sum of the payments that it has
 */
public record BankBalances(long accounts, long tellers, long branches, long history) {
  private static final List<String> QUESTIONS =
      List.of(
          "SELECT coalesce(sum(abalance), 0) FROM " + TableSet.BY_OWN_KEYS.accounts(),
          "SELECT coalesce(sum(tbalance), 0) FROM " + TableSet.BY_OWN_KEYS.tellers(),
          "SELECT coalesce(sum(bbalance), 0) FROM " + TableSet.BY_OWN_KEYS.branches(),
          "SELECT coalesce(sum(delta), 0) FROM " + TableSet.BY_OWN_KEYS.history());

  /**
   * Reads them, in four statements.
   *
   * @param connection in a transaction that keeps its snapshot
   */
  public static BankBalances read(Connection connection) throws SQLException {
    List<Long> sums = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      for (String question : QUESTIONS) {
        try (ResultSet rows = statement.executeQuery(question)) {
          rows.next();
          sums.add(rows.getLong(1));
        }
      }
    }
    return new BankBalances(sums.get(0), sums.get(1), sums.get(2), sums.get(3));
  }

  /**
   * Whether nothing was lost, and nothing counted twice.
   *
   * @param before an earlier one, since when nothing was removed from the history
   */
  public boolean follow(BankBalances before) {
    long paid = history - before.history;
    return accounts - before.accounts == paid
        && tellers - before.tellers == paid
        && branches - before.branches == paid;
  }
}
