package io.argosy.coordinator.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.argosy.coordinator.testing.SharedCluster;
import io.argosy.coordinator.testing.WatchedNodes;
import java.io.IOException;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Changes of one node's rows that are transactions by themselves are committed as they run. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(60)
class CommittedStatementsTest {
  private static final String UPDATE = "UPDATE committed_rows SET n = n + %d WHERE id = %d";
  private static final int ROWS = 100;

  private WatchedNodes nodes;
  private Connection connection;
  private int elsewhere;

  @BeforeAll
  void start() throws IOException, SQLException {
    nodes = WatchedNodes.start();
  }

  @AfterAll
  void stop() {
    nodes.close();
  }

  @BeforeEach
  void makeTable() throws IOException, SQLException {
    connection = nodes.connect();
    SharedCluster.run(
        connection,
        "DROP TABLE IF EXISTS committed_rows",
        "CREATE TABLE committed_rows (id int PRIMARY KEY, n int, at timestamptz)",
        "SELECT create_distributed_table('committed_rows', 'id')",
        "INSERT INTO committed_rows SELECT i, 0 FROM generate_series(1, " + ROWS + ") i");
    elsewhere =
        Integer.parseInt(SharedCluster.onNode(1, "SELECT id FROM committed_rows").getFirst());
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private String update(int by) {
    return UPDATE.formatted(by, elsewhere);
  }

  private String value() throws SQLException {
    return SharedCluster.rows(connection, "SELECT n FROM committed_rows WHERE id = " + elsewhere)
        .getFirst();
  }

  /** Whether the Sync has come by the time at which the statement starts is chance. */
  private void expectRequests(int expected, String... statements) {
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () -> {
              SharedCluster.run(connection, statements);
              nodes.forget();
              SharedCluster.run(connection, statements);
              assertThat(nodes.requests()).isEqualTo(expected);
            });
  }

  @Test
  void aChangeOfOneRowIsOneRequest() {
    String delete = "DELETE FROM committed_rows WHERE id = " + elsewhere;
    String insert = "INSERT INTO committed_rows VALUES (" + elsewhere + ", 1)";
    expectRequests(1, update(1));
    expectRequests(2, delete, insert);
    expectRequests(1, insert + " ON CONFLICT (id) DO UPDATE SET n = excluded.n + 1");
  }

  /** Their client gets something before the commit, or they are not all of their transaction. */
  @Test
  void otherStatementsAreCommittedBehind() {
    expectRequests(2, update(1) + " RETURNING n");
    expectRequests(4, "BEGIN", update(1), "COMMIT");
  }

  @Test
  void aPipelineIsOneTransaction() throws SQLException {
    SharedCluster.run(connection, update(1));
    try (Statement batch = connection.createStatement()) {
      batch.addBatch(update(10));
      batch.addBatch("INSERT INTO committed_rows VALUES (" + elsewhere + ", 1)");
      assertThatThrownBy(batch::executeBatch).isInstanceOf(BatchUpdateException.class);
    }
    assertThat(value()).isEqualTo("1");
    try (Statement text = connection.createStatement()) {
      assertThatThrownBy(() -> text.execute(update(10) + "; SELECT 1 / 0"))
          .hasMessageContaining("division by zero");
      assertThatThrownBy(() -> text.execute("SELECT 1; " + update(10) + "; SELECT 1 / 0"))
          .hasMessageContaining("division by zero");
      text.execute("SELECT 1; " + update(10));
    }
    assertThat(value()).isEqualTo("11");
  }

  @Test
  void whatFailsIsNotCommitted() throws SQLException {
    expectState("22012", "UPDATE committed_rows SET n = 1 / (n - n) WHERE id = " + elsewhere);
    expectState("23505", "INSERT INTO committed_rows VALUES (" + elsewhere + ", 1)");
    // A position is one in the client's text, or none.
    assertThatThrownBy(
            () ->
                SharedCluster.run(
                    connection, "UPDATE committed_rows SET n = n / 0 WHERE id = " + elsewhere))
        .hasMessageContaining("fragment on node node2");
    assertThat(value()).isEqualTo("0");
  }

  @Test
  void deferredChecksAreMadeByTheCommit() throws SQLException {
    SharedCluster.run(
        connection,
        "DROP TABLE IF EXISTS committed_parents, committed_children CASCADE",
        "CREATE TABLE committed_parents (id int PRIMARY KEY)",
        "CREATE TABLE committed_children (id int PRIMARY KEY REFERENCES committed_parents"
            + " DEFERRABLE INITIALLY DEFERRED)",
        "SELECT create_distributed_table('committed_parents', 'id')",
        "SELECT create_distributed_table('committed_children', 'id', colocate_with =>"
            + " 'committed_parents')");
    String insert = "INSERT INTO committed_children VALUES (%d)";
    for (int id = 1; id <= 10; id++) {
      expectState("23503", insert.formatted(id));
    }
    assertThat(SharedCluster.rows(connection, "SELECT count(*) FROM committed_children"))
        .containsExactly("0");
    SharedCluster.run(connection, "DROP TABLE committed_children, committed_parents");
  }

  private void expectState(String state, String sql) {
    assertThatThrownBy(() -> SharedCluster.run(connection, sql))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(state));
  }

  /** Runs something while a statement waits for a transaction that has changed its row. */
  private CompletableFuture<Void> whileItWaits(Connection writer, ThrowingCallable what)
      throws Exception {
    try (Connection holder = nodes.connect()) {
      SharedCluster.run(holder, "BEGIN", update(100));
      CompletableFuture<Void> writing = running(writer, update(1));
      await().until(this::waiting, waiting -> waiting.equals(List.of("1")));
      try {
        what.call();
      } catch (Exception | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new AssertionError(e);
      }
      SharedCluster.run(holder, "COMMIT");
      return writing;
    }
  }

  private static CompletableFuture<Void> running(Connection session, String... statements) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            SharedCluster.run(session, statements);
          } catch (SQLException e) {
            throw new CompletionException(e);
          }
        });
  }

  private List<String> waiting() throws IOException, SQLException {
    return SharedCluster.onNode(
        1, "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
  }

  @Test
  void readsOfSeveralNodesDoNotWaitForWhatItWaitsFor() throws Exception {
    // Nobody waits for it before.
    SharedCluster.run(connection, update(0));
    try (Connection writer = nodes.connect()) {
      SharedCluster.run(writer, update(0), update(0));
      whileItWaits(
              writer,
              () -> {
                long start = System.nanoTime();
                for (int i = 0; i < 3; i++) {
                  assertThat(SharedCluster.rows(connection, "SELECT sum(n) FROM committed_rows"))
                      .containsExactly("0");
                }
                assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isLessThan(Duration.ofSeconds(5));
              })
          .get(30, TimeUnit.SECONDS);
    }
    assertThat(value()).isEqualTo("101");
  }

  @Test
  void aCancelEndsIt() throws Exception {
    try (Connection writer = nodes.connect();
        Statement limited = writer.createStatement()) {
      limited.execute("SET statement_timeout = '300ms'");
      CompletableFuture<Void> writing =
          whileItWaits(writer, () -> await().until(() -> waiting().equals(List.of("0"))));
      assertThatThrownBy(() -> writing.get(30, TimeUnit.SECONDS))
          .isInstanceOfSatisfying(
              ExecutionException.class,
              e -> assertThat(e).hasMessageContaining("statement timeout"));
      limited.execute("RESET statement_timeout");
      SharedCluster.run(writer, update(1));
    }
    assertThat(value()).isEqualTo("101");
  }

  /** The server has said so. */
  @Test
  void aBackendThatIsEndedHasCommittedNothing() throws Exception {
    try (Connection writer = nodes.connect()) {
      SharedCluster.run(writer, update(0), update(0));
      CompletableFuture<Void> writing =
          whileItWaits(
              writer,
              () ->
                  SharedCluster.onNode(
                      1,
                      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE"
                          + " wait_event_type = 'Lock'"));
      assertThatThrownBy(() -> writing.get(30, TimeUnit.SECONDS))
          .cause()
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("08006"));
      SharedCluster.run(writer, update(1));
    }
    assertThat(value()).isEqualTo("101");
  }

  /** Statements start again that are based on an older catalog; each is done once. */
  @Test
  void definitionsThatComeBetweenDoNotCountTwice() throws Exception {
    int changes = 0;
    try (Connection definer = nodes.connect()) {
      CompletableFuture<Void> defining =
          running(
              definer,
              Collections.nCopies(
                      4,
                      List.of(
                          "ALTER TABLE committed_rows ADD COLUMN more int",
                          "ALTER TABLE committed_rows DROP COLUMN more"))
                  .stream()
                  .flatMap(List::stream)
                  .toArray(String[]::new));
      while (!defining.isDone()) {
        SharedCluster.run(connection, update(1));
        changes++;
      }
      defining.get();
    }
    assertThat(value()).isEqualTo(Integer.toString(changes));
  }
}
