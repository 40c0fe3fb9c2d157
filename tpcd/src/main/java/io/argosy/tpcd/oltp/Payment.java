package io.argosy.tpcd.oltp;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.random.RandomGenerator;

/**
 * Pgbench's transaction "tpcb-like": a payment at a teller of a branch. Where the tables are
 * distributed by the branch, all five statements name it, and account and teller are the branch's
 * own.
 */
final class Payment implements Transaction {
  private static final int MOST = 5000;

  private final Connection connection;
  private final boolean byBranch;
  private final int scale;
  private final ShortStatement updateAccount;
  private final ShortStatement readAccount;
  private final ShortStatement updateTeller;
  private final ShortStatement updateBranch;
  private final ShortStatement insertHistory;
  private int branch;
  private int teller;
  private int account;
  private int amount;

  Payment(Session session, TableSet tables) throws SQLException {
    connection = session.connection();
    byBranch = tables == TableSet.BY_BRANCH;
    scale = session.scale();
    connection.setAutoCommit(false);
    String ofBranch = byBranch ? " AND bid = ?" : "";
    updateAccount =
        session.statement(
            "UPDATE %s SET abalance = abalance + ? WHERE aid = ?%s"
                .formatted(tables.accounts(), ofBranch));
    readAccount =
        session.statement(
            "SELECT abalance FROM %s WHERE aid = ?%s".formatted(tables.accounts(), ofBranch));
    updateTeller =
        session.statement(
            "UPDATE %s SET tbalance = tbalance + ? WHERE tid = ?%s"
                .formatted(tables.tellers(), ofBranch));
    updateBranch =
        session.statement(
            "UPDATE %s SET bbalance = bbalance + ? WHERE bid = ?".formatted(tables.branches()));
    insertHistory =
        session.statement(
            "INSERT INTO %s (tid, bid, aid, delta, mtime) VALUES (?, ?, ?, ?, CURRENT_TIMESTAMP)"
                .formatted(tables.history()));
  }

  /** As much as pgbench pays. */
  static int amount(RandomGenerator random) {
    return random.nextInt(-MOST, MOST + 1);
  }

  @Override
  public void draw(RandomGenerator random) {
    branch = random.nextInt(1, scale + 1);
    teller = one(random, TableSet.TELLERS);
    account = one(random, TableSet.ACCOUNTS);
    amount = amount(random);
  }

  /** Of those that each branch has so many of: of this branch, or of all. */
  private int one(RandomGenerator random, int ofEachBranch) {
    return byBranch
        ? (branch - 1) * ofEachBranch + random.nextInt(1, ofEachBranch + 1)
        : random.nextInt(1, scale * ofEachBranch + 1);
  }

  @Override
  public void execute() throws SQLException {
    if (byBranch) {
      updateAccount.requireChange(amount, account, branch);
      readAccount.requireRow(account, branch);
      updateTeller.requireChange(amount, teller, branch);
    } else {
      updateAccount.requireChange(amount, account);
      readAccount.requireRow(account);
      updateTeller.requireChange(amount, teller);
    }
    updateBranch.requireChange(amount, branch);
    insertHistory.requireChange(teller, branch, account, amount);
    connection.commit();
  }
}
