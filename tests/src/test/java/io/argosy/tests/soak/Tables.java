package io.argosy.tests.soak;

import java.util.List;

/** What the clients work on: rows that never change, and rows of which something never does. */
final class Tables {
  static final int ITEMS = 1000;

  /** The sum of all items' numbers. */
  static final long NUMBERS = ITEMS * (ITEMS + 1L) / 2;

  static final int ACCOUNTS = 400;

  /** What all accounts have together, always. */
  static final long BALANCES = ACCOUNTS * 100L;

  static final int KINDS = 10;

  /** The statements that make them. */
  static final List<String> CREATE =
      List.of(
          "CREATE TABLE items (id int PRIMARY KEY, kind int NOT NULL, note text NOT NULL)",
          "SELECT create_distributed_table('items', 'id')",
          "INSERT INTO items SELECT i, i % "
              + KINDS
              + ", 'note ' || i"
              + " FROM generate_series(1, "
              + ITEMS
              + ") i",
          "CREATE TABLE tags (id int PRIMARY KEY, item int NOT NULL)",
          "SELECT create_distributed_table('tags', 'id')",
          "INSERT INTO tags SELECT 5000 + i, i FROM generate_series(1, " + ITEMS + ") i",
          "CREATE TABLE kinds (id int PRIMARY KEY, name text NOT NULL)",
          "SELECT create_reference_table('kinds')",
          "INSERT INTO kinds SELECT i, 'kind ' || i FROM generate_series(0, " + (KINDS - 1) + ") i",
          "CREATE TABLE accounts (id int PRIMARY KEY, balance bigint NOT NULL)",
          "SELECT create_distributed_table('accounts', 'id')",
          "INSERT INTO accounts SELECT i, 100 FROM generate_series(1, " + ACCOUNTS + ") i",
          "CREATE TABLE journal (id bigint PRIMARY KEY, client bigint NOT NULL)",
          "SELECT create_distributed_table('journal', 'id')",
          "ANALYZE items",
          "ANALYZE tags");

  private Tables() {}
}
