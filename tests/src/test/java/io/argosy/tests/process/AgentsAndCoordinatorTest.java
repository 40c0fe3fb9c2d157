package io.argosy.tests.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process for each agent and one for the coordinator; what if one of them dies? */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
class AgentsAndCoordinatorTest {
  private static final Map<String, String> ENVIRONMENT =
      Map.of("ARGOSY_SECRET", "the secret of the tests, 32 characters");
  private static final int NODES = 2;

  /** Runs for long on one node, over rows that were moved there. */
  private static final String LONG_QUERY =
      "SELECT count(*), max(pg_sleep(30)::text) FROM (SELECT note FROM items LIMIT 1) one";

  private static final String SHORT_QUERY = "SELECT sum(id) FROM items";
  private static final String SUM = "500500";

  private Path directory;
  private Servers servers;
  private final List<Integer> agentPorts = new ArrayList<>();
  private final List<ArgosyProcess> agents = new ArrayList<>();
  private ArgosyProcess coordinator;
  private String url;

  @BeforeAll
  void startServers(@TempDir Path temporary) throws IOException {
    directory = temporary;
    servers = Servers.start(directory, NODES, Map.of());
    for (int node = 0; node < NODES; node++) {
      agentPorts.add(Servers.freePort());
      agents.add(null);
    }
    for (int node = 0; node < NODES; node++) {
      startAgent(node);
    }
    startCoordinator();
    Servers.ask(url, "CREATE TABLE items (id int PRIMARY KEY, note text)");
    Servers.ask(url, "INSERT INTO items SELECT i, 'note ' || i FROM generate_series(1, 1000) i");
    Servers.ask(url, "SELECT create_distributed_table('items', 'id')");
    coordinator.close();
  }

  @BeforeEach
  void startAll() throws IOException {
    startCoordinator();
  }

  @AfterEach
  void stopCoordinator() {
    coordinator.close();
  }

  @AfterAll
  void stopAll() {
    agents.forEach(ArgosyProcess::close);
    servers.close();
  }

  private void startAgent(int node) throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("agent" + node + ".yaml"),
            """
            name: node%d
            listen: {host: 127.0.0.1, port: %d}
            secret_environment: ARGOSY_SECRET
            shutdown_seconds: 5
            postgres: {host: 127.0.0.1, port: %d}
            """
                .formatted(node + 1, agentPorts.get(node), servers.port(node)));
    ArgosyProcess agent = ArgosyProcess.start(ENVIRONMENT, "agent", "--config", file.toString());
    agents.set(node, agent);
    assertThat(agent.awaitReady()).contains("agent of node" + (node + 1));
  }

  private void startCoordinator() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("coordinator.yaml"),
            """
            listen: {host: 127.0.0.1, port: 0}
            database: argosy
            administrator: postgres
            users: {postgres: trust}
            shutdown_seconds: 5
            nodes:
              - {name: node1, agent: "127.0.0.1:%d", secret_environment: ARGOSY_SECRET}
              - {name: node2, agent: "127.0.0.1:%d", secret_environment: ARGOSY_SECRET}
            """
                .formatted(agentPorts.get(0), agentPorts.get(1)));
    coordinator = ArgosyProcess.start(ENVIRONMENT, "coordinator", "--config", file.toString());
    url = coordinator.awaitReady() + "?user=postgres&socketTimeout=60";
  }

  @Test
  void answersOverBothNodes() {
    assertThat(Servers.ask(url, SHORT_QUERY)).containsExactly(SUM);
    for (int node = 0; node < NODES; node++) {
      assertThat(Servers.ask(nodeUrl(node), "SELECT count(*) FROM items").getFirst())
          .isNotIn("0", "1000");
    }
  }

  private String nodeUrl(int node) {
    return "jdbc:postgresql://127.0.0.1:" + servers.port(node) + "/argosy?user=postgres";
  }

  /** Starts the long query and waits until a node runs it; returns that node. */
  private int begin(CompletableFuture<SQLException> failure) {
    Thread.ofVirtual().start(() -> failure.complete(failureOf(LONG_QUERY)));
    List<Integer> running = new ArrayList<>();
    await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () -> {
              for (int node = 0; node < NODES; node++) {
                if (!servers.sleeping(node).isEmpty()) {
                  running.add(node);
                }
              }
              return !running.isEmpty();
            });
    return running.getFirst();
  }

  private SQLException failureOf(String sql) {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
      return new SQLException("the statement did not fail");
    } catch (SQLException e) {
      return e;
    }
  }

  private void expectNothingLeft() {
    for (int node = 0; node < NODES; node++) {
      int here = node;
      await()
          .atMost(Duration.ofSeconds(10))
          .untilAsserted(
              () -> {
                assertThat(servers.busy(here)).isEmpty();
                assertThat(servers.temporaryTables(here)).isEmpty();
              });
    }
  }

  @Test
  void tellsThatAnAgentWasKilledAndGoesOnAfterItsRestart() throws Exception {
    CompletableFuture<SQLException> failure = new CompletableFuture<>();
    int node = begin(failure);

    agents.get(node).kill();

    SQLException told = failure.get(20, TimeUnit.SECONDS);
    assertThat(told.getSQLState()).isEqualTo("08006");
    assertThat(told.getMessage()).contains("node" + (node + 1));
    SQLException meanwhile = failureOf(SHORT_QUERY);
    assertThat(meanwhile.getSQLState()).isEqualTo("08006");
    assertThat(meanwhile.getMessage()).contains("node" + (node + 1));
    startAgent(node);
    assertThat(Servers.ask(url, SHORT_QUERY)).containsExactly(SUM);
    expectNothingLeft();
  }

  @Test
  void goesOnInASessionThatWasThereBeforeTheAgentDied() throws Exception {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      assertThat(sum(statement)).isEqualTo(SUM);
      agents.get(1).kill();
      startAgent(1);

      await()
          .atMost(Duration.ofSeconds(10))
          .ignoreExceptions()
          .until(() -> sum(statement).equals(SUM));
    }
    expectNothingLeft();
  }

  private static String sum(Statement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery(SHORT_QUERY)) {
      rows.next();
      return rows.getString(1);
    }
  }

  @Test
  void tellsThatABackendWasTerminatedAndGoesOn() throws Exception {
    CompletableFuture<SQLException> failure = new CompletableFuture<>();
    int node = begin(failure);

    servers.ask(node, "SELECT pg_terminate_backend(" + servers.sleeping(node).getFirst() + ")");

    SQLException told = failure.get(20, TimeUnit.SECONDS);
    assertThat(told.getSQLState()).isIn("57P01", "08006");
    assertThat(told.getMessage()).contains("node" + (node + 1));
    assertThat(Servers.ask(url, SHORT_QUERY)).containsExactly(SUM);
    expectNothingLeft();
  }

  @Test
  void letsAStatementEndWhenTheCoordinatorIsStopped() throws Exception {
    CompletableFuture<List<String>> answer = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                answer.complete(Servers.ask(url, "SELECT 'slept' FROM pg_sleep(2)"));
              } catch (AssertionError e) {
                answer.completeExceptionally(e);
              }
            });
    await().atMost(Duration.ofSeconds(20)).until(() -> !servers.sleeping(0).isEmpty());

    coordinator.terminate();

    assertThat(answer.get(20, TimeUnit.SECONDS)).containsExactly("slept");
    coordinator.awaitExit();
    expectNothingLeft();
  }

  @Test
  void endsAStatementThatTakesTooLongWhenTheCoordinatorIsStopped() throws Exception {
    CompletableFuture<SQLException> failure = new CompletableFuture<>();
    begin(failure);

    coordinator.terminate();

    assertThat(failure.get(20, TimeUnit.SECONDS).getSQLState()).startsWith("08");
    coordinator.awaitExit();
    expectNothingLeft();
  }

  @Test
  void leavesNothingBehindWhenTheCoordinatorIsKilled() {
    begin(new CompletableFuture<>());

    coordinator.kill();

    expectNothingLeft();
  }

  @Test
  void stopsAnAgentWithoutLeavingAConnection() throws Exception {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      assertThat(sum(statement)).isEqualTo(SUM);
      assertThat(servers.connections(1)).isNotEmpty();

      agents.get(1).terminate();

      agents.get(1).awaitExit();
      await()
          .atMost(Duration.ofSeconds(10))
          .untilAsserted(() -> assertThat(servers.connections(1)).isEmpty());
    }
    startAgent(1);
  }
}
