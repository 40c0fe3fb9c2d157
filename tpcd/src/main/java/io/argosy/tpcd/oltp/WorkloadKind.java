package io.argosy.tpcd.oltp;

import java.sql.SQLException;
import java.util.Locale;

/** What a client executes. */
public enum WorkloadKind {
  /** One account by its key ({@code pgbench -S}). */
  SELECT(TableSet.BY_OWN_KEYS, "one account by its key") {
    @Override
    Transaction prepare(Session session) throws SQLException {
      return new AccountRead(session);
    }
  },
  /** A payment to one account. */
  UPDATE(TableSet.BY_OWN_KEYS, "an update of one account by its key") {
    @Override
    Transaction prepare(Session session) throws SQLException {
      return new AccountUpdate(session);
    }
  },
  /** Pgbench's own transaction over tables with keys of their own. */
  TPC_B(TableSet.BY_OWN_KEYS, "pgbench's five statements, on up to four nodes") {
    @Override
    Transaction prepare(Session session) throws SQLException {
      return new Payment(session, tables());
    }
  },
  /** The same over tables that are distributed by the branch. */
  TPC_B_COLOCATED(TableSet.BY_BRANCH, "the same statements by branch, on one node") {
    @Override
    Transaction prepare(Session session) throws SQLException {
      return new Payment(session, tables());
    }
  },
  /** Rows of history of no value, as a JDBC batch. */
  BATCH_INSERT(TableSet.BY_OWN_KEYS, "1,000 one-row inserts as a batch") {
    @Override
    Transaction prepare(Session session) throws SQLException {
      return Batch.inserts(session);
    }
  },
  /** Payments to accounts, as a JDBC batch. */
  BATCH_UPDATE(TableSet.BY_OWN_KEYS, "1,000 one-row updates as a batch") {
    @Override
    Transaction prepare(Session session) throws SQLException {
      return Batch.updates(session);
    }
  },
  /** Accounts by their keys. JDBC has no batches of queries, but statements of several queries. */
  BATCH_SELECT(TableSet.BY_OWN_KEYS, "1,000 one-row queries in one statement") {
    @Override
    Transaction prepare(Session session) throws SQLException {
      return Batch.reads(session);
    }
  };

  private final TableSet tables;
  private final String meaning;

  WorkloadKind(TableSet tables, String meaning) {
    this.tables = tables;
    this.meaning = meaning;
  }

  /** Prepares it on a connection. */
  abstract Transaction prepare(Session session) throws SQLException;

  TableSet tables() {
    return tables;
  }

  /** What it is, in words. */
  public String meaning() {
    return meaning;
  }

  boolean isBatch() {
    return name().startsWith("BATCH");
  }

  /** As options spell it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace("_", "-");
  }
}
