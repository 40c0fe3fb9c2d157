package io.argosy.tests.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.argosy.coordinator.transaction.commit.CommitObserver.Point;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An agent is stopped by SIGSTOP: it neither answers nor hangs up. */
@Timeout(300)
class FrozenAgentTest extends DeploymentSuite {
  private static final int NODES = 3;
  private static final int ROWS = 30;
  private static final int HOME = 0;
  private static final int OTHER = 1;
  private static final int SNAPSHOT_LIMIT = 3;

  /** Far below all limits, far above what the statements take. */
  private static final Duration NO_DELAY = Duration.ofSeconds(6);

  /** An agent that is silent for 15 seconds is lost, and then is connected to once more. */
  private static final Duration BOUND = Duration.ofSeconds(45);

  @TempDir private Path directory;

  FrozenAgentTest() {
    super(
        NODES,
        List.of(
            "CREATE TABLE parts (id int PRIMARY KEY, value int)",
            "SELECT create_distributed_table('parts', 'id')",
            "INSERT INTO parts SELECT i, 0 FROM generate_series(1, 30) i"));
  }

  @AfterEach
  void thaw() {
    for (int node = 0; node < NODES; node++) {
      deployment.agent(node).thaw();
    }
  }

  private static String answer(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (!statement.execute(sql)) {
        return "" + statement.getUpdateCount();
      }
      try (ResultSet rows = statement.getResultSet()) {
        rows.next();
        return rows.getString(1);
      }
    }
  }

  private static Duration since(long start) {
    return Duration.ofNanos(System.nanoTime() - start);
  }

  /** A key of which a node has the row. */
  private int key(int node) {
    return Integer.parseInt(servers.ask(node, "SELECT min(id) FROM parts").getFirst());
  }

  private CompletableFuture<Optional<SQLException>> begin(String sql) {
    CompletableFuture<Optional<SQLException>> outcome = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try (Connection connection = DriverManager.getConnection(deployment.url());
                  Statement statement = connection.createStatement()) {
                statement.execute(sql);
                outcome.complete(Optional.empty());
              } catch (SQLException e) {
                outcome.complete(Optional.of(e));
              }
            });
    return outcome;
  }

  @Test
  void statementsThatDoNotNeedItGoOn() throws Exception {
    deployment.startCoordinator();
    List<String> statements =
        List.of(
            "SELECT id FROM parts WHERE id = " + key(HOME),
            "UPDATE parts SET value = value WHERE id = " + key(2),
            "BEGIN; UPDATE parts SET value = value WHERE id = " + key(HOME) + "; COMMIT");
    try (Connection connection = DriverManager.getConnection(deployment.url())) {
      for (String sql : statements) {
        answer(connection, sql);
      }
      deployment.agent(OTHER).freeze();
      CompletableFuture<Optional<SQLException>> read = begin("SELECT sum(value) FROM parts");
      CompletableFuture<Optional<SQLException>> write = begin("UPDATE parts SET value = value");
      long frozen = System.nanoTime();
      while (!read.isDone() || !write.isDone()) {
        for (String sql : statements) {
          long start = System.nanoTime();
          answer(connection, sql);
          assertThat(since(start)).as(sql).isLessThan(NO_DELAY);
        }
        assertThat(since(frozen)).isLessThan(BOUND);
      }
      for (CompletableFuture<Optional<SQLException>> failed : List.of(read, write)) {
        assertThat(failed.join().orElseThrow().getSQLState()).isEqualTo("08006");
        assertThat(failed.join().orElseThrow().getMessage()).contains("node2");
      }
    }
    deployment.agent(OTHER).thaw();
    expectAllOrNone(0);
  }

  @Test
  void aCommitThatIsInsideTheBarrierIsLeftToRecovery() throws Exception {
    deployment.configure("snapshot_limit_seconds: " + SNAPSHOT_LIMIT + "\n");
    Path stopped = directory.resolve("stopped");
    deployment.startCoordinator(Point.BEFORE_COMMIT_PREPARED, OTHER, stopped);
    deployment.awaitCoordinator();
    try (Connection connection = DriverManager.getConnection(deployment.url())) {
      // Of two nodes, which the third one has nothing to do with.
      String read =
          "SELECT count(*) FROM parts WHERE value > 0 AND id IN (%d, %d)"
              .formatted(key(HOME), key(2));
      assertThat(answer(connection, read)).isEqualTo("0");
      CompletableFuture<Optional<SQLException>> write = begin("UPDATE parts SET value = 7");
      await().atMost(BOUND).until(() -> Files.exists(stopped));
      deployment.agent(OTHER).freeze();
      Files.delete(stopped);

      long start = System.nanoTime();
      assertThat(answer(connection, read)).isEqualTo("2");
      assertThat(since(start)).isLessThan(Duration.ofSeconds(SNAPSHOT_LIMIT).plus(NO_DELAY));
      // The home node has committed, and recovery tells the others.
      assertThat(write.get(BOUND.toSeconds(), TimeUnit.SECONDS)).isEmpty();
    } finally {
      deployment.configure("");
    }
    deployment.agent(OTHER).thaw();
    expectAllOrNone(7);
  }

  @Test
  @Tag("slow")
  void aHomeNodeThatIsFrozenInItsCommitLeavesTheOutcomeOpen() throws Exception {
    deployment.configure("snapshot_limit_seconds: " + SNAPSHOT_LIMIT + "\n");
    Path stopped = directory.resolve("stopped");
    deployment.startCoordinator(Point.BEFORE_COMMIT, HOME, stopped);
    deployment.awaitCoordinator();
    String own = "SELECT id FROM parts WHERE id = " + key(2);
    try (Connection connection = DriverManager.getConnection(deployment.url())) {
      String both = "SELECT count(*) FROM parts WHERE id IN (%d, %d)".formatted(key(OTHER), key(2));
      answer(connection, own);
      answer(connection, both);
      CompletableFuture<Optional<SQLException>> write = begin("UPDATE parts SET value = 8");
      await().atMost(BOUND).until(() -> Files.exists(stopped));
      deployment.agent(HOME).freeze();
      Files.delete(stopped);

      // It waits for the commit, and may then not see what is prepared before the outcome is known.
      SQLException open = deployment.failureOf(both);
      assertThat(open.getSQLState()).as(open.getMessage()).startsWith("08");
      SQLException told = write.get(BOUND.toSeconds(), TimeUnit.SECONDS).orElseThrow();
      assertThat(told.getSQLState()).as(told.getMessage()).isEqualTo("08007");
    } finally {
      deployment.configure("");
    }
    deployment.agent(HOME).thaw();
    await()
        .atMost(BOUND)
        .ignoreExceptions()
        .until(() -> deployment.ask("SELECT gid FROM argosy.transactions").isEmpty());
    int value = Integer.parseInt(servers.ask(HOME, "SELECT max(value) FROM parts").getFirst());
    expectAllOrNone(value);
  }

  /** Recovery has ended what was left, and all nodes have the same. */
  private void expectAllOrNone(int value) throws IOException {
    await()
        .atMost(BOUND)
        .ignoreExceptions()
        .untilAsserted(
            () -> {
              assertThat(deployment.ask("SELECT sum(value) FROM parts"))
                  .containsExactly("" + ROWS * value);
              assertThat(deployment.ask("SELECT gid FROM argosy.transactions")).isEmpty();
              for (int node = 0; node < NODES; node++) {
                assertThat(servers.ask(node, "SELECT DISTINCT value FROM parts"))
                    .containsExactly("" + value);
                assertThat(servers.ask(node, "SELECT gid FROM pg_prepared_xacts")).isEmpty();
              }
            });
  }
}
