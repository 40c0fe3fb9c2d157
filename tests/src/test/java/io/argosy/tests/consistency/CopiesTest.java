package io.argosy.tests.consistency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.argosy.tests.cluster.TestCluster;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a statement has not found in the home node's copy of a replicated table it must not find in
 * another one a moment later, when others have changed the row.
 */
class CopiesTest {
  private static TestCluster cluster;

  @BeforeAll
  static void start() throws SQLException {
    cluster = TestCluster.start(2);
    try (Connection client = DriverManager.getConnection(cluster.jdbcUrl());
        Statement statement = client.createStatement()) {
      statement.execute("CREATE TABLE copied (id int PRIMARY KEY, a int, t text)");
      statement.execute("SELECT create_reference_table('copied')");
    }
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE copied SET t = 'new' WHERE a = 1",
        "DELETE FROM copied WHERE id = 1 AND a = 1",
        "INSERT INTO copied VALUES (2, 0, 'new') ON CONFLICT (id) DO UPDATE SET t = 'new'"
            + " WHERE copied.a = 1"
      })
  void changeAlikeOrNotAtAll(String sql) throws Exception {
    try (Connection client = DriverManager.getConnection(cluster.jdbcUrl());
        Statement statement = client.createStatement();
        Connection node = onSecondNode();
        Statement change = node.createStatement();
        Connection watching = onSecondNode()) {
      statement.execute("TRUNCATE copied");
      statement.execute("INSERT INTO copied VALUES (1, 0, 'old'), (2, 0, 'old')");
      node.setAutoCommit(false);
      change.execute("LOCK TABLE copied IN ACCESS EXCLUSIVE MODE");
      CompletableFuture<Integer> changed =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return statement.executeUpdate(sql);
                } catch (SQLException e) {
                  throw new CompletionException(e);
                }
              });
      await().until(() -> waits(watching));
      // As a client of another session would have, with the home node's copy changed before.
      change.execute("UPDATE copied SET a = 1");
      node.commit();
      assertThatThrownBy(changed::get)
          .isInstanceOf(ExecutionException.class)
          .hasRootCauseInstanceOf(SQLException.class)
          .rootCause()
          .satisfies(e -> assertThat(((SQLException) e).getSQLState()).isEqualTo("40001"));
      try (ResultSet rows =
          change.executeQuery("SELECT count(*) FROM copied WHERE t = 'old' AND a = 1")) {
        rows.next();
        assertThat(rows.getInt(1)).isEqualTo(2);
      }
    }
  }

  private static Connection onSecondNode() throws SQLException {
    return DriverManager.getConnection(cluster.cluster().servers().get(1).jdbcUrl());
  }

  private static boolean waits(Connection node) throws SQLException {
    try (Statement statement = node.createStatement();
        ResultSet waiting =
            statement.executeQuery("SELECT count(*) FROM pg_locks WHERE NOT granted")) {
      waiting.next();
      return waiting.getInt(1) > 0;
    }
  }
}
