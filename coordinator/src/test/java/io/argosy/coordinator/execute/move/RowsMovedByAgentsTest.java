package io.argosy.coordinator.execute.move;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.coordinator.testing.SharedCluster;
import io.argosy.coordinator.testing.WatchedNodes;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where nodes are reached in both ways, no rows are moved by way of the coordinator. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RowsMovedByAgentsTest {
  private static final String JOIN =
      "SELECT count(*) FROM moved_a a JOIN moved_b b ON a.b = b.b WHERE now() > '2001-01-01'";

  private WatchedNodes nodes;

  @BeforeAll
  void start() throws IOException, SQLException {
    nodes = WatchedNodes.start();
  }

  @AfterAll
  void stop() {
    nodes.close();
  }

  @BeforeEach
  void makeTables() throws SQLException {
    try (Connection connection = nodes.connect()) {
      SharedCluster.run(
          connection,
          "DROP TABLE IF EXISTS moved_a, moved_b, moved_c CASCADE",
          "CREATE TABLE moved_a (id int PRIMARY KEY, b int)",
          "CREATE TABLE moved_b (id int PRIMARY KEY, b int)",
          "SELECT create_distributed_table('moved_a', 'id')",
          "SELECT create_distributed_table('moved_b', 'id')",
          "INSERT INTO moved_a SELECT i, 101 - i FROM generate_series(1, 100) i",
          "INSERT INTO moved_b SELECT i, 101 - i FROM generate_series(1, 100) i",
          "CREATE MATERIALIZED VIEW moved_view AS SELECT b, count(*) FROM moved_a GROUP BY b");
    }
    nodes.forget();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        JOIN,
        "EXPLAIN (ANALYZE) " + JOIN,
        "INSERT INTO moved_b SELECT b + 1000, id FROM moved_a",
        "INSERT INTO moved_b SELECT id + 1000, b FROM moved_a ORDER BY b LIMIT 7",
        "UPDATE moved_a SET b = x.id FROM moved_b x WHERE moved_a.b = x.b",
        "DELETE FROM moved_a USING moved_b x WHERE moved_a.b = x.b",
        "MERGE INTO moved_a USING (SELECT b, max(id) AS id FROM moved_b GROUP BY b) x"
            + " ON moved_a.b = x.b WHEN MATCHED THEN UPDATE SET b = x.id",
        "CREATE TABLE moved_c AS SELECT a.id, b.b FROM moved_a a JOIN moved_b b ON a.b = b.b",
        "REFRESH MATERIALIZED VIEW moved_view",
      })
  void ofAStatementByItself(String sql) throws SQLException {
    try (Connection connection = nodes.connect()) {
      SharedCluster.run(connection, sql);
    }
    assertThat(nodes.moves()).isZero();
  }

  @Test
  void ofATransactionThatFollowsOneThatHasMovedSome() throws SQLException {
    try (Connection connection = nodes.connect()) {
      SharedCluster.run(connection, JOIN, "BEGIN", JOIN, "COMMIT", "BEGIN", JOIN);
      SharedCluster.run(connection, "INSERT INTO moved_a VALUES (-1, 1)", JOIN, "COMMIT");
    }
    assertThat(nodes.moves()).isZero();
  }

  @Test
  void ofATransactionWithOneSnapshot() throws SQLException {
    try (Connection connection = nodes.connect()) {
      SharedCluster.run(connection, "BEGIN ISOLATION LEVEL REPEATABLE READ", JOIN, "COMMIT");
    }
    assertThat(nodes.moves()).isZero();
  }

  /**
   * Its backends cannot be exchanged for others any more: the rows go by way of the coordinator.
   */
  @Test
  void aTransactionThatHasWrittenMovesSomeFromWhereItHasWritten() throws SQLException {
    try (Connection connection = nodes.connect()) {
      SharedCluster.run(connection, "BEGIN", "INSERT INTO moved_a VALUES (-1, 1)");
      assertThat(SharedCluster.rows(connection, JOIN)).containsExactly("101");
      SharedCluster.run(connection, "COMMIT");
    }
    assertThat(nodes.moves()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT b FROM moved_a WHERE id = 7",
        "UPDATE moved_a SET b = b WHERE id = 7",
        "INSERT INTO moved_a VALUES (-7, 7)",
      })
  void shortStatementsAreLeasedNoAgent(String sql) throws IOException, SQLException {
    try (Connection connection = nodes.connect()) {
      // What it learns of the statement, and what has moved rows, is behind it.
      SharedCluster.run(connection, JOIN, sql.replace('7', '8'));
      nodes.forget();
      SharedCluster.run(connection, sql);
      SharedCluster.run(connection, "BEGIN", sql.replace('7', '9'));
      assertThat(nodes.leases()).isGreaterThanOrEqualTo(2);
      assertThat(SharedCluster.leasedBackends()).isNotPositive();
    }
  }
}
