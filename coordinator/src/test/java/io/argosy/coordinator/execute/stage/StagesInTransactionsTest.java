package io.argosy.coordinator.execute.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.coordinator.testing.SessionTest;
import io.argosy.coordinator.testing.SharedCluster;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Statements of several steps in a transaction that has written see its writes. */
class StagesInTransactionsTest extends SessionTest {
  private static final String STAGED =
      "SELECT count(*), sum(a.id) FROM written a JOIN written b ON a.other = b.id";
  private static final String GATHERED =
      "SELECT count(*), sum(id) FROM written TABLESAMPLE SYSTEM (100)";

  @BeforeEach
  void createTables() throws SQLException {
    run(
        "CREATE TABLE written (id int PRIMARY KEY, other int)",
        "SELECT create_distributed_table('written', 'id')",
        "INSERT INTO written SELECT i, i % 7 FROM generate_series(1, 40) i");
  }

  @AfterEach
  void dropTables() throws IOException, SQLException {
    run("ROLLBACK", "DROP TABLE written");
    assertThat(
            SharedCluster.onNodes(
                "SELECT relname FROM pg_class WHERE relnamespace = 'argosy_stage'::regnamespace"))
        .allMatch(List::isEmpty);
  }

  @Test
  void ownWritesAreSeenAndCommitted() throws Exception {
    assertThat(strategy(STAGED)).startsWith("STAGED");
    assertThat(strategy(GATHERED)).startsWith("GATHER");
    run("BEGIN", "INSERT INTO written SELECT i, 1 FROM generate_series(41, 50) i");
    assertThat(
            rows(
                "INSERT INTO written SELECT i, 1 FROM generate_series(51, 53) i"
                    + " RETURNING id + other"))
        .containsExactlyInAnyOrder("52", "53", "54");
    assertSeen("48|1326", "53|1431");
    run("SAVEPOINT s", "DELETE FROM written WHERE id > 45");
    assertSeen("40|930", "45|1035");
    run("ROLLBACK TO SAVEPOINT s");
    assertSeen("48|1326", "53|1431");
    run("COMMIT");
    assertSeen("48|1326", "53|1431");
  }

  @Test
  void anErrorInALaterStepLeavesNothing() throws Exception {
    run("BEGIN", "UPDATE written SET other = 0 WHERE id = 3", "SAVEPOINT s");
    assertThatThrownBy(
            () -> rows("SELECT 1 / (a.id - 9) FROM written a JOIN written b ON a.other = b.id"))
        .hasMessageContaining("division by zero");
    run("ROLLBACK TO SAVEPOINT s");
    assertThat(rows(STAGED)).containsExactly("34|712");
    run("COMMIT");
  }

  private void assertSeen(String joined, String all) throws SQLException {
    assertThat(rows(STAGED)).containsExactly(joined);
    assertThat(rows(GATHERED)).containsExactly(all);
  }

  private String strategy(String sql) throws SQLException {
    return rows("EXPLAIN " + sql).getFirst();
  }
}
