package io.argosy.lab.model;

import io.argosy.lab.testbed.Repetition;
import io.argosy.tpcd.run.DataLoader;
import io.argosy.tpcd.run.ServerFailedException;
import io.argosy.tpcd.schema.Placement;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Measures what it costs the processors that sorted rows come from several nodes to a coordinator,
 * of each kind of process: a database that puts them out, which is what it takes longer than for
 * the same sort whose rows it drops; an agent; the coordinator. The tables are in the servers' own
 * caches. Nothing is measured before every process has done the same for a while.
 */
public final class ShippingBenchmark {
  /** A merge has several streams. */
  public static final int NODES = 3;

  /** What a JVM has executed so often is compiled. */
  private static final int WARMING_EXECUTIONS = 10;

  private final double enoughSeconds;
  private final ProcessorShares shares;

  /**
   * @param enoughSeconds how much processor time all agents use at least, which the system counts
   *     in hundredths of a second
   * @param shares how much of a processor the machines have
   */
  public ShippingBenchmark(double enoughSeconds, ProcessorShares shares) {
    this.enoughSeconds = enoughSeconds;
    this.shares = shares;
  }

  /**
   * Starts a cluster, loads it, measures it and stops it.
   *
   * @param directory for the cluster's data, which stays
   * @param scale the scale factor of the data; what a byte costs hardly depends on it
   */
  public Delivery measure(Path directory, double scale, DataLoader loader)
      throws ServerFailedException, IOException, InterruptedException {
    try (ShippingCluster cluster = ShippingCluster.start(directory, NODES)) {
      loader.load(cluster.jdbcUrl(), scale, Placement.TWO_PART, "shipping");
      try {
        return measure(cluster);
      } catch (SQLException e) {
        throw new ServerFailedException(cluster.jdbcUrl(), e);
      }
    }
  }

  private Delivery measure(ShippingCluster cluster) throws SQLException, IOException {
    warm(cluster);
    cluster.share(shares);
    return Repetition.best(() -> measureOnce(cluster));
  }

  private static void warm(ShippingCluster cluster) throws SQLException {
    try (Connection connection = DriverManager.getConnection(cluster.jdbcUrl());
        Statement statement = connection.createStatement()) {
      StreamQuery.prepare(statement);
      for (int i = 0; i < WARMING_EXECUTIONS; i++) {
        StreamQuery.SORT.execute(statement);
      }
    }
  }

  private Delivery measureOnce(ShippingCluster cluster) throws SQLException {
    Shipped shipped = shipped(cluster);
    double dropped = 0;
    double tableBytes = 0;
    for (String url : cluster.nodeUrls()) {
      try (Connection connection = DriverManager.getConnection(url);
          Statement statement = connection.createStatement()) {
        StreamQuery.prepare(statement);
        tableBytes += StreamQuery.tableBytes(statement);
        dropped += dropping(statement, shipped.executions());
      }
    }
    double bytes = shipped.bytes();
    return new Delivery(
        tableBytes * shipped.executions() / bytes,
        // Less than nothing where there are so few rows that chance is more than they.
        bytes / Math.max(shipped.servers() - dropped, 0.01),
        bytes / shipped.agents(),
        bytes / shipped.coordinator());
  }

  /**
   * What executions have cost whose rows reach the coordinator.
   *
   * @param executions how many
   * @param bytes of all results
   * @param servers processor seconds of the PostgreSQL servers
   * @param agents processor seconds of the agents
   * @param coordinator processor seconds of the coordinator
   */
  private record Shipped(
      int executions, double bytes, double servers, double agents, double coordinator) {}

  private Shipped shipped(ShippingCluster cluster) throws SQLException {
    try (Connection connection = DriverManager.getConnection(cluster.jdbcUrl());
        Statement statement = connection.createStatement()) {
      // The transaction keeps its backends, so that none ends with the time it has used.
      connection.setAutoCommit(false);
      StreamQuery.prepare(statement);
      // As when its rows are dropped, each backend has the memory of a sort before.
      StreamQuery.SORT.execute(statement);
      ShippingCluster.Used before = cluster.used();
      ShippingCluster.Used after = before;
      int executions = 0;
      double bytes = 0;
      while (after.agents() - before.agents() < enoughSeconds) {
        bytes += StreamQuery.SORT.executeShipped(statement);
        executions++;
        after = cluster.used();
      }
      connection.rollback();
      return new Shipped(
          executions,
          bytes,
          after.serversSince(before),
          after.agents() - before.agents(),
          after.coordinator() - before.coordinator());
    }
  }

  /** Processor seconds of a server for as many executions whose rows it drops. */
  private static double dropping(Statement statement, int executions) throws SQLException {
    // As the others, it has the memory of those before.
    StreamQuery.SORT.execute(statement);
    ProcessHandle backend = ProcessorTime.backend(statement);
    double before = ProcessorTime.secondsOfBackend(backend);
    for (int i = 0; i < executions; i++) {
      StreamQuery.SORT.execute(statement);
    }
    return ProcessorTime.secondsOfBackend(backend) - before;
  }
}
