package io.argosy.coordinator.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.coordinator.testing.SessionTest;
import io.argosy.coordinator.testing.SharedCluster;
import java.sql.Connection;
import java.sql.DriverManager;
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
  void keepNoLocksOfTheSimpleProtocol() throws Exception {
    run(
        "CREATE TABLE failed.unique (id int PRIMARY KEY)",
        "CREATE TABLE failed.log (id int)",
        "CREATE RULE logged AS ON INSERT TO failed.unique DO ALSO INSERT INTO failed.log"
            + " VALUES (NEW.id)",
        "INSERT INTO failed.unique VALUES (1)");
    try (Connection simple =
        DriverManager.getConnection(
            SharedCluster.url() + "?user=postgres&preferQueryMode=simple")) {
      SharedCluster.run(
          simple, "BEGIN", "SAVEPOINT a", "UPDATE failed.plain SET a = 1", "SELECT 1");
      assertThatThrownBy(() -> SharedCluster.run(simple, "INSERT INTO failed.unique VALUES (1)"))
          .hasMessageContaining("unique_pkey");

      otherWrites("plain");
      SharedCluster.run(simple, "ROLLBACK TO a", "INSERT INTO failed.unique VALUES (2)", "COMMIT");
    }
    assertThat(rows("SELECT a FROM failed.plain")).containsExactly("10");
    assertThat(rows("SELECT id FROM failed.log ORDER BY id")).containsExactly("1", "2");
  }

  @Test
  void keepNoLocksThroughCode() throws Exception {
    run("BEGIN", "UPDATE failed.spread SET a = 1");
    fail(
        "DO $$ BEGIN BEGIN UPDATE failed.spread SET a = a / 0;"
            + " EXCEPTION WHEN unique_violation THEN NULL; END; END $$",
        "22012");

    otherWrites("spread");
    run("ROLLBACK");
    assertThat(rows("SELECT DISTINCT a FROM failed.spread")).containsExactly("10");
  }

  @Test
  void goOnWhereCodeCatchesTheFailure() throws Exception {
    run(
        "BEGIN",
        "UPDATE failed.spread SET a = 1",
        "DO $$ BEGIN BEGIN UPDATE failed.spread SET a = a / 0;"
            + " EXCEPTION WHEN division_by_zero THEN UPDATE failed.copied SET a = 3; END; END $$",
        "COMMIT");
    assertThat(rows("SELECT DISTINCT a FROM failed.spread")).containsExactly("1");
    assertThat(rows("SELECT DISTINCT a FROM failed.copied")).containsExactly("3");
  }

  /** The names of what the session has lost would mean something else. */
  @Test
  void endTheSessionWithItsTemporaryTables() throws Exception {
    run("CREATE TABLE failed.shadowed (id int)", "SET search_path = failed");
    run("CREATE TEMPORARY TABLE shadowed (id int)", "BEGIN", "INSERT INTO shadowed VALUES (1)");
    try (Connection home = SharedCluster.connectTo(0, "postgres")) {
      SharedCluster.run(
          home,
          "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE relation IN (SELECT oid FROM"
              + " pg_class WHERE relname = 'shadowed' AND relpersistence = 't')");
    }
    assertThatThrownBy(() -> run("INSERT INTO shadowed VALUES (2)"))
        .isInstanceOf(SQLException.class);
    assertThatThrownBy(() -> run("ROLLBACK", "INSERT INTO shadowed VALUES (3)"))
        .isInstanceOf(SQLException.class);
    connection.close();
    connection = SharedCluster.connect();
    assertThat(rows("SELECT * FROM failed.shadowed")).isEmpty();
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
