package io.argosy.tests.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A coordinator that is started while a node recovers serves as soon as the node does. */
@Timeout(120)
class RecoveringNodeTest {
  @TempDir private Path directory;
  private Servers servers;

  @BeforeEach
  void startRecovery() {
    servers = Servers.start(directory, 2, Map.of());
    servers.kill(1);
    servers.restartRecovering(1);
  }

  @AfterEach
  void stopServers() {
    servers.close();
  }

  @Test
  void isWaitedForWithoutAgents() throws Exception {
    assertWaits(CoordinatorFile.url(servers.port(1)));
  }

  @Test
  void isWaitedForThroughItsAgent() throws Exception {
    int port = Servers.freePort();
    Path file = AgentFile.write(directory, "node2", port, servers.port(1));
    try (ArgosyProcess agent =
        ArgosyProcess.start(Map.of(), "agent", "--config", file.toString())) {
      agent.awaitReady();
      assertWaits(CoordinatorFile.agent(port, "secret: \"" + AgentFile.SECRET + "\""));
    }
  }

  private void assertWaits(String second) throws Exception {
    Path file =
        CoordinatorFile.of(List.of(CoordinatorFile.url(servers.port(0)), second))
            .write(directory.resolve("coordinator.yaml"));
    try (ArgosyProcess coordinator =
        ArgosyProcess.start(Map.of(), "coordinator", "--config", file.toString())) {
      coordinator.awaitError("waiting for node node2");
      assertThat(coordinator.isAlive()).isTrue();
      servers.endRecovery(1);
      String url = coordinator.awaitReady();
      assertThat(nodes(url)).isEqualTo(2);
    }
  }

  private static int nodes(String url) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url + "?user=postgres");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT count(*) FROM argosy.nodes")) {
      rows.next();
      return rows.getInt(1);
    }
  }
}
