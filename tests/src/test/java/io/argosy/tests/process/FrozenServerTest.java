package io.argosy.tests.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.argosy.coordinator.transaction.commit.CommitObserver.Point;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A PostgreSQL is stopped by SIGSTOP while its agent lives, and a statement needs it: {@code
 * statement_timeout} ends it all the same.
 */
@Tag("slow")
@Timeout(300)
class FrozenServerTest extends DeploymentSuite {
  private static final Logger LOG = LoggerFactory.getLogger(FrozenServerTest.class);
  private static final int NODES = 2;
  private static final int HOME = 0;
  private static final int OTHER = 1;
  private static final int TIMEOUT = 2;

  /** After the timeout, a node has at most 15 seconds to end what was cancelled. */
  private static final Duration BOUND = Duration.ofSeconds(TIMEOUT + 15 + 5);

  private static final List<String> STATEMENTS =
      List.of(
          "SELECT sum(value) FROM parts",
          "SELECT value FROM parts WHERE id = 1",
          "SELECT value FROM parts WHERE id = 2",
          "SELECT value FROM parts WHERE id = 3",
          "SELECT value FROM parts WHERE id = 4",
          "UPDATE parts SET value = value",
          "UPDATE copies SET value = value",
          "SELECT a.value FROM parts a JOIN parts b ON a.id = b.value",
          "SELECT value FROM parts TABLESAMPLE SYSTEM (100)");

  @TempDir private Path directory;

  FrozenServerTest() {
    super(
        NODES,
        List.of(
            "CREATE TABLE parts (id int PRIMARY KEY, value int)",
            "CREATE TABLE copies (id int PRIMARY KEY, value int)",
            "SELECT create_distributed_table('parts', 'id')",
            "SELECT create_reference_table('copies')",
            "INSERT INTO parts SELECT i, 0 FROM generate_series(1, 30) i",
            "INSERT INTO copies SELECT i, 0 FROM generate_series(1, 30) i"));
  }

  @AfterEach
  void thaw() {
    for (int node = 0; node < NODES; node++) {
      servers.thaw(node);
    }
  }

  /** A client that has run the statement before, so that backends are there for it. */
  private Connection client(String sql) throws SQLException {
    Connection connection = DriverManager.getConnection(deployment.url());
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
      statement.execute("SET statement_timeout = '" + TIMEOUT + "s'");
    }
    return connection;
  }

  /** Runs statements, of which any may fail; tells how long that has taken. */
  private static CompletableFuture<Duration> begin(Connection connection, String... statements) {
    CompletableFuture<Duration> waited = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              long start = System.nanoTime();
              try (connection) {
                for (String sql : statements) {
                  run(connection, sql);
                }
              } catch (SQLException e) {
                LOG.info("a connection could not be closed", e);
              }
              waited.complete(Duration.ofNanos(System.nanoTime() - start));
            });
    return waited;
  }

  private static void run(Connection connection, String sql) {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      LOG.info("{}: {} {}", sql, e.getSQLState(), e.getMessage());
    }
  }

  private static void expectToEnd(List<CompletableFuture<Duration>> waits, List<String> what) {
    for (int i = 0; i < waits.size(); i++) {
      assertThat(waits.get(i))
          .as(what.get(i))
          .succeedsWithin(BOUND.toSeconds() + 30, TimeUnit.SECONDS)
          .satisfies(wait -> assertThat(wait).isLessThan(BOUND));
    }
  }

  @Test
  void aTransactionEndsWhereAnotherNodeIsFrozen() throws Exception {
    deployment.startCoordinator();
    List<String> failing = List.of("SELECT 1 / 0", "SELECT nothing", "UPDATE parts SET value = 2");
    List<Connection> clients = new ArrayList<>();
    for (int i = 0; i < failing.size(); i++) {
      Connection client = client("SELECT 1");
      clients.add(client);
      try (Statement statement = client.createStatement()) {
        statement.execute("BEGIN");
        statement.execute("UPDATE parts SET value = 1 WHERE id % 3 = " + i);
      }
    }
    servers.freeze(OTHER);
    List<CompletableFuture<Duration>> waits = new ArrayList<>();
    for (int i = 0; i < clients.size(); i++) {
      waits.add(begin(clients.get(i), failing.get(i), "ROLLBACK"));
    }
    expectToEnd(waits, failing);
  }

  private void expectAllToEnd(int node) throws Exception {
    deployment.startCoordinator();
    // Several of each, since it depends on chance which backend a statement gets.
    List<String> statements =
        Stream.generate(() -> STATEMENTS).limit(3).flatMap(List::stream).toList();
    List<Connection> clients = new ArrayList<>();
    for (String sql : statements) {
      clients.add(client(sql));
    }
    List<CompletableFuture<Duration>> waits = new ArrayList<>();
    servers.freeze(node);
    for (int i = 0; i < clients.size(); i++) {
      waits.add(begin(clients.get(i), statements.get(i)));
    }
    expectToEnd(waits, statements);
  }

  /** Freezes a server while a client's write commits on it. */
  private CompletableFuture<Optional<SQLException>> commitOn(int node, Point point, int value)
      throws Exception {
    Path stopped = directory.resolve("stopped");
    deployment.startCoordinator(point, node, stopped);
    deployment.awaitCoordinator();
    Connection writer = client("SELECT 1");
    CompletableFuture<Optional<SQLException>> outcome = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try (writer;
                  Statement statement = writer.createStatement()) {
                statement.execute("UPDATE parts SET value = " + value);
                outcome.complete(Optional.empty());
              } catch (SQLException e) {
                outcome.complete(Optional.of(e));
              }
            });
    await().atMost(BOUND).until(() -> Files.exists(stopped));
    servers.freeze(node);
    Files.delete(stopped);
    return outcome;
  }

  /** Recovery has ended what was left open. */
  private void expectOneValue() {
    await()
        .atMost(BOUND)
        .ignoreExceptions()
        .untilAsserted(
            () -> {
              assertThat(deployment.ask("SELECT gid FROM argosy.transactions")).isEmpty();
              assertThat(deployment.ask("SELECT DISTINCT value FROM parts")).hasSize(1);
            });
  }

  @Test
  void aCommitEndsWhereTheHomeNodeIsFrozen() throws Exception {
    SQLException told =
        commitOn(HOME, Point.BEFORE_COMMIT, 8)
            .get(BOUND.toSeconds(), TimeUnit.SECONDS)
            .orElseThrow();
    assertThat(told.getSQLState()).as(told.getMessage()).isEqualTo("08007");
    servers.thaw(HOME);
    expectOneValue();
  }

  @Test
  void aCommitEndsWhereAnotherNodeIsFrozen() throws Exception {
    assertThat(
            commitOn(OTHER, Point.BEFORE_COMMIT_PREPARED, 9)
                .get(BOUND.toSeconds(), TimeUnit.SECONDS))
        .isEmpty();
    servers.thaw(OTHER);
    expectOneValue();
    assertThat(deployment.ask("SELECT DISTINCT value FROM parts")).containsExactly("9");
  }

  @Test
  void aStatementEndsWhereAnotherNodeIsFrozen() throws Exception {
    expectAllToEnd(OTHER);
  }

  @Test
  void aStatementEndsWhereTheHomeNodeIsFrozen() throws Exception {
    expectAllToEnd(HOME);
  }
}
