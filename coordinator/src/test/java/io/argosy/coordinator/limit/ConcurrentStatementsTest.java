package io.argosy.coordinator.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.argosy.coordinator.Coordinator;
import io.argosy.coordinator.testing.SharedCluster;
import io.argosy.coordinator.transaction.barrier.SnapshotBarrier;
import io.argosy.coordinator.transaction.commit.CommitObserver;
import io.argosy.planner.Planner;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

class ConcurrentStatementsTest {
  private static CoordinatorLimits limits;
  private static String url;

  private Connection busy;
  private Statement sleeping;
  private CompletableFuture<Void> sleep;

  @BeforeAll
  static void startCoordinator() throws IOException {
    limits = new CoordinatorLimits(CoordinatorLimits.Values.DEFAULT.withConcurrentStatements(1));
    url =
        SharedCluster.serve(
            new Coordinator(
                SharedCluster.nodes(),
                new Planner()::plan,
                new SnapshotBarrier(true),
                CommitObserver.NONE,
                limits));
  }

  private static Connection connect() throws SQLException {
    return DriverManager.getConnection(url + "?user=postgres");
  }

  @BeforeEach
  void useTheOnlyPlace() throws SQLException {
    busy = connect();
    sleeping = busy.createStatement();
    sleep = background(sleeping, "SELECT pg_sleep(60)");
    await().until(() -> limits.statements().running() == 1);
  }

  @AfterEach
  void leaveIt() throws SQLException {
    limits.change(CoordinatorLimits.Values.DEFAULT.withConcurrentStatements(1));
    sleeping.cancel();
    assertThatThrownBy(sleep::join).hasMessageContaining("canceling statement");
    busy.close();
    await().until(() -> limits.statements().running() == 0);
  }

  private static CompletableFuture<Void> background(Statement statement, String sql) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            statement.execute(sql);
          } catch (SQLException e) {
            throw new CompletionException(e);
          }
        },
        task -> Thread.ofVirtual().start(task));
  }

  @Test
  void aStatementWaitsVisiblyAndCanBeCancelled() throws SQLException {
    try (Connection queued = connect();
        Statement statement = queued.createStatement();
        Connection watching = connect()) {
      CompletableFuture<Void> answer = background(statement, "SELECT 1");
      await().until(() -> limits.statements().waiting() == 1);
      assertThat(
              SharedCluster.rows(
                  watching, "SELECT state, statement FROM argosy.activity WHERE wait = 'queue'"))
          .containsExactly("active|SELECT 1");
      statement.cancel();
      assertThatThrownBy(answer::join).hasMessageContaining("due to user request");
      assertThat(limits.statements().waiting()).isZero();
    }
  }

  @Test
  void whoEndsWhatKeepsOthersWaitingDoesNotWait() throws SQLException {
    try (Connection queued = connect();
        Statement statement = queued.createStatement();
        Connection administrator = connect()) {
      CompletableFuture<Void> answer = background(statement, "SELECT 1");
      await().until(() -> limits.statements().waiting() == 1);
      String pid =
          SharedCluster.rows(administrator, "SELECT pid FROM argosy.activity WHERE wait = 'queue'")
              .getFirst();
      assertThat(SharedCluster.rows(administrator, "SELECT pg_cancel_backend(" + pid + ")"))
          .containsExactly("t");
      assertThatThrownBy(answer::join).hasMessageContaining("due to user request");
    }
  }

  @Test
  void timeInTheQueueIsTimeOfTheStatement() throws SQLException {
    try (Connection queued = connect();
        Statement statement = queued.createStatement()) {
      statement.execute("SET statement_timeout = '100ms'");
      assertThatThrownBy(() -> statement.execute("SELECT 1"))
          .hasMessageContaining("due to statement timeout");
    }
  }

  @Test
  void aClientThatGoesAwayLeavesTheQueue() throws SQLException {
    try (Connection queued = connect();
        Statement statement = queued.createStatement()) {
      CompletableFuture<Void> answer = background(statement, "SELECT 1");
      await().until(() -> limits.statements().waiting() == 1);
      queued.abort(Runnable::run);
      await().until(() -> limits.statements().waiting() == 0);
      assertThatThrownBy(answer::join).hasCauseInstanceOf(SQLException.class);
    }
  }

  @Test
  void aTransactionThatHoldsLocksDoesNotWaitBehindThoseItBlocks() throws SQLException {
    limits.change(CoordinatorLimits.Values.DEFAULT.withConcurrentStatements(2));
    try (Connection holder = connect();
        Connection blocked = connect();
        Statement statement = blocked.createStatement()) {
      SharedCluster.run(
          holder,
          "CREATE TABLE held (id bigint PRIMARY KEY, n integer)",
          "SELECT create_distributed_table('held', 'id')",
          "INSERT INTO held VALUES (1, 1)",
          "BEGIN",
          "UPDATE held SET n = 2 WHERE id = 1");
      CompletableFuture<Void> waiting =
          background(statement, "UPDATE held SET n = n + 1 WHERE id = 1");
      await().until(() -> limits.statements().running() == 2);

      // Both places are taken, one of them by a statement that waits for this transaction.
      assertThat(SharedCluster.rows(holder, "SELECT n FROM held")).containsExactly("2");
      SharedCluster.run(holder, "COMMIT");

      waiting.join();
      assertThat(SharedCluster.rows(holder, "SELECT n FROM held")).containsExactly("3");
      SharedCluster.run(holder, "DROP TABLE held");
    }
  }

  @Test
  void aTransactionWaitsWithItsFirstStatement() throws SQLException {
    try (Connection queued = connect();
        Statement statement = queued.createStatement()) {
      statement.execute("BEGIN");
      statement.execute("SET LOCAL statement_timeout = '100ms'");
      assertThatThrownBy(() -> statement.execute("SELECT 1"))
          .hasMessageContaining("due to statement timeout");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "cancel, due to user request, true",
    "statement_timeout, due to statement timeout, true",
    // PostgreSQL JDBC keeps the reason to itself when it finds the connection closed.
    "transaction_timeout, Database connection failed, false"
  })
  void aClientThatIsSilentInItsCopyKeepsItsPlaceUntilItsTimeIsOver(
      String end, String message, boolean connected) throws SQLException {
    limits.change(CoordinatorLimits.Values.DEFAULT.withConcurrentStatements(2));
    try (Connection owner = connect();
        Connection silent = connect()) {
      SharedCluster.run(
          owner,
          "CREATE TABLE copied (id bigint PRIMARY KEY)",
          "SELECT create_distributed_table('copied', 'id')");
      PGConnection client = silent.unwrap(PGConnection.class);
      if (!end.equals("cancel")) {
        SharedCluster.run(silent, "SET " + end + " = '1s'");
      }
      CopyIn copy = client.getCopyAPI().copyIn("COPY copied FROM STDIN");
      copy.writeToCopy(new byte[] {'1', '\n'}, 0, 2);
      copy.flushCopy();
      assertThat(limits.statements().running()).isEqualTo(2);
      if (end.equals("cancel")) {
        client.cancelQuery();
      }

      await().until(() -> limits.statements().running() == 1);
      assertThatThrownBy(copy::endCopy).hasMessageContaining(message);
      assertThat(SharedCluster.rows(owner, "SELECT id FROM copied")).isEmpty();
      assertThat(silent.isValid(10)).isEqualTo(connected);
      SharedCluster.run(owner, "DROP TABLE copied");
    }
  }

  @Test
  void limitsAreSettingsThatOnlyTheOperatorChanges() throws SQLException {
    try (Connection connection = connect()) {
      String show = "SHOW argosy.concurrent_statements";
      assertThat(SharedCluster.rows(connection, show)).containsExactly("1");
      assertThatThrownBy(
              () -> SharedCluster.run(connection, "SET argosy.concurrent_statements = 9"))
          .hasMessageContaining("cannot be changed now")
          .hasMessageContaining("coordinator's file");
      SharedCluster.run(connection, "RESET ALL");
      limits.change(CoordinatorLimits.Values.DEFAULT.withConcurrentStatements(7));
      assertThat(SharedCluster.rows(connection, show)).containsExactly("7");
      assertThat(
              SharedCluster.rows(
                  connection, "SELECT current_setting('argosy.concurrent_statements')"))
          .containsExactly("7");
    }
  }
}
