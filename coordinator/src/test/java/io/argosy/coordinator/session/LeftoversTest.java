package io.argosy.coordinator.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.argosy.coordinator.metadata.Metadata;
import io.argosy.coordinator.testing.SessionTest;
import io.argosy.coordinator.testing.SharedCluster;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever statements make on the nodes on the way to their result, nothing of it is there when
 * they have ended, in whichever way that was.
 */
class LeftoversTest extends SessionTest {
  private static final String STAGED_READ =
      "SELECT w.v, count(*) FROM wide w JOIN far f ON f.id = w.v GROUP BY 1";

  private static final String GATHERED_READ =
      "SELECT random() < 2, count(*) FROM wide w JOIN far f ON f.id = w.v GROUP BY 1";

  /**
   * Of each node: tables of stages, temporary tables, files of no table, and what is still open.
   */
  private static final String LEFT =
      """
      SELECT (SELECT count(*) FROM pg_class WHERE relnamespace = 'argosy_stage'::regnamespace)
           + (SELECT count(*) FROM pg_proc WHERE pronamespace = 'argosy_stage'::regnamespace)
           + (SELECT count(*) FROM pg_type WHERE typnamespace = 'argosy_stage'::regnamespace) AS stages,
             (SELECT count(*) FROM pg_class WHERE relpersistence = 't') AS temporary,
             (SELECT count(*) FROM pg_prepared_xacts) AS prepared,
             (SELECT count(*) FROM pg_stat_activity
              WHERE backend_type = 'client backend' AND state LIKE 'idle in transaction%') AS open,
             (SELECT count(*)
              FROM pg_ls_dir('base/' || (SELECT oid FROM pg_database WHERE datname = current_database())) f
              WHERE f ~ '^(t\\d+_)?\\d+$' AND (pg_stat_file('base/'
                    || (SELECT oid FROM pg_database WHERE datname = current_database()) || '/' || f, true)).size > 0
                AND regexp_replace(f, '^t\\d+_', '')::oid NOT IN (
                      SELECT pg_relation_filenode(oid) FROM pg_class
                      WHERE pg_relation_filenode(oid) IS NOT NULL)) AS files\
      """;

  private static final List<String> NOTHING = List.of("0|0|0|0|0");

  /** Statements by what is made for them. */
  private static final Map<String, String> STATEMENTS =
      Map.ofEntries(
          Map.entry("staged read", STAGED_READ),
          Map.entry("gathered read", GATHERED_READ),
          Map.entry("finished read", "SELECT v % 3, sum(id), avg(v) FROM wide GROUP BY 1"),
          Map.entry("cursor", "DECLARE c CURSOR FOR " + STAGED_READ),
          Map.entry("table", "CREATE TABLE made AS " + STAGED_READ),
          Map.entry("insert", "INSERT INTO far SELECT v + 1000, id FROM wide"),
          Map.entry(
              "insert read beside",
              "INSERT INTO far SELECT v + (SELECT max(id) FROM far), 1 FROM wide"),
          Map.entry("update", "UPDATE wide w SET v = f.v FROM far f WHERE f.id = w.v"),
          Map.entry("moved rows", "UPDATE wide SET id = id + 1000 WHERE id < 10"),
          Map.entry("delete", "DELETE FROM wide w USING far f WHERE f.id = w.v"),
          Map.entry("copies", "UPDATE small SET v = (SELECT count(*) FROM wide)"),
          Map.entry("definition", "ALTER TABLE wide ADD COLUMN n serial"));

  /** How a transaction with a statement in it ends. */
  enum End {
    BY_ITSELF,
    COMMIT,
    ROLLBACK,
    FAILURE,
    SAVEPOINT,
    TWICE,
    DISCONNECTION,
    ABORTED_CONNECTION,
    UNREAD_ROWS
  }

  static Stream<Arguments> ends() {
    return STATEMENTS.keySet().stream()
        .sorted()
        .flatMap(statement -> Stream.of(End.values()).map(end -> Arguments.of(statement, end)));
  }

  @BeforeEach
  void createTables() throws SQLException {
    run(
        "CREATE TABLE wide (id int PRIMARY KEY, v int)",
        "CREATE TABLE far (id int, v int)",
        "CREATE TABLE small (id int PRIMARY KEY, v int)",
        "SELECT create_distributed_table('wide', 'id')",
        "SELECT create_distributed_table('far', 'v')",
        "SELECT create_reference_table('small')",
        "INSERT INTO wide SELECT i, i % 40 FROM generate_series(1, 200) i",
        "INSERT INTO far SELECT i, i FROM generate_series(1, 50) i",
        "INSERT INTO small VALUES (1, 1), (2, 2)");
  }

  @AfterEach
  void dropTables() throws SQLException {
    run("DROP TABLE IF EXISTS made, wide, far, small");
  }

  @Test
  void theReadsAreOfTheirKinds() throws SQLException {
    assertThat(rows("EXPLAIN " + STAGED_READ).getFirst()).startsWith("STAGED");
    assertThat(rows("EXPLAIN " + GATHERED_READ).getFirst()).startsWith("GATHER");
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("ends")
  void nothingIsLeft(String statement, End end) throws Exception {
    Connection other = SharedCluster.connect();
    try {
      run(other, STATEMENTS.get(statement), end);
    } finally {
      if (!other.isClosed()) {
        other.close();
      }
    }
    await()
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofMillis(20))
        .untilAsserted(
            () ->
                assertThat(SharedCluster.onNodes(LEFT)).containsExactly(NOTHING, NOTHING, NOTHING));
  }

  private static void run(Connection other, String sql, End end) throws SQLException {
    other.setAutoCommit(end == End.BY_ITSELF && !sql.startsWith("DECLARE"));
    try (Statement statement = other.createStatement()) {
      if (end == End.SAVEPOINT) {
        statement.execute("SAVEPOINT s");
      }
      if (end == End.UNREAD_ROWS) {
        statement.setFetchSize(1);
      }
      statement.execute(sql);
      switch (end) {
        case BY_ITSELF -> {}
        case COMMIT -> other.commit();
        case ROLLBACK -> other.rollback();
        case FAILURE -> {
          assertThat(fails(statement, "SELECT 1 / 0")).isTrue();
          other.rollback();
        }
        case SAVEPOINT -> {
          statement.execute("ROLLBACK TO s");
          statement.execute(sql);
          statement.execute("RELEASE s");
          other.commit();
        }
        case TWICE -> {
          statement.execute("SELECT count(*) FROM wide");
          statement.execute(STAGED_READ);
          statement.execute("UPDATE small SET v = 3");
          statement.execute(GATHERED_READ);
          statement.execute(STAGED_READ);
          other.commit();
        }
        case DISCONNECTION -> other.close();
        case ABORTED_CONNECTION -> other.abort(Runnable::run);
        case UNREAD_ROWS -> {
          ResultSet rows = statement.getResultSet();
          if (rows != null) {
            rows.next();
          }
          other.close();
        }
      }
    }
  }

  private static boolean fails(Statement statement, String sql) {
    try {
      statement.execute(sql);
      return false;
    } catch (SQLException e) {
      return true;
    }
  }

  @Test
  void whatWasLeftBehindIsSweptAway() throws Exception {
    List<String> made = new ArrayList<>();
    try (Connection node = SharedCluster.connectTo(1, "postgres")) {
      SharedCluster.run(node, "CREATE UNLOGGED TABLE argosy_stage.left_behind AS SELECT 1 AS a");
      made.addAll(SharedCluster.rows(node, LEFT));
    }
    assertThat(made).isNotEqualTo(NOTHING);
    new Metadata(SharedCluster.nodes()).prepare();
    assertThat(SharedCluster.onNodes(LEFT)).containsExactly(NOTHING, NOTHING, NOTHING);
  }
}
