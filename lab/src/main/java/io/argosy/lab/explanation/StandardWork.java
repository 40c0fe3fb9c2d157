package io.argosy.lab.explanation;

import io.argosy.lab.model.ProcessorTime;
import io.argosy.lab.testbed.PostgresOnMachine;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Work that is the same for every node: the processor time that it takes tells what that of some
 * machines is worth. One that is stopped and continued all the time, as one with a quarter of a
 * core is, needs more for the same.
 */
final class StandardWork {
  private static final String WORK =
      "SELECT sum(l_extendedprice * (1 - l_discount)), max(l_comment), max(p_name)"
          + " FROM (SELECT * FROM lineitem LIMIT 100000) AS items"
          + " LEFT JOIN part ON l_partkey = p_partkey";

  /** One process reads rows, and looks each up in a table that is larger than its caches. */
  private static final List<String> SETTINGS =
      List.of(
          "SET max_parallel_workers_per_gather = 0",
          "SET jit = off",
          "SET enable_nestloop = off",
          "SET enable_mergejoin = off",
          "SET work_mem = '64MB'");

  private static final int REPETITIONS = 10;

  private StandardWork() {}

  /**
   * Does it on all nodes at the same time, as they do their parts of a query.
   *
   * @param nodes their servers, which run on this machine and have the data
   * @return milliseconds of processor time, on average
   */
  static double milliseconds(List<PostgresOnMachine> nodes)
      throws SQLException, InterruptedException {
    try (ExecutorService threads = Executors.newFixedThreadPool(nodes.size())) {
      List<Future<Double>> all = new ArrayList<>();
      nodes.forEach(node -> all.add(threads.submit(() -> milliseconds(node))));
      double sum = 0;
      for (Future<Double> each : all) {
        sum += each.get();
      }
      return sum / nodes.size();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof SQLException failure) {
        throw failure;
      }
      throw new IllegalStateException(e);
    }
  }

  private static double milliseconds(PostgresOnMachine node) throws SQLException {
    try (Connection connection = DriverManager.getConnection(node.jdbcUrl());
        Statement statement = connection.createStatement()) {
      for (String setting : SETTINGS) {
        statement.execute(setting);
      }
      // Brings the rows into caches.
      statement.execute(WORK);
      ProcessHandle backend = ProcessorTime.backend(statement);
      double before = ProcessorTime.secondsOfBackend(backend);
      for (int i = 0; i < REPETITIONS; i++) {
        statement.execute(WORK);
      }
      return 1000 * (ProcessorTime.secondsOfBackend(backend) - before) / REPETITIONS;
    }
  }
}
