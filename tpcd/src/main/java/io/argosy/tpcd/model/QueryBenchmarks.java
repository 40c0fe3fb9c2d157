package io.argosy.tpcd.model;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;

/**
 * Measures the processor time of one process of PostgreSQL for data that the kernel has in memory:
 * it makes room for each page and copies it, which is a part of what it does with data from a disk.
 * The copy is a step of its own in the model and is taken off.
 *
 * <p>While rows come, a sort keeps them, as a maximum compares them. What it takes longer is what
 * it does when it has them all.
 */
public final class QueryBenchmarks {
  /** The system counts processor time in hundredths of a second. */
  private static final double ENOUGH_SECONDS = 1;

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
   * @param connection to a server on this machine
   * @param copy how fast the processor copies in memory, in bytes per second
   */
  public static List<Work> measure(Connection connection, double copy) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      StreamQuery.prepare(statement);
      double bytes = StreamQuery.tableBytes(statement);
      ProcessHandle backend = backend(statement);
      double maximum = cpuSeconds(backend, statement, StreamQuery.MAXIMUM);
      double sort = cpuSeconds(backend, statement, StreamQuery.SORT);
      double streaming = bytes / (maximum - bytes / copy);
      return List.of(
          Work.streaming(StreamQuery.MAXIMUM.toString(), streaming, Double.POSITIVE_INFINITY),
          new Work(
              StreamQuery.SORT.toString(),
              streaming,
              bytes / (sort - maximum),
              bytes / StreamQuery.resultBytes(statement)));
    }
  }

  private static ProcessHandle backend(Statement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery("SELECT pg_backend_pid()")) {
      rows.next();
      return ProcessHandle.of(rows.getLong(1))
          .orElseThrow(() -> new SQLException("the server is not on this machine"));
    }
  }

  /** Of one execution, after the first one has brought the data into memory. */
  private static double cpuSeconds(ProcessHandle backend, Statement statement, StreamQuery query)
      throws SQLException {
    query.execute(statement);
    double before = ProcessorTime.seconds(backend);
    double taken = 0;
    int executions = 0;
    while (taken < ENOUGH_SECONDS) {
      query.execute(statement);
      executions++;
      taken = ProcessorTime.seconds(backend) - before;
    }
    return taken / executions;
  }
}
