package io.argosy.coordinator.activity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.argosy.coordinator.testing.SessionTest;
import io.argosy.coordinator.testing.SharedCluster;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ActivityTablesTest extends SessionTest {
  private static final String HIDDEN = "<insufficient privilege>";

  @BeforeEach
  void makeTable() throws SQLException {
    run(
        "CREATE TABLE watched (id bigint PRIMARY KEY, name text)",
        "SELECT create_distributed_table('watched', 'id')",
        "INSERT INTO watched SELECT i, 'x' FROM generate_series(1, 100) AS i",
        "CREATE ROLE watcher LOGIN",
        "GRANT SELECT ON watched TO watcher");
  }

  @AfterEach
  void dropTable() throws SQLException {
    run("DROP TABLE watched", "DROP ROLE watcher");
  }

  private static Connection connectAs(String role) throws Exception {
    return DriverManager.getConnection(SharedCluster.url() + "?user=" + role);
  }

  @Test
  void statementsThatDifferInConstantsAreCountedTogether() throws SQLException {
    rows("SELECT name FROM watched WHERE id < 11 /* first */");
    rows("SELECT name FROM watched WHERE id < 21 /* second */");

    assertThat(
            rows(
                "SELECT role, strategy, nodes, calls, rows, bytes > 0, total_ms >= max_ms,"
                    + " mean_ms * 2 BETWEEN total_ms * 0.99 AND total_ms * 1.01"
                    + " FROM argosy.statements"
                    + " WHERE statement = 'SELECT name FROM watched WHERE id < $1'"))
        .containsExactly("postgres|PUSHDOWN|{node1,node2,node3}|2|30|t|t|t");
  }

  @Test
  void runningStatementsAreShown() throws Exception {
    try (Connection other = SharedCluster.connect();
        Statement statement = other.createStatement()) {
      CompletableFuture<Void> slow =
          CompletableFuture.runAsync(
              () -> {
                try {
                  statement.execute("SELECT pg_sleep(60), count(*) FROM watched");
                } catch (SQLException e) {
                  throw new CompletionException(e);
                }
              });
      await()
          .until(
              () ->
                  rows("SELECT strategy, nodes FROM argosy.activity"
                              + " WHERE statement LIKE 'SELECT pg_sleep(60)%' AND nodes <> '{}'")
                          .size()
                      == 1);
      assertThat(
              rows(
                  "SELECT role, state, client LIKE '127.0.0.1:%', started >= connected,"
                      + " statement_id <> '', pid > 0 FROM argosy.activity"
                      + " WHERE statement LIKE 'SELECT pg_sleep(60)%'"))
          .containsExactly("postgres|active|t|t|t|t");
      statement.cancel();
      assertThatThrownBy(slow::join).hasMessageContaining("canceling statement");

      other.setAutoCommit(false);
      statement.execute("SELECT 1");
      assertThat(rows("SELECT count(*) FROM argosy.activity WHERE state = 'idle in transaction'"))
          .containsExactly("1");
    }
  }

  @Test
  void othersTextsAreForThoseWhoMayReadAllStatistics() throws Exception {
    rows("SELECT 'mine', name FROM watched");
    String texts = "SELECT DISTINCT statement FROM argosy.statements WHERE role = ";
    String sessions = "SELECT DISTINCT statement FROM argosy.activity WHERE role = 'postgres'";
    try (Connection watcher = connectAs("watcher")) {
      SharedCluster.rows(watcher, "SELECT id FROM watched WHERE id = 3");
      assertThat(SharedCluster.rows(watcher, texts + "'postgres'")).containsExactly(HIDDEN);
      assertThat(SharedCluster.rows(watcher, sessions)).containsExactly(HIDDEN);
      assertThat(SharedCluster.rows(watcher, texts + "'watcher'"))
          .contains("SELECT id FROM watched WHERE id = $1");
      assertThatThrownBy(() -> SharedCluster.rows(watcher, "TABLE argosy.statement_records"))
          .hasMessageContaining("permission denied");
      run("GRANT pg_read_all_stats TO watcher");
      assertThat(SharedCluster.rows(watcher, texts + "'postgres'"))
          .contains("SELECT $1, name FROM watched");
    }
  }

  @Test
  void passwordsAreNotKept() throws SQLException {
    run("ALTER ROLE watcher PASSWORD 'do-not-show'");
    assertThat(rows("SELECT statement FROM argosy.statements WHERE statement LIKE '%do-not-show%'"))
        .isEmpty();
  }
}
