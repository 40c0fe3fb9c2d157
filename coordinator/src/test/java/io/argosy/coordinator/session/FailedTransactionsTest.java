package io.argosy.coordinator.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.coordinator.testing.SessionTest;
import io.argosy.coordinator.testing.SharedCluster;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A transaction that has failed keeps nobody waiting, though its client has not ended it yet. */
@Timeout(60)
class FailedTransactionsTest extends SessionTest {
  private static final String FAILURE = "SELECT 1 / (id - 1) FROM failed.plain";

  @BeforeEach
  void createTables() throws SQLException {
    run(
        "CREATE SCHEMA failed",
        "CREATE TABLE failed.plain (id int, a int)",
        "CREATE TABLE failed.spread (id int PRIMARY KEY, a int)",
        "SELECT create_distributed_table('failed.spread', 'id')",
        "CREATE TABLE failed.copied (id int PRIMARY KEY, a int)",
        "SELECT create_reference_table('failed.copied')",
        "INSERT INTO failed.plain VALUES (1, 0)",
        "INSERT INTO failed.copied VALUES (1, 0)",
        "INSERT INTO failed.spread SELECT g, 0 FROM generate_series(1, 20) g");
  }

  @AfterEach
  void dropTables() throws SQLException {
    run("ROLLBACK", "DROP SCHEMA failed CASCADE");
  }

  private void fail(String statement, String sqlState) {
    assertThatThrownBy(() -> run(statement))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(sqlState));
  }

  private static void otherWrites(String table) throws Exception {
    try (Connection other = SharedCluster.connect()) {
      SharedCluster.run(
          other, "SET lock_timeout = '5s'", "UPDATE failed." + table + " SET a = a + 10");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "spread", "copied"})
  void keepNoLocks(String table) throws Exception {
    run("BEGIN", "UPDATE failed." + table + " SET a = 1");
    fail(FAILURE, "22012");

    otherWrites(table);
    fail("SELECT 1", "25P02");
    run("ROLLBACK");
    assertThat(rows("SELECT DISTINCT a FROM failed." + table)).containsExactly("10");
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "spread", "copied"})
  void keepTheLocksFromBeforeTheirLastSavepoint(String table) throws Exception {
    String other = table.equals("plain") ? "spread" : "plain";
    run(
        "BEGIN",
        "UPDATE failed." + other + " SET a = 1",
        "SAVEPOINT \"Kept\"",
        "UPDATE failed." + table + " SET a = 2",
        "SAVEPOINT gone",
        "RELEASE gone");
    fail(FAILURE, "22012");

    otherWrites(table);
    fail("SAVEPOINT more", "25P02");
    run("ROLLBACK TO \"Kept\"", "UPDATE failed." + other + " SET a = a + 1", "COMMIT");
    assertThat(rows("SELECT DISTINCT a FROM failed." + table)).containsExactly("10");
    assertThat(rows("SELECT DISTINCT a FROM failed." + other)).containsExactly("2");
  }

  @Test
  void areRolledBackByCommit() throws Exception {
    run("BEGIN", "SET LOCAL work_mem = '3MB'", "UPDATE failed.spread SET a = 1");
    fail("INSERT INTO failed.spread VALUES (1, 1)", "23505");

    otherWrites("spread");
    run("COMMIT");
    assertThat(rows("SELECT DISTINCT a FROM failed.spread")).containsExactly("10");
    assertThat(rows("SHOW work_mem")).doesNotContain("3MB");
  }

  @Test
  void keepWhatTheSessionHas() throws Exception {
    run("CREATE TEMPORARY TABLE own (id int)", "BEGIN", "INSERT INTO own VALUES (1)");
    fail(FAILURE, "22012");
    run("ROLLBACK", "BEGIN", "INSERT INTO own VALUES (2)", "SAVEPOINT s");
    run("INSERT INTO own SELECT id FROM failed.spread");
    fail(FAILURE, "22012");
    run("ROLLBACK TO s", "COMMIT");
    assertThat(rows("SELECT * FROM own")).containsExactly("2");
    run("DROP TABLE own");
  }
}
