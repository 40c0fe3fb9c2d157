package io.argosy.tpcd.model;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Measures the processor time of one process of PostgreSQL for data that the kernel has in memory:
 * it makes room for each page and copies it, which is a part of what it does with data from a disk.
 * The copy is a step of its own in the model and is taken off.
 *
 * <p>A sort has two parts: it keeps the rows that come, and puts them in order when it has them
 * all. PostgreSQL itself says when the second begins (its setting {@code trace_sort}). Each
 * execution has a session of its own, as a client's first has: a second sort would find the memory
 * of the first.
 */
public final class QueryBenchmarks {
  /** The trace, and some systems, count processor time in hundredths of a second. */
  private static final double ENOUGH_SECONDS = 1;

  /** As in {@code performsort of worker -1 starting: CPU: user: 0.97 s, system: 0.21 s, ..}. */
  private static final Pattern SORTING_BEGINS =
      Pattern.compile("performsort .*starting: CPU: user: ([0-9.]+) s, system: ([0-9.]+) s");

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
   * @param url of a server on this machine
   * @param copy how fast the processor copies in memory, in bytes per second
   * @param delivery what becomes of the sort's result
   */
  public static List<Work> measure(String url, double copy, Delivery delivery) throws SQLException {
    double bytes = bringIntoMemory(url);
    double copying = bytes / copy;
    Taken maximum = measure(url, StreamQuery.MAXIMUM);
    Taken sort = measure(url, StreamQuery.SORT);
    // To keep a row is more than to compare it, and the trace counts in hundredths of a second.
    double keeping = Math.max(sort.beforeSorting(), maximum.all());
    return List.of(
        Work.streaming(
            StreamQuery.MAXIMUM.toString(), bytes / (maximum.all() - copying), Delivery.NOTHING),
        new Work(
            StreamQuery.SORT.toString(),
            bytes / (keeping - copying),
            bytes / (sort.all() - keeping),
            delivery));
  }

  /**
   * Processor seconds of an execution.
   *
   * @param beforeSorting until all rows had come, where there is a sort
   */
  private record Taken(double all, double beforeSorting) {}

  /** Gives the bytes. */
  private static long bringIntoMemory(String url) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      StreamQuery.prepare(statement);
      StreamQuery.MAXIMUM.execute(statement);
      return StreamQuery.tableBytes(statement);
    }
  }

  private static Taken measure(String url, StreamQuery query) throws SQLException {
    double all = 0;
    double beforeSorting = 0;
    int executions = 0;
    while (all < ENOUGH_SECONDS) {
      try (Connection connection = DriverManager.getConnection(url);
          Statement statement = connection.createStatement()) {
        StreamQuery.prepare(statement);
        trace(statement);
        ProcessHandle backend = ProcessorTime.backend(statement);
        double before = ProcessorTime.secondsOfBackend(backend);
        query.execute(statement);
        all += ProcessorTime.secondsOfBackend(backend) - before;
        beforeSorting += beforeSorting(statement);
        executions++;
      }
    }
    return new Taken(all / executions, beforeSorting / executions);
  }

  static void trace(Statement statement) throws SQLException {
    statement.execute("SET trace_sort = on");
    statement.execute("SET client_min_messages = log");
  }

  /** Of the last execution of a statement that is traced; 0 if nothing was sorted. */
  static double beforeSorting(Statement statement) throws SQLException {
    for (SQLWarning said = statement.getWarnings(); said != null; said = said.getNextWarning()) {
      Matcher begins = SORTING_BEGINS.matcher(said.getMessage());
      if (begins.find()) {
        return Double.parseDouble(begins.group(1)) + Double.parseDouble(begins.group(2));
      }
    }
    return 0;
  }
}
