package io.argosy.tpcd.model;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;

/**
 * Measures how fast one process of PostgreSQL works on data that the kernel has in memory: it makes
 * room for each page and copies it, which is a part of what it does with data from a disk. The copy
 * is a step of its own in the model and is taken off.
 */
public final class QueryBenchmarks {
  private static final int REPETITIONS = 3;

  private QueryBenchmarks() {}

  /**
   * The settings of a server for which that is so: it has no room for the table, and its backends
   * read for themselves.
   */
  public static Map<String, String> settings() {
    return Map.of("shared_buffers", "8MB", "io_method", "sync");
  }

  /**
   * What the queries of the model do with each byte.
   *
   * @param copy how fast the processor copies in memory, in bytes per second
   */
  public static List<Work> measure(Connection connection, double copy) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      StreamQuery.prepare(statement);
      double bytes = StreamQuery.tableBytes(statement);
      return List.of(
          new Work(
              StreamQuery.MAXIMUM.toString(),
              bytes / (seconds(statement, StreamQuery.MAXIMUM) - bytes / copy),
              Double.POSITIVE_INFINITY),
          new Work(
              StreamQuery.SORT.toString(),
              bytes / (seconds(statement, StreamQuery.SORT) - bytes / copy),
              bytes / StreamQuery.resultBytes(statement)));
    }
  }

  /** The shortest time, after the first execution has brought the data into memory. */
  private static double seconds(Statement statement, StreamQuery query) throws SQLException {
    query.execute(statement);
    double shortest = Double.POSITIVE_INFINITY;
    for (int i = 0; i < REPETITIONS; i++) {
      shortest = Math.min(shortest, query.execute(statement));
    }
    return shortest;
  }
}
