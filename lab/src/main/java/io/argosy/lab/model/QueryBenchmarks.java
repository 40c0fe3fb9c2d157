package io.argosy.lab.model;

import io.argosy.lab.testbed.PostgresOnMachine;
import io.argosy.lab.testbed.Repetition;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Measures the processor time of a PostgreSQL server for data that the kernel has in memory and the
 * server has not: its processes make room for each page and copy it, which is a part of what they
 * do with data from a disk. The copy is a step of its own in the model and is taken off.
 *
 * <p>A sort has two parts: it keeps the rows that come, and puts them in order when it has them
 * all. PostgreSQL itself says when the second begins (its setting {@code trace_sort}). Each
 * execution has a session of its own, as a client's first has: a second sort would find the memory
 * of the first.
 */
public final class QueryBenchmarks {
  /** As in {@code performsort of worker -1 starting: CPU: user: 0.97 s, system: 0.21 s, ..}. */
  private static final Pattern SORTING_BEGINS =
      Pattern.compile("performsort .*starting: CPU: user: ([0-9.]+) s, system: ([0-9.]+) s");

  private QueryBenchmarks() {}

  /**
   * What the queries of the model do with each byte.
   *
   * @param url of a server on this machine, with the settings of those that are modelled
   * @param shares how much of a processor the server gets
   * @param copy how fast the processor copies in memory, in bytes per second
   * @param delivery what becomes of the sort's result
   */
  public static List<Work> measure(
      String url, ProcessorShares shares, double copy, Delivery delivery)
      throws SQLException, IOException {
    double bytes = bringIntoMemory(url, shares);
    double copying = bytes / copy;
    Taken maximum = Repetition.best(() -> measure(url, StreamQuery.MAXIMUM));
    Taken sort = Repetition.best(() -> measure(url, StreamQuery.SORT));
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
  private static long bringIntoMemory(String url, ProcessorShares shares)
      throws SQLException, IOException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      StreamQuery.prepare(statement);
      StreamQuery.MAXIMUM.execute(statement);
      for (ProcessHandle process : ServerTime.processes(statement)) {
        shares.onClient(process);
      }
      return StreamQuery.tableBytes(statement);
    }
  }

  private static Taken measure(String url, StreamQuery query) throws SQLException {
    PostgresOnMachine.dropCache(url);
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      StreamQuery.prepare(statement);
      trace(statement);
      ProcessHandle backend = ProcessorTime.backend(statement);
      ServerTime before = ServerTime.now(statement);
      double backendBefore = ProcessorTime.secondsOfBackend(backend);
      query.execute(statement);
      double all = ServerTime.now(statement).since(before);
      // The others have no more to do when all rows have come.
      double sorting =
          ProcessorTime.secondsOfBackend(backend) - backendBefore - beforeSorting(statement);
      return new Taken(all, all - sorting);
    }
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
