package io.argosy.tests.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A process for each agent and one for the coordinator; what if one of them dies? */
@Timeout(120)
class AgentsAndCoordinatorTest extends DeploymentSuite {
  private static final int NODES = 2;

  /** Runs for long on one node, over rows that were moved there. */
  private static final String LONG_QUERY =
      "SELECT count(*), max(pg_sleep(30)::text) FROM (SELECT note FROM items LIMIT 1) one";

  private static final String SHORT_QUERY = "SELECT sum(id) FROM items";
  private static final String SUM = "500500";

  AgentsAndCoordinatorTest() {
    super(
        NODES,
        List.of(
            "CREATE TABLE items (id int PRIMARY KEY, note text)",
            "INSERT INTO items SELECT i, 'note ' || i FROM generate_series(1, 1000) i",
            "SELECT create_distributed_table('items', 'id')"));
  }

  @BeforeEach
  void startAll() throws IOException {
    deployment.startCoordinator();
  }

  @Test
  void answersOverBothNodes() {
    assertThat(deployment.ask(SHORT_QUERY)).containsExactly(SUM);
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
    Thread.ofVirtual().start(() -> failure.complete(deployment.failureOf(LONG_QUERY)));
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

  @Test
  void tellsThatAnAgentWasKilledAndGoesOnAfterItsRestart() throws Exception {
    CompletableFuture<SQLException> failure = new CompletableFuture<>();
    int node = begin(failure);

    deployment.agent(node).kill();

    SQLException told = failure.get(20, TimeUnit.SECONDS);
    assertThat(told.getSQLState()).isEqualTo("08006");
    assertThat(told.getMessage()).contains("node" + (node + 1));
    SQLException meanwhile = deployment.failureOf(SHORT_QUERY);
    assertThat(meanwhile.getSQLState()).isEqualTo("08006");
    assertThat(meanwhile.getMessage()).contains("node" + (node + 1));
    deployment.startAgent(node);
    assertThat(deployment.ask(SHORT_QUERY)).containsExactly(SUM);
    deployment.expectNothingLeft();
  }

  @Test
  void goesOnInASessionThatWasThereBeforeTheAgentDied() throws Exception {
    try (Connection connection = DriverManager.getConnection(deployment.url());
        Statement statement = connection.createStatement()) {
      assertThat(sum(statement)).isEqualTo(SUM);
      deployment.agent(1).kill();
      deployment.startAgent(1);

      await()
          .atMost(Duration.ofSeconds(10))
          .ignoreExceptions()
          .until(() -> sum(statement).equals(SUM));
    }
    deployment.expectNothingLeft();
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
    assertThat(deployment.ask(SHORT_QUERY)).containsExactly(SUM);
    deployment.expectNothingLeft();
  }

  @Test
  void letsAStatementEndWhenTheCoordinatorIsStopped() throws Exception {
    CompletableFuture<List<String>> answer = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                answer.complete(deployment.ask("SELECT 'slept' FROM pg_sleep(2)"));
              } catch (AssertionError e) {
                answer.completeExceptionally(e);
              }
            });
    await().atMost(Duration.ofSeconds(20)).until(() -> !servers.sleeping(0).isEmpty());

    deployment.coordinator().terminate();

    assertThat(answer.get(20, TimeUnit.SECONDS)).containsExactly("slept");
    deployment.coordinator().awaitExit();
    deployment.expectNothingLeft();
  }

  @Test
  void endsAStatementThatTakesTooLongWhenTheCoordinatorIsStopped() throws Exception {
    CompletableFuture<SQLException> failure = new CompletableFuture<>();
    begin(failure);

    deployment.coordinator().terminate();

    assertThat(failure.get(20, TimeUnit.SECONDS).getSQLState()).startsWith("08");
    deployment.coordinator().awaitExit();
    deployment.expectNothingLeft();
  }

  @Test
  void leavesNothingBehindWhenTheCoordinatorIsKilled() {
    begin(new CompletableFuture<>());

    deployment.coordinator().kill();

    deployment.expectNothingLeft();
  }

  @Test
  void stopsAnAgentWithoutLeavingAConnection() throws Exception {
    try (Connection connection = DriverManager.getConnection(deployment.url());
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      assertThat(sum(statement)).isEqualTo(SUM);
      assertThat(servers.connections(1)).isNotEmpty();

      deployment.agent(1).terminate();

      deployment.agent(1).awaitExit();
      await()
          .atMost(Duration.ofSeconds(10))
          .untilAsserted(() -> assertThat(servers.connections(1)).isEmpty());
    }
    deployment.startAgent(1);
  }
}
