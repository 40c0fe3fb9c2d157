package io.argosy.coordinator.execute;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.coordinator.testing.SharedCluster;
import java.io.IOException;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.postgresql.PGConnection;

/** now() and its kind are one time within a transaction, whoever computes them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TimeOfTransactionTest {
  private static final int KEYS = 12;

  /** Those with a key are run for each of several keys: on all nodes. */
  private static final List<String> STATEMENTS =
      List.of(
          "SELECT now() FROM timed_rows WHERE id = %d",
          "SELECT now() FROM timed_rows WHERE id = %d FOR UPDATE",
          "SELECT transaction_timestamp() FROM timed_rows WHERE id = %d ORDER BY n LIMIT 1"
              + " FOR NO KEY UPDATE",
          "SELECT now() FROM timed_rows r JOIN timed_others o USING (id) WHERE id = %d FOR UPDATE"
              + " OF r",
          "SELECT now() FROM timed_rows r JOIN timed_copies c ON c.id = r.n WHERE r.id = %d",
          "SELECT now() FROM timed_rows",
          "SELECT max(now()) FROM timed_rows",
          "SELECT now() FROM timed_rows FOR UPDATE",
          "SELECT DISTINCT now() FROM timed_rows ORDER BY 1",
          "SELECT now() FROM timed_rows r JOIN timed_others o ON r.n = o.n",
          "SELECT now() FROM timed_rows r JOIN timed_others o ON r.n = o.n WHERE r.id = %d",
          "SELECT max(now()) OVER (ORDER BY n) FROM timed_rows",
          "WITH t AS (SELECT now() AS time, n FROM timed_rows) SELECT time FROM t JOIN timed_others"
              + " USING (n)",
          "SELECT 'now'::timestamptz FROM timed_rows WHERE id = %d",
          "SELECT timestamptz 'now' FROM timed_rows WHERE id = %d",
          "SELECT LOCALTIMESTAMP::timestamptz FROM timed_rows WHERE id = %d",
          "SELECT now() FROM timed_view WHERE id = %d AND time > '2000-01-01'",
          "SELECT CASE WHEN at IS NULL THEN now() END FROM timed_rows WHERE id IN (%d)",
          "SELECT now() FROM timed_rows WHERE id IN (%d, 1)",
          "SELECT now() FROM timed_rows WHERE id = %d UNION ALL SELECT now()",
          "SELECT now() FROM (VALUES (%d)) v (id) JOIN timed_rows USING (id)",
          "SELECT now() FROM timed_rows WHERE id = %d AND now() >= now()",
          "INSERT INTO timed_defaults VALUES (4%d0), (5%1$d0), (6%1$d0) RETURNING at",
          "INSERT INTO timed_defaults SELECT id FROM timed_others RETURNING at",
          "SELECT time FROM timed_view",
          "SELECT time FROM timed_view WHERE id = %d",
          "SELECT now() FROM timed_copies",
          "SELECT now() FROM timed_copies WHERE id = %d FOR UPDATE",
          "SELECT now() FROM timed_home",
          "SELECT CURRENT_TIMESTAMP FROM timed_rows WHERE id = %d",
          "SELECT (SELECT now()) FROM timed_rows WHERE id = %d",
          "SELECT coalesce(at, now()) FROM timed_rows WHERE id = %d",
          "UPDATE timed_rows SET at = now() WHERE id = %d RETURNING at",
          "UPDATE timed_rows SET at = now() RETURNING at",
          "UPDATE timed_copies SET at = now() WHERE id = %d RETURNING at",
          "UPDATE timed_rows r SET at = now() FROM timed_others o WHERE o.n = r.n RETURNING r.at",
          "DELETE FROM timed_rows WHERE id = %d RETURNING now()",
          "DELETE FROM timed_rows RETURNING now()",
          "INSERT INTO timed_rows VALUES (1%d00, 1, now()) RETURNING at",
          "INSERT INTO timed_rows VALUES (1%d00, 1) RETURNING at",
          "INSERT INTO timed_rows VALUES (1%d00, 1), (2%1$d00, 1), (3%1$d00, 1) RETURNING at",
          "INSERT INTO timed_rows SELECT id + 1000, n, now() FROM timed_others RETURNING at",
          "INSERT INTO timed_rows SELECT id + 1000, n FROM timed_others RETURNING at",
          "INSERT INTO timed_rows SELECT n + 1000, id FROM timed_others RETURNING at",
          "INSERT INTO timed_rows VALUES (%d, 1) ON CONFLICT (id) DO UPDATE SET at = now()"
              + " RETURNING timed_rows.at",
          "INSERT INTO timed_copies VALUES (1%d00) RETURNING at",
          "WITH d AS (DELETE FROM timed_rows WHERE id = %d RETURNING now() AS at) SELECT at FROM"
              + " d");

  private Connection connection;
  private String time;

  @BeforeAll
  void makeTables() throws IOException, SQLException {
    connection = SharedCluster.connect();
    SharedCluster.run(
        connection,
        "DROP TABLE IF EXISTS timed_rows, timed_others, timed_copies, timed_home, timed_defaults"
            + " CASCADE",
        "CREATE OR REPLACE FUNCTION timed_now() RETURNS timestamptz STABLE RETURN now()",
        "CREATE TABLE timed_rows (id int PRIMARY KEY, n int, at timestamptz DEFAULT now())",
        "CREATE TABLE timed_others (id int PRIMARY KEY, n int, at timestamptz)",
        "CREATE TABLE timed_copies (id int PRIMARY KEY, at timestamptz DEFAULT now())",
        "CREATE TABLE timed_home (id int PRIMARY KEY, at timestamptz DEFAULT now())",
        "SELECT create_distributed_table('timed_rows', 'id')",
        "CREATE VIEW timed_view AS SELECT id, now() AS time FROM timed_rows",
        "SELECT create_distributed_table('timed_others', 'id')",
        "CREATE TABLE timed_defaults (id int PRIMARY KEY, at timestamptz DEFAULT now())",
        "SELECT create_distributed_table('timed_defaults', 'id')",
        "SELECT create_reference_table('timed_copies')",
        "INSERT INTO timed_rows SELECT i, i, NULL FROM generate_series(1, " + KEYS + ") i",
        "INSERT INTO timed_others SELECT i, i, NULL FROM generate_series(1, " + KEYS + ") i",
        "INSERT INTO timed_copies SELECT i, NULL FROM generate_series(1, " + KEYS + ") i",
        "INSERT INTO timed_home SELECT i, NULL FROM generate_series(1, " + KEYS + ") i");
  }

  @AfterAll
  void close() throws SQLException {
    connection.setAutoCommit(true);
    SharedCluster.run(
        connection,
        "DROP TABLE timed_rows, timed_others, timed_copies, timed_home, timed_defaults CASCADE",
        "DROP FUNCTION timed_now()");
    connection.close();
  }

  private void begin() throws SQLException {
    connection.setAutoCommit(false);
    time = SharedCluster.rows(connection, "SELECT now()").getFirst();
  }

  @AfterEach
  void rollBack() throws SQLException {
    connection.rollback();
    connection.setAutoCommit(true);
  }

  private static Stream<String> statements() {
    return STATEMENTS.stream();
  }

  private static Stream<String> calls() {
    return STATEMENTS.stream()
        .filter(statement -> statement.contains("now()"))
        // It is the node's to say there (docs/limits.md).
        .filter(statement -> !statement.contains("ON CONFLICT"))
        .map(statement -> statement.replace("now()", "timed_now()"));
  }

  /** A function of a user's that tells the time, by a body that PostgreSQL has parsed. */
  @ParameterizedTest
  @MethodSource("calls")
  void isOneOfFunctions(String statement) throws SQLException {
    isOne(statement);
  }

  @ParameterizedTest
  @MethodSource("statements")
  void isOne(String statement) throws SQLException {
    begin();
    for (int id = 1; id <= (statement.contains("%") ? KEYS : 1); id++) {
      assertThat(SharedCluster.rows(connection, statement.formatted(id)))
          .as("%s for %d", statement, id)
          .isNotEmpty()
          .containsOnly(time);
    }
  }

  /** Copies of a table are one on all nodes. */
  @Test
  void isOneInAllCopies() throws IOException, SQLException {
    SharedCluster.run(connection, "UPDATE timed_copies SET at = NULL");
    begin();
    SharedCluster.run(connection, "UPDATE timed_copies SET at = now()");
    connection.commit();
    List<List<String>> copies = SharedCluster.onNodes("SELECT DISTINCT at FROM timed_copies");
    assertThat(copies).allSatisfy(copy -> assertThat(copy).hasSize(1));
    assertThat(copies.stream().flatMap(List::stream).distinct()).hasSize(1);
  }

  @Test
  void isOneOfCursorsAndPreparedStatements() throws SQLException {
    begin();
    SharedCluster.run(
        connection,
        "DECLARE c CURSOR FOR SELECT now() FROM timed_rows WHERE id = 5",
        "DECLARE d CURSOR FOR SELECT now() FROM timed_rows",
        "PREPARE p AS SELECT now() FROM timed_rows WHERE id = $1");
    assertThat(SharedCluster.rows(connection, "FETCH ALL FROM c")).containsOnly(time);
    assertThat(SharedCluster.rows(connection, "FETCH ALL FROM d")).hasSize(KEYS).containsOnly(time);
    for (int id = 1; id <= KEYS; id++) {
      assertThat(SharedCluster.rows(connection, "EXECUTE p(" + id + ")")).containsExactly(time);
    }
    SharedCluster.run(connection, "DEALLOCATE p");
  }

  @Test
  void isOneOfCopies() throws IOException, SQLException {
    begin();
    for (int id = 1; id <= KEYS; id++) {
      StringWriter copied = new StringWriter();
      connection
          .unwrap(PGConnection.class)
          .getCopyAPI()
          .copyOut("COPY (SELECT now() FROM timed_rows WHERE id = " + id + ") TO STDOUT", copied);
      assertThat(copied).hasToString(time + "\n");
    }
    StringWriter all = new StringWriter();
    connection
        .unwrap(PGConnection.class)
        .getCopyAPI()
        .copyOut("COPY (SELECT now() FROM timed_rows) TO STDOUT", all);
    assertThat(all.toString().lines()).hasSize(KEYS).containsOnly(time);
  }

  /** The rows stay locked, on whatever node they are. */
  @Test
  void rowsThatAreReadWithItAreLocked() throws IOException, SQLException {
    begin();
    try (Connection other = SharedCluster.connect()) {
      for (int id = 1; id <= KEYS; id++) {
        SharedCluster.rows(
            connection, "SELECT now() FROM timed_rows WHERE id = " + id + " FOR UPDATE");
        assertThat(
                SharedCluster.rows(
                    other,
                    "SELECT id FROM timed_rows WHERE id = " + id + " FOR UPDATE SKIP LOCKED"))
            .isEmpty();
      }
    }
  }
}
