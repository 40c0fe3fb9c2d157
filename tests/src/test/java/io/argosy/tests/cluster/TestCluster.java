package io.argosy.tests.cluster;

import io.argosy.server.local.LocalCluster;
import io.argosy.tests.differential.Server;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A local cluster in a temporary directory, which closing removes. */
public final class TestCluster implements Server {
  /** Durability is not what these tests are about, and memory is shared by many servers. */
  private static final Map<String, String> SETTINGS =
      Map.of(
          "fsync", "off",
          "full_page_writes", "off",
          "synchronous_commit", "off",
          "shared_buffers", "64MB");

  /** Every fourth slot of a node, each time others, goes to the next node. */
  private static final String SCATTER =
      "SELECT move_slots(ARRAY(SELECT o.slot::integer - 1 FROM argosy.slot_map m,"
          + " unnest(m.owners) WITH ORDINALITY AS o (owner, slot)"
          + " WHERE o.owner = %d AND o.slot %% 4 = %d),"
          + " (SELECT name FROM argosy.nodes WHERE position = %d))";

  private final Path directory;
  private final LocalCluster cluster;

  private TestCluster(Path directory, LocalCluster cluster) {
    this.directory = directory;
    this.cluster = cluster;
  }

  /**
   * Starts a cluster of some nodes on a free port. An even number of nodes is reached in both ways,
   * an odd number through agents only.
   */
  public static TestCluster start(int nodes) {
    return start(nodes, Map.of());
  }

  /**
   * The same with more PostgreSQL settings.
   *
   * @param more by name
   */
  public static TestCluster start(int nodes, Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(SETTINGS);
    settings.putAll(more);
    try {
      Path directory = Files.createTempDirectory("argosy-test");
      return new TestCluster(
          directory,
          LocalCluster.start(
              new LocalCluster.Options(nodes, 0, directory, settings, nodes % 2 == 0)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The same as {@link #start(int)} after slots have moved: a statement that takes them to be in
   * ranges looks for rows where they are not.
   */
  public static TestCluster startScattered(int nodes) {
    TestCluster started = start(nodes);
    try (Connection connection = DriverManager.getConnection(started.jdbcUrl());
        Statement statement = connection.createStatement()) {
      for (int node = 0; node < nodes; node++) {
        statement.execute(SCATTER.formatted(node, node, (node + 1) % nodes));
      }
      return started;
    } catch (SQLException e) {
      started.close();
      throw new IllegalStateException(e);
    }
  }

  public LocalCluster cluster() {
    return cluster;
  }

  @Override
  public String jdbcUrl() {
    return cluster.jdbcUrl() + "?user=postgres";
  }

  @Override
  public String toString() {
    return "Argosy with " + cluster.servers().size() + " nodes";
  }

  @Override
  public boolean distributed() {
    return true;
  }

  @Override
  public void close() {
    cluster.close();
    try (Stream<Path> files = Files.walk(directory)) {
      List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
