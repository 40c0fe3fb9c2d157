package io.argosy.tests.consistency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.argosy.tests.cluster.TestCluster;
import java.io.IOException;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.postgresql.PGConnection;
import org.postgresql.util.PSQLException;

/** Two transactions that wait for each other on different nodes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(60)
class DeadlockTest {
  private TestCluster cluster;
  private int onFirstNode;
  private int onSecondNode;

  @BeforeAll
  void start() throws SQLException {
    cluster = TestCluster.start(2);
    try (Connection connection = connect()) {
      Bank.create(connection);
    }
    onFirstNode = account(0);
    onSecondNode = account(1);
  }

  @AfterAll
  void stop() {
    cluster.close();
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection(cluster.jdbcUrl());
  }

  /** An account that a node has. */
  private int account(int node) throws SQLException {
    return Math.toIntExact(onNode(node, "SELECT min(id) FROM accounts"));
  }

  @Test
  void theYoungerOneEndsAndTheOtherGoesOn() throws Exception {
    try (Connection older = connect();
        Connection younger = connect();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      older.setAutoCommit(false);
      younger.setAutoCommit(false);
      change(older, onFirstNode);
      change(younger, onSecondNode);

      Future<List<PSQLException>> first = threads.submit(() -> attempt(older, onSecondNode));
      List<PSQLException> second = attempt(younger, onFirstNode);

      assertThat(second).hasSize(1);
      assertThat(second.getFirst().getSQLState()).isEqualTo("40P01");
      assertThat(second.getFirst().getServerErrorMessage().getMessage())
          .isEqualTo("deadlock detected");
      assertThat(second.getFirst().getServerErrorMessage().getDetail())
          .containsPattern("On node node1 process \\d+ is blocked by process \\d+\\.")
          .containsPattern("On node node2 process \\d+ is blocked by process \\d+\\.");
      younger.rollback();
      assertThat(first.get()).isEmpty();
      older.commit();
      change(younger, onFirstNode);
      younger.commit();
    }
  }

  /** Or every long statement would make the home node write twice a second. */
  @Test
  void whoWaitsForNobodyIsNoSuspect() throws Exception {
    try (Connection connection = connect()) {
      connection.setAutoCommit(false);
      change(connection, onFirstNode);
      change(connection, onSecondNode);
      await()
          .during(Duration.ofSeconds(3))
          .atMost(Duration.ofSeconds(5))
          .pollInterval(Duration.ofMillis(50))
          .until(() -> suspects() == 0);
      connection.rollback();
    }
  }

  private long suspects() throws SQLException {
    return onNode(0, "SELECT count(*) FROM argosy.suspects");
  }

  @Test
  void copiesOfTheSameKeysMeetOnTheHomeNode() throws Exception {
    try (Connection first = connect();
        Connection second = connect();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      first.setAutoCommit(false);
      copy(first, "5001\t1\n5002\t1\n");
      Future<Long> waiting = threads.submit(() -> copy(second, "5002\t1\n5001\t1\n"));
      await().until(() -> locks(0, "NOT granted AND mode = 'ShareRowExclusiveLock'") == 1);
      assertThat(locks(1, "mode = 'RowExclusiveLock'")).isEqualTo(1);
      first.rollback();
      assertThat(waiting.get()).isEqualTo(2);
    }
  }

  private static long copy(Connection connection, String rows) throws SQLException, IOException {
    return connection
        .unwrap(PGConnection.class)
        .getCopyAPI()
        .copyIn("COPY rates FROM STDIN", new StringReader(rows));
  }

  /** How many locks there are on the replicated table on a node. */
  private long locks(int node, String condition) throws SQLException {
    return onNode(
        node, "SELECT count(*) FROM pg_locks WHERE relation = 'rates'::regclass AND " + condition);
  }

  /** What one of the PostgreSQL servers says. */
  private long onNode(int node, String query) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(
                cluster.cluster().servers().get(node).jdbcUrl() + "?user=postgres");
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      result.next();
      return result.getLong(1);
    }
  }

  private static List<PSQLException> attempt(Connection connection, int account)
      throws SQLException {
    List<PSQLException> failures = new ArrayList<>();
    try {
      change(connection, account);
    } catch (PSQLException e) {
      failures.add(e);
    }
    return failures;
  }

  private static void change(Connection connection, int account) throws SQLException {
    Bank.run(connection, "UPDATE accounts SET balance = balance WHERE id = " + account);
  }
}
