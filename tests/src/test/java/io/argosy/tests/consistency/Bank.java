package io.argosy.tests.consistency;

import java.io.IOException;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.postgresql.PGConnection;

/**
 * Accounts on all nodes, between which money moves, so that their sum is always the same; cards,
 * one for each account and on another node than that, mostly; and rates, which all nodes have and
 * which change with the accounts. Notes are what a reader writes for itself, and so are sums.
 */
final class Bank {
  static final int ACCOUNTS = 120;

  /** So many of them are shared out to four writers. */
  private static final int OWNED = 56;

  static final long TOTAL = ACCOUNTS * 1000L;

  /** Reads that are answered in different ways, and must all give the total. */
  enum Read {
    PUSHDOWN("SELECT sum(balance) FROM accounts"),
    PUSHDOWN_ROWS("SELECT id, balance FROM accounts"),
    PUSHDOWN_ORDERED("SELECT id, balance FROM accounts ORDER BY id LIMIT 1000"),
    STAGED("SELECT sum(a.balance) FROM accounts a JOIN cards c ON c.account = a.id"),
    GATHER("SELECT sum(balance) FROM accounts TABLESAMPLE SYSTEM (100)"),
    COPY("COPY accounts (balance) TO STDOUT");

    private final String sql;

    Read(String sql) {
      this.sql = sql;
    }

    String sql() {
      return sql;
    }

    /** The strategy that EXPLAIN must name. */
    String strategy() {
      return name().split("_")[0];
    }

    /** What it says the sum of all accounts is. */
    long total(Connection connection) throws SQLException, IOException {
      if (this == COPY) {
        StringWriter rows = new StringWriter();
        connection.unwrap(PGConnection.class).getCopyAPI().copyOut(sql, rows);
        return rows.toString().lines().mapToLong(Long::parseLong).sum();
      }
      long total = 0;
      try (Statement statement = connection.createStatement();
          ResultSet result = statement.executeQuery(sql)) {
        int balance = result.getMetaData().getColumnCount();
        while (result.next()) {
          total += result.getLong(balance);
        }
      }
      return total;
    }
  }

  /** Writes of what has been read in several steps. What is written must be the total. */
  enum Write {
    UPDATE_STAGED("UPDATE sums SET total = (" + Read.STAGED.sql() + ") WHERE reader = %1$d"),
    INSERT_PUSHDOWN("INSERT INTO sums SELECT 100 + %1$d, %1$d, sum(balance) FROM accounts"),
    INSERT_STAGED(
        "INSERT INTO sums SELECT 100 + %1$d, %1$d, total FROM ("
            + Read.STAGED.sql()
            + ") s (total)"),
    INSERT_GATHER(
        "INSERT INTO sums SELECT 100 + %1$d, %1$d, sum(balance)"
            + " FROM accounts TABLESAMPLE SYSTEM (100)"),
    INSERT_MOVED("INSERT INTO sums SELECT id + 1000 * (1 + %1$d), %1$d, balance FROM accounts");

    private final String sql;

    Write(String sql) {
      this.sql = sql;
    }

    /** Writes, and gives what is there then; nothing of it is left. */
    long total(Connection connection, int reader) throws SQLException {
      run(connection, sql.formatted(reader));
      try (Statement statement = connection.createStatement();
          ResultSet result =
              statement.executeQuery("SELECT sum(total) FROM sums WHERE reader = " + reader)) {
        result.next();
        long total = result.getLong(1);
        run(connection, "UPDATE sums SET total = 0 WHERE id = " + reader);
        run(connection, "DELETE FROM sums WHERE id <> reader AND reader = " + reader);
        return total;
      }
    }
  }

  private Bank() {}

  static void create(Connection connection) throws SQLException {
    String accounts = "generate_series(1, " + ACCOUNTS + ") i";
    for (String sql :
        List.of(
            "CREATE TABLE accounts (id int PRIMARY KEY, balance bigint NOT NULL)",
            "SELECT create_distributed_table('accounts', 'id')",
            "CREATE TABLE cards (id int PRIMARY KEY, account int NOT NULL)",
            "SELECT create_distributed_table('cards', 'id')",
            "CREATE TABLE rates (id int PRIMARY KEY, version bigint NOT NULL)",
            "SELECT create_reference_table('rates')",
            "CREATE TABLE notes (id int PRIMARY KEY, reader int NOT NULL)",
            "SELECT create_distributed_table('notes', 'id')",
            "CREATE TABLE sums (id int PRIMARY KEY, reader int NOT NULL, total bigint NOT NULL)",
            "SELECT create_distributed_table('sums', 'id')",
            "INSERT INTO sums SELECT i, i, 0 FROM generate_series(0, 3) i",
            "INSERT INTO accounts SELECT i, 1000 FROM " + accounts,
            "INSERT INTO cards SELECT 1000 + i, i FROM " + accounts,
            "INSERT INTO rates SELECT i, 0 FROM generate_series(1, 4) i",
            "ANALYZE accounts",
            "ANALYZE cards")) {
      run(connection, sql);
    }
  }

  /**
   * Moves money in one of the ways in which a client can. No two of these can deadlock: one
   * statement changes accounts of the writer's own, and several the others in the order of their
   * ids.
   */
  static void move(Connection connection, int writer, Random random) throws SQLException {
    int amount = 1 + random.nextInt(10);
    int first = OWNED + 1 + random.nextInt(ACCOUNTS - OWNED - 1);
    int second = first + 1 + random.nextInt(ACCOUNTS - first);
    if (random.nextInt(3) == 0) {
      int own = 4 * random.nextInt(OWNED / 8) + 1 + writer;
      int other = own + OWNED / 2;
      run(
          connection,
          "UPDATE accounts SET balance = balance + CASE id WHEN "
              + own
              + " THEN -"
              + amount
              + " ELSE "
              + amount
              + " END WHERE id IN ("
              + own
              + ", "
              + other
              + ")");
      return;
    }
    connection.setAutoCommit(false);
    run(connection, "UPDATE accounts SET balance = balance - " + amount + " WHERE id = " + first);
    run(connection, "UPDATE accounts SET balance = balance + " + amount + " WHERE id = " + second);
    if (random.nextBoolean()) {
      run(connection, "UPDATE rates SET version = version + 1 WHERE id = " + (1 + writer));
    }
    if (random.nextInt(10) == 0) {
      connection.rollback();
    } else {
      connection.commit();
    }
    connection.setAutoCommit(true);
  }

  /** Writes something of the reader's own, on one node or on several, which no sum includes. */
  static void note(Connection connection, int reader, int notes) throws SQLException {
    run(
        connection,
        "INSERT INTO notes SELECT "
            + reader
            + " + 100 * i, "
            + reader
            + " FROM generate_series(1, "
            + notes
            + ") i");
  }

  /** The versions of all rates as each node has them: one line per node, if all is well equal. */
  static List<String> versions(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result =
            statement.executeQuery(
                "SELECT r.id, min(r.version), max(r.version) FROM accounts a, rates r"
                    + " GROUP BY r.id HAVING min(r.version) <> max(r.version)")) {
      List<String> different = new ArrayList<>();
      while (result.next()) {
        different.add(
            "rate " + result.getInt(1) + ": " + result.getLong(2) + " and " + result.getLong(3));
      }
      return different;
    }
  }

  /** The first line of EXPLAIN. */
  static String strategy(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("EXPLAIN " + sql)) {
      result.next();
      return result.getString(1).lines().limit(1).collect(Collectors.joining());
    }
  }

  static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
