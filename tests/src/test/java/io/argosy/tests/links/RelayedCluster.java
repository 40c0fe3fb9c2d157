package io.argosy.tests.links;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.agent.embedded.EmbeddedServer;
import io.argosy.agent.server.AgentServer;
import io.argosy.server.config.AgentConfiguration;
import io.argosy.server.config.CoordinatorConfiguration;
import io.argosy.server.config.CoordinatorProcess;
import io.argosy.tests.process.CoordinatorFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.postgresql.util.PSQLException;

/** A coordinator and agents; whoever connects to an agent does so through a relay. */
final class RelayedCluster implements AutoCloseable {
  private static final String SECRET = "the-secret-of-relayed-peers-0123456789";

  private static final String NOT_COMMITTED =
      "40001 ERROR: the coordinator is not in argosy.coordinators any more";

  private final Deque<Closeable> started = new ArrayDeque<>();
  private final List<EmbeddedServer> servers = new ArrayList<>();
  private final List<FrameRelay> relays = new ArrayList<>();
  private final CoordinatorProcess coordinator;

  private RelayedCluster(Path directory, int nodes, FrameRelay.Rule rule) throws IOException {
    for (int node = 1; node <= nodes; node++) {
      EmbeddedServer server =
          EmbeddedServer.start(
              directory.resolve("server" + node),
              Map.of("fsync", "off", "max_prepared_transactions", "50"));
      servers.add(server);
      started.push(server::close);
      AgentServer agent = agent(directory, node, server.port());
      started.push(agent::close);
      FrameRelay relay = FrameRelay.start(agent.port(), rule);
      started.push(relay);
      relays.add(relay);
    }
    CoordinatorFile file =
        CoordinatorFile.of(
            relays.stream()
                .map(relay -> CoordinatorFile.agent(relay.port(), "secret: " + SECRET))
                .toList());
    coordinator =
        CoordinatorProcess.start(
            CoordinatorConfiguration.read(
                file.write(directory.resolve("coordinator.yaml")), Map.of()));
    started.push(coordinator::close);
  }

  /**
   * Starts everything.
   *
   * @param rule what relays do until they are told otherwise
   */
  static RelayedCluster start(Path directory, int nodes, FrameRelay.Rule rule) throws IOException {
    return new RelayedCluster(directory, nodes, rule);
  }

  private static AgentServer agent(Path directory, int node, int postgres) throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("agent.yaml"),
            """
            name: node%d
            listen: {host: localhost, port: 0}
            secret: %s
            postgres: {host: localhost, port: %d}
            """
                .formatted(node, SECRET, postgres));
    return AgentServer.start(AgentConfiguration.read(file, Map.of()).agent());
  }

  /** In front of an agent, for the coordinator and the other agents. */
  FrameRelay relay(int node) {
    return relays.get(node);
  }

  /** Asks a node's server, past Argosy, for one value. */
  String ask(int node, String sql) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(servers.get(node).jdbcUrl() + "?user=postgres");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }

  /**
   * Expects an error of the coordinator's with one of these SQLSTATEs, or that its entry was lost
   * with an earlier connection, so that nothing is committed; what it says.
   */
  static String toldByCoordinator(SQLException failure, Set<String> expected) {
    String all = failure.getSQLState() + " " + failure.getMessage();
    boolean told = failure instanceof PSQLException error && error.getServerErrorMessage() != null;
    assertThat(told).as(all).isTrue();
    if (!all.startsWith(NOT_COMMITTED)) {
      assertThat(failure.getSQLState()).as(all).isIn(expected);
    }
    return all;
  }

  Connection connect() throws SQLException {
    return DriverManager.getConnection(coordinator.jdbcUrl() + "?user=postgres&socketTimeout=60");
  }

  @Override
  public void close() throws IOException {
    for (Closeable each : started) {
      each.close();
    }
  }
}
