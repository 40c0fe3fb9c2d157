package io.argosy.tests.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Changes of one row that are sent with their commit, by what the nodes are and become. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
class CommitWithStatementTest {
  private static final int NODES = 2;
  private static final int UPDATES = 50;

  private Deployment deployment;
  private CountedStatements statements;
  private int row;

  @BeforeAll
  void start(@TempDir Path directory) throws IOException {
    deployment = new Deployment(directory, NODES, CountedStatements.SETTINGS);
    deployment.startCoordinator();
    statements = new CountedStatements(deployment.servers());
  }

  @AfterAll
  void stop() {
    deployment.close();
  }

  @BeforeEach
  void makeTable() {
    deployment.ask("DROP TABLE IF EXISTS counters");
    deployment.ask("CREATE TABLE counters (id int PRIMARY KEY, n int)");
    deployment.ask("SELECT create_distributed_table('counters', 'id')");
    deployment.ask("INSERT INTO counters SELECT i, 0 FROM generate_series(1, 20) i");
    row = Integer.parseInt(deployment.servers().ask(1, "SELECT min(id) FROM counters").getFirst());
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection(deployment.url());
  }

  /** What the nodes execute for an update, of many. */
  private double statementsOfAnUpdate() throws SQLException {
    try (Connection connection = connect();
        PreparedStatement update =
            connection.prepareStatement("UPDATE counters SET n = n + 1 WHERE id = ?");
        Statement local = connection.createStatement()) {
      // There is no standby.
      local.execute("SET synchronous_commit = local");
      update.setInt(1, row);
      update.executeUpdate();
      statements.reset();
      for (int i = 0; i < UPDATES; i++) {
        assertThat(update.executeUpdate()).isOne();
      }
      return (double) statements.count() / UPDATES;
    }
  }

  /** A cancel that comes while a commit waits for a standby would end that wait. */
  @Test
  void whereACommitWaitsForStandbysItIsSentBehind() throws SQLException {
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> assertThat(statementsOfAnUpdate()).isBetween(2.0, 2.5));
    setStandbys("nobody");
    try {
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(() -> assertThat(statementsOfAnUpdate()).isGreaterThanOrEqualTo(4.0));
    } finally {
      setStandbys("");
    }
    String value = deployment.ask("SELECT n FROM counters WHERE id = " + row).getFirst();
    assertThat(Integer.parseInt(value) % (UPDATES + 1)).isZero();
  }

  private void setStandbys(String names) {
    deployment.servers().ask(1, "ALTER SYSTEM SET synchronous_standby_names = '" + names + "'");
    deployment.servers().ask(1, "SELECT pg_reload_conf()");
  }

  /** Whether the statement was committed cannot be known then. */
  @Test
  void anAgentThatIsLostLeavesItsOutcomeOpen() throws Exception {
    try (Connection writer = connect();
        Statement update = writer.createStatement();
        Connection holder = DriverManager.getConnection(url(1));
        Statement holding = holder.createStatement()) {
      String sql = "UPDATE counters SET n = n + 1 WHERE id = " + row;
      for (int i = 0; i < UPDATES; i++) {
        update.execute(sql);
      }
      holder.setAutoCommit(false);
      holding.execute("SELECT FROM counters WHERE id = " + row + " FOR UPDATE");
      CompletableFuture<Void> updating =
          CompletableFuture.runAsync(
              () -> {
                try {
                  update.execute(sql);
                } catch (SQLException e) {
                  throw new CompletionException(e);
                }
              });
      await()
          .until(
              () ->
                  deployment
                      .servers()
                      .ask(
                          1, "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
                      .equals(List.of("1")));
      deployment.agent(1).kill();
      assertThatThrownBy(() -> updating.get(60, TimeUnit.SECONDS))
          .cause()
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("08007"));
      holder.rollback();
    } finally {
      deployment.startAgent(1);
    }
    await()
        .atMost(Duration.ofSeconds(30))
        .ignoreExceptions()
        .until(
            () -> deployment.ask("SELECT n FROM counters WHERE id = " + row).getFirst(),
            value -> List.of(UPDATES, UPDATES + 1).contains(Integer.valueOf(value)));
  }

  private String url(int node) {
    return "jdbc:postgresql://127.0.0.1:"
        + deployment.servers().port(node)
        + "/argosy?user=postgres";
  }
}
