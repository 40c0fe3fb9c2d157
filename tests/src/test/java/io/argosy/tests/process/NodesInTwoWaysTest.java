package io.argosy.tests.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A coordinator that is connected to the servers for short statements, and to their agents. */
@Timeout(180)
class NodesInTwoWaysTest extends DeploymentSuite {
  private static final int NODES = 2;

  /** Joins on no distribution column, so rows are moved. */
  private static final String MOVES =
      "SELECT count(*), sum(a.amount) FROM items a JOIN items b ON a.amount = b.id";

  private static final String BY_KEY = "SELECT amount FROM items WHERE id = 7";

  @TempDir private Path files;

  NodesInTwoWaysTest() {
    super(
        NODES,
        List.of(
            "CREATE TABLE items (id int PRIMARY KEY, amount int)",
            "INSERT INTO items SELECT i, 1001 - i FROM generate_series(1, 1000) i",
            "SELECT create_distributed_table('items', 'id')"));
  }

  @BeforeEach
  void startAll() throws IOException {
    deployment.reachServers();
    deployment.startCoordinator();
  }

  @Test
  void shortStatementsPassNoAgent() throws IOException {
    assertThat(deployment.ask(BY_KEY)).containsExactly("994");
    stopAgents();
    try {
      assertThat(deployment.ask(BY_KEY)).containsExactly("994");
      deployment.ask("UPDATE items SET amount = amount WHERE id = 7");
      deployment.ask("INSERT INTO items VALUES (-1, 0)");
      deployment.ask("DELETE FROM items WHERE id = -1");
      assertThat(deployment.failureOf(MOVES).getSQLState()).isEqualTo("08006");
      assertThat(deployment.failureOf("SELECT sum(amount) FROM items").getSQLState())
          .isEqualTo("08006");
    } finally {
      startAgents();
    }
    assertThat(deployment.ask("SELECT sum(amount) FROM items")).containsExactly("500500");
  }

  /** What was leased through an agent before is not what the next statement needs. */
  @Test
  void shortStatementsGoOnBehindOneThatNeedsAnAgent() throws IOException, SQLException {
    try (Connection connection = DriverManager.getConnection(deployment.url());
        Statement statement = connection.createStatement()) {
      rows(statement, MOVES);
      stopAgents();
      assertThatThrownBy(() -> rows(statement, MOVES)).isInstanceOf(SQLException.class);
      // New texts, each of which has to be described.
      assertThat(rows(statement, "SELECT amount + 2 FROM items WHERE id = 8"))
          .containsExactly("995");
      assertThatThrownBy(() -> rows(statement, "SELECT max(amount) FROM items"))
          .isInstanceOf(SQLException.class);
      connection.setAutoCommit(false);
      assertThat(rows(statement, "SELECT amount + 1 FROM items WHERE id = 9"))
          .containsExactly("993");
      connection.commit();
    } finally {
      startAgents();
    }
  }

  private void stopAgents() {
    for (int node = 0; node < NODES; node++) {
      deployment.agent(node).close();
    }
  }

  private void startAgents() throws IOException {
    for (int node = 0; node < NODES; node++) {
      deployment.startAgent(node);
    }
  }

  @Test
  void rowsAreMovedByAgents() throws SQLException {
    List<String> moves =
        explained("EXPLAIN (ANALYZE) " + MOVES).stream()
            .filter(line -> line.contains("->  node"))
            .toList();

    assertThat(moves).hasSizeGreaterThanOrEqualTo(NODES);
    assertThat(moves).allMatch(line -> line.contains("compressed="));
    assertThat(moves).noneMatch(line -> line.contains("compressed=0"));
  }

  private List<String> explained(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(deployment.url());
        Statement statement = connection.createStatement()) {
      return rows(statement, sql);
    }
  }

  private static List<String> rows(Statement statement, String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        rows.add(result.getString(1));
      }
    }
    return rows;
  }

  /** Its rows cannot be seen in other backends. */
  @Test
  void aTransactionThatHasWrittenMovesItsOwnRows() throws SQLException {
    try (Connection connection = DriverManager.getConnection(deployment.url());
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      for (int id = -10; id < 0; id++) {
        statement.execute("INSERT INTO items VALUES (" + id + ", 1)");
      }
      assertThat(rows(statement, MOVES)).containsExactly("1010");
      connection.rollback();
      assertThat(rows(statement, MOVES)).containsExactly("1000");
      // And the other way round: what agents have leased goes on with short statements.
      statement.execute("INSERT INTO items VALUES (-1, 1)");
      assertThat(rows(statement, MOVES)).containsExactly("1001");
      statement.execute("UPDATE items SET amount = 2 WHERE id = -1");
      connection.commit();
      assertThat(rows(statement, "SELECT amount FROM items WHERE id = -1")).containsExactly("2");
      statement.execute("DELETE FROM items WHERE id = -1");
      connection.commit();
    }
  }

  @Test
  void aTransactionsSnapshotIsOneInBothWays() throws SQLException {
    try (Connection connection = DriverManager.getConnection(deployment.url());
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      assertThat(rows(statement, BY_KEY)).containsExactly("994");
      deployment.ask("INSERT INTO items SELECT -i, 1 FROM generate_series(1, 10) i");
      try {
        assertThat(rows(statement, MOVES)).containsExactly("1000");
        assertThat(rows(statement, "SELECT sum(amount) FROM items")).containsExactly("500500");
      } finally {
        connection.rollback();
        deployment.ask("DELETE FROM items WHERE id < 0");
      }
    }
  }

  @Test
  void refusesANodeWhoseWaysLeadToDifferentServers() throws IOException {
    Path file = file(inBothWays(0, 0), inBothWays(0, 1));

    try (ArgosyProcess process =
        ArgosyProcess.start(Map.of(), "coordinator", "--config", file.toString())) {
      assertThat(process.awaitExit()).isEqualTo(1);
      assertThat(process.errors())
          .contains("the agent and the url of node node2 lead to different servers");
    }
    try (ArgosyProcess process =
        ArgosyProcess.start(Map.of(), "check", "--config", file.toString())) {
      assertThat(process.awaitExit()).isEqualTo(1);
      assertThat(process.output())
          .contains("the agent and the url of node node2 lead to different servers");
    }
  }

  @Test
  void checksBothWays() throws IOException {
    Path file = file(inBothWays(0, 0), inBothWays(1, 1));

    try (ArgosyProcess check =
        ArgosyProcess.start(Map.of(), "check", "--config", file.toString())) {
      assertThat(check.awaitExit()).as(check.output() + check.errors()).isZero();
      assertThat(check.output()).contains("agent at 127.0.0.1:", ", and PostgreSQL at 127.0.0.1:");
    }
    stopAgents();
    try (ArgosyProcess check =
        ArgosyProcess.start(Map.of(), "check", "--config", file.toString())) {
      assertThat(check.awaitExit()).isEqualTo(1);
      assertThat(check.output()).contains("WRONG", "agent");
    } finally {
      startAgents();
    }
  }

  @Test
  void startsOnlyIfBothWaysLeadThere() throws IOException {
    Path file =
        file(
            CoordinatorFile.url(servers.port(0)) + ", " + agent(Servers.freePort()),
            inBothWays(1, 1));

    assertThatThrownBy(
            () -> {
              try (ArgosyProcess process =
                  ArgosyProcess.start(Map.of(), "coordinator", "--config", file.toString())) {
                process.awaitReady();
              }
            })
        .hasMessageContaining("could not connect to the agent of node");
  }

  private Path file(String... nodes) throws IOException {
    return CoordinatorFile.of(List.of(nodes)).write(files.resolve("coordinator.yaml"));
  }

  /** A node that is reached at the server of one, and by the agent of another one. */
  private String inBothWays(int server, int agent) {
    return CoordinatorFile.url(servers.port(server)) + ", " + agent(deployment.agentPort(agent));
  }

  private static String agent(int port) {
    return CoordinatorFile.agent(port, "secret: \"" + Deployment.SECRET + "\"");
  }
}
