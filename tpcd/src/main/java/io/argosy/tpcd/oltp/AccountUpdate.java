package io.argosy.tpcd.oltp;

import java.sql.SQLException;
import java.util.random.RandomGenerator;

/** Pays into one account, or takes from it. */
final class AccountUpdate implements Transaction {
  static final String SQL = "UPDATE pgbench_accounts SET abalance = abalance + ? WHERE aid = ?";

  private final ShortStatement update;
  private final int accounts;
  private int account;
  private int amount;

  AccountUpdate(Session session) throws SQLException {
    update = session.statement(SQL);
    accounts = session.accounts();
  }

  @Override
  public void draw(RandomGenerator random) {
    account = random.nextInt(1, accounts + 1);
    amount = Payment.amount(random);
  }

  @Override
  public void execute() throws SQLException {
    update.requireChange(amount, account);
  }
}
