package io.argosy.lab.model;

import io.argosy.tpcd.schema.Table;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The two queries with which Rauch and Stricker bracket a database whose inside is not known
 * (section 6.2): both read a whole table, in one process for each server.
 */
public enum StreamQuery {
  /** The "good" one: there is little to do with the rows, and nothing is left of them. */
  MAXIMUM("SELECT max(%s) FROM %s"),
  /** The "bad" one sorts them all. */
  SORT("SELECT %1$s FROM %2$s ORDER BY %1$s");

  private static final String TABLE = Table.LINEITEM.sqlName();

  private static final String COLUMN = "l_extendedprice";
  private static final Pattern EXECUTION_TIME = Pattern.compile("Execution Time: ([0-9.]+) ms");
  private static final Pattern NODE_BYTES = Pattern.compile("Node Bytes: ([0-9]+)");
  private static final double MILLISECONDS = 1e3;

  private final String form;

  StreamQuery(String form) {
    this.form = form;
  }

  /** Makes a session run them as the model has them: one process a server, sorting in memory. */
  public static void prepare(Statement statement) throws SQLException {
    statement.execute("SET max_parallel_workers_per_gather = 0");
    statement.execute("SET work_mem = '1GB'");
  }

  /** How many bytes of a server's storage they read. */
  public static long tableBytes(Statement statement) throws SQLException {
    return number(statement, "SELECT pg_table_size('%s')".formatted(TABLE));
  }

  private static long number(Statement statement, String query) throws SQLException {
    try (ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  /**
   * Executes it. Its rows are dropped where they leave the database, so that no client's speed
   * counts.
   *
   * @return the seconds that the server says it took
   */
  public double execute(Statement statement) throws SQLException {
    return explained(statement, EXECUTION_TIME) / MILLISECONDS;
  }

  /**
   * Executes it on Argosy.
   *
   * @return how many bytes the nodes' PostgreSQL servers have put out
   */
  double executeShipped(Statement statement) throws SQLException {
    return explained(statement, NODE_BYTES);
  }

  private double explained(Statement statement, Pattern figure) throws SQLException {
    try (ResultSet rows =
        statement.executeQuery(
            "EXPLAIN (ANALYZE, TIMING OFF, BUFFERS OFF) " + form.formatted(COLUMN, TABLE))) {
      while (rows.next()) {
        Matcher line = figure.matcher(rows.getString(1));
        if (line.find()) {
          return Double.parseDouble(line.group(1));
        }
      }
    }
    throw new SQLException("EXPLAIN ANALYZE shows no line like " + figure);
  }

  /** As reports spell it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
