package io.argosy.tpcd.oltp;

import java.sql.SQLException;
import java.util.random.RandomGenerator;

/** Reads one account. */
final class AccountRead implements Transaction {
  static final String SQL = "SELECT abalance FROM pgbench_accounts WHERE aid = ?";

  private final ShortStatement select;
  private final int accounts;
  private int account;

  AccountRead(Session session) throws SQLException {
    select = session.statement(SQL);
    accounts = session.accounts();
  }

  @Override
  public void draw(RandomGenerator random) {
    account = random.nextInt(1, accounts + 1);
  }

  @Override
  public void execute() throws SQLException {
    select.requireRow(account);
  }
}
