package io.argosy.tpcd.model;

import io.argosy.tpcd.schema.Table;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Measures how fast one process of PostgreSQL works on data that it has in memory: the two queries
 * with which Rauch and Stricker bracket a database whose inside is not known (section 6.2).
 */
public final class QueryBenchmarks {
  private static final String TABLE = Table.LINEITEM.sqlName();
  private static final String COLUMN = "l_extendedprice";
  private static final int REPETITIONS = 3;
  private static final Pattern EXECUTION_TIME = Pattern.compile("Execution Time: ([0-9.]+) ms");
  private static final double MILLISECONDS = 1e3;

  private QueryBenchmarks() {}

  /** The "good" query, a maximum over a scan, and the "bad" one, which sorts all rows. */
  public static List<Work> measure(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET max_parallel_workers_per_gather = 0");
      statement.execute("SET work_mem = '1GB'");
      long bytes = number(statement, "SELECT pg_table_size('%s')".formatted(TABLE));
      long resultBytes =
          number(statement, "SELECT sum(length(%s::text)) FROM %s".formatted(COLUMN, TABLE));
      Work good =
          new Work(
              "maximum",
              bytes / seconds(statement, "SELECT max(%s) FROM %s".formatted(COLUMN, TABLE)),
              Double.POSITIVE_INFINITY);
      Work bad =
          new Work(
              "sort",
              bytes
                  / seconds(
                      statement, "SELECT %1$s FROM %2$s ORDER BY %1$s".formatted(COLUMN, TABLE)),
              (double) bytes / resultBytes);
      return List.of(good, bad);
    }
  }

  private static long number(Statement statement, String query) throws SQLException {
    try (ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  /** The shortest time, after the first execution has brought the data into memory. */
  private static double seconds(Statement statement, String query) throws SQLException {
    execute(statement, query);
    double shortest = Double.POSITIVE_INFINITY;
    for (int i = 0; i < REPETITIONS; i++) {
      shortest = Math.min(shortest, execute(statement, query));
    }
    return shortest;
  }

  private static double execute(Statement statement, String query) throws SQLException {
    try (ResultSet rows =
        statement.executeQuery("EXPLAIN (ANALYZE, TIMING OFF, BUFFERS OFF) " + query)) {
      while (rows.next()) {
        Matcher time = EXECUTION_TIME.matcher(rows.getString(1));
        if (time.find()) {
          return Double.parseDouble(time.group(1)) / MILLISECONDS;
        }
      }
    }
    throw new SQLException("EXPLAIN ANALYZE shows no execution time");
  }
}
