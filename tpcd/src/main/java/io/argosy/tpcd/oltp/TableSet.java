package io.argosy.tpcd.oltp;

import java.util.List;
import java.util.stream.Stream;

/** Tables of a bank, as pgbench makes them, and the same with the branch in every key. */
enum TableSet {
  /** Pgbench's own: each table has a key of its own, by which it is distributed. */
  BY_OWN_KEYS("pgbench_", "aid", "tid", "aid"),
  /** All tables are distributed by the branch and colocated. */
  BY_BRANCH("colocated_", "bid", "bid", "bid");

  /** Of each branch. */
  static final int ACCOUNTS = 100_000;

  /** Of each branch. */
  static final int TELLERS = 10;

  private final String prefix;
  private final String accountsKey;
  private final String tellersKey;
  private final String historyKey;

  TableSet(String prefix, String accountsKey, String tellersKey, String historyKey) {
    this.prefix = prefix;
    this.accountsKey = accountsKey;
    this.tellersKey = tellersKey;
    this.historyKey = historyKey;
  }

  String branches() {
    return prefix + "branches";
  }

  String tellers() {
    return prefix + "tellers";
  }

  String accounts() {
    return prefix + "accounts";
  }

  String history() {
    return prefix + "history";
  }

  List<String> tables() {
    return List.of(accounts(), branches(), history(), tellers());
  }

  /** The statements that create the tables, with the columns that {@code pgbench -i} gives them. */
  List<String> creation() {
    return List.of(
        "CREATE TABLE %s (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22))"
            .formatted(history()),
        "CREATE TABLE %s (tid int NOT NULL, bid int, tbalance int, filler char(84), PRIMARY KEY (%s))"
            .formatted(tellers(), primaryKey("tid")),
        "CREATE TABLE %s (aid int NOT NULL, bid int, abalance int, filler char(84), PRIMARY KEY (%s))"
            .formatted(accounts(), primaryKey("aid")),
        "CREATE TABLE %s (bid int NOT NULL, bbalance int, filler char(88), PRIMARY KEY (bid))"
            .formatted(branches()));
  }

  private String primaryKey(String own) {
    return this == BY_BRANCH ? "bid, " + own : own;
  }

  /** The statements that distribute them over the nodes of a cluster. */
  List<String> distribution() {
    String beside = this == BY_BRANCH ? ", colocate_with => '" + branches() + "'" : "";
    return Stream.of(
            "'%s', 'bid'".formatted(branches()),
            "'%s', '%s'%s".formatted(tellers(), tellersKey, beside),
            "'%s', '%s'%s".formatted(accounts(), accountsKey, beside),
            "'%s', '%s'%s".formatted(history(), historyKey, beside))
        .map(arguments -> "SELECT create_distributed_table(" + arguments + ")")
        .toList();
  }
}
