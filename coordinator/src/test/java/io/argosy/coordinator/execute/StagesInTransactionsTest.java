package io.argosy.coordinator.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.coordinator.testing.SharedCluster;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Statements of several steps in a transaction that has written see its writes. */
class StagesInTransactionsTest {
  private static final String STAGED =
      "SELECT count(*), sum(a.id) FROM written a JOIN written b ON a.other = b.id";
  private static final String GATHERED =
      "SELECT count(*), sum(id) FROM written TABLESAMPLE SYSTEM (100)";

  private Connection connection;

  @BeforeEach
  void connect() throws IOException, SQLException {
    connection = SharedCluster.connect();
    SharedCluster.run(
        connection,
        "CREATE TABLE written (id int PRIMARY KEY, other int)",
        "SELECT create_distributed_table('written', 'id')",
        "INSERT INTO written SELECT i, i % 7 FROM generate_series(1, 40) i");
  }

  @AfterEach
  void disconnect() throws IOException, SQLException {
    SharedCluster.run(connection, "ROLLBACK", "DROP TABLE written");
    connection.close();
    assertThat(
            SharedCluster.onNodes(
                "SELECT relname FROM pg_class WHERE relnamespace = 'argosy_stage'::regnamespace"))
        .allMatch(List::isEmpty);
  }

  @Test
  void ownWritesAreSeenAndCommitted() throws Exception {
    assertThat(strategy(STAGED)).startsWith("STAGED");
    assertThat(strategy(GATHERED)).startsWith("GATHER");
    SharedCluster.run(
        connection, "BEGIN", "INSERT INTO written SELECT i, 1 FROM generate_series(41, 50) i");
    assertThat(
            SharedCluster.rows(
                connection,
                "INSERT INTO written SELECT i, 1 FROM generate_series(51, 53) i"
                    + " RETURNING id + other"))
        .containsExactlyInAnyOrder("52", "53", "54");
    assertSeen("48|1326", "53|1431");
    SharedCluster.run(connection, "SAVEPOINT s", "DELETE FROM written WHERE id > 45");
    assertSeen("40|930", "45|1035");
    SharedCluster.run(connection, "ROLLBACK TO SAVEPOINT s");
    assertSeen("48|1326", "53|1431");
    SharedCluster.run(connection, "COMMIT");
    assertSeen("48|1326", "53|1431");
  }

  @Test
  void anErrorInALaterStepLeavesNothing() throws Exception {
    SharedCluster.run(
        connection, "BEGIN", "UPDATE written SET other = 0 WHERE id = 3", "SAVEPOINT s");
    assertThatThrownBy(
            () ->
                SharedCluster.rows(
                    connection,
                    "SELECT 1 / (a.id - 9) FROM written a JOIN written b ON a.other = b.id"))
        .hasMessageContaining("division by zero");
    SharedCluster.run(connection, "ROLLBACK TO SAVEPOINT s");
    assertThat(SharedCluster.rows(connection, STAGED)).containsExactly("34|712");
    SharedCluster.run(connection, "COMMIT");
  }

  private void assertSeen(String joined, String all) throws SQLException {
    assertThat(SharedCluster.rows(connection, STAGED)).containsExactly(joined);
    assertThat(SharedCluster.rows(connection, GATHERED)).containsExactly(all);
  }

  private String strategy(String sql) throws SQLException {
    return SharedCluster.rows(connection, "EXPLAIN " + sql).getFirst();
  }
}
