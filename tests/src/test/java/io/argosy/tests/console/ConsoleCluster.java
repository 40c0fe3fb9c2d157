package io.argosy.tests.console;

import io.argosy.agent.embedded.EmbeddedServer;
import io.argosy.server.config.CoordinatorConfiguration;
import io.argosy.server.config.CoordinatorProcess;
import io.argosy.server.local.LocalCluster;
import io.argosy.tests.cluster.TestCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;

/** Nodes, and a coordinator with a console whose clients log in with passwords. */
final class ConsoleCluster implements AutoCloseable {
  static final String PASSWORD = "right";

  /** A role that may do little. */
  static final String WEAK = "weak";

  /** One that sees what all do, and may stop it. */
  static final String WATCHER = "watcher";

  /** A superuser, whom the coordinator's file trusts. */
  static final String TRUSTED = "postgres";

  private final TestCluster nodes;
  private final CoordinatorProcess coordinator;

  private ConsoleCluster(TestCluster nodes, CoordinatorProcess coordinator) {
    this.nodes = nodes;
    this.coordinator = coordinator;
  }

  /**
   * Starts it.
   *
   * @param console the section of that name, without its port
   */
  static ConsoleCluster start(String console, Path folder) {
    TestCluster nodes = TestCluster.start(3);
    try (Connection connection = DriverManager.getConnection(nodes.jdbcUrl());
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE ROLE weak LOGIN PASSWORD 'right'");
      statement.execute("CREATE ROLE watcher LOGIN PASSWORD 'right'");
      statement.execute("GRANT pg_read_all_stats, pg_signal_backend TO watcher");
      return new ConsoleCluster(
          nodes,
          CoordinatorProcess.start(
              CoordinatorConfiguration.read(
                  Files.writeString(folder.resolve("coordinator.yaml"), file(nodes, console)),
                  Map.of())));
    } catch (SQLException e) {
      nodes.close();
      throw new IllegalStateException(e);
    } catch (IOException e) {
      nodes.close();
      throw new UncheckedIOException(e);
    }
  }

  private static String file(TestCluster nodes, String console) {
    StringBuilder file =
        new StringBuilder(
            """
            listen: {host: 127.0.0.1, port: 0}
            database: argosy
            administrator: postgres
            users: {postgres: trust}
            limits: {concurrent_statements: 3}
            console: {port: 0%s}
            nodes:
            """
                .formatted(console));
    List<EmbeddedServer> servers = nodes.cluster().servers();
    for (int i = 0; i < servers.size(); i++) {
      file.append(
          "  - {name: node%d, url: \"jdbc:postgresql://127.0.0.1:%d/\"}\n"
              .formatted(i + 1, servers.get(i).port()));
    }
    return file.toString();
  }

  /** Where browsers are served. */
  URI console() {
    return URI.create(coordinator.consoleUrl().orElseThrow());
  }

  /** A session of a role with the coordinator itself. */
  Connection connect(String role) throws SQLException {
    return DriverManager.getConnection(
        coordinator.jdbcUrl() + "?user=" + role + "&password=" + PASSWORD);
  }

  /** The cluster of one machine whose nodes these are. */
  LocalCluster local() {
    return nodes.cluster();
  }

  /** What stops one of the nodes. */
  EmbeddedServer server(int node) {
    return nodes.cluster().servers().get(node);
  }

  @Override
  public void close() {
    coordinator.close();
    nodes.close();
  }
}
