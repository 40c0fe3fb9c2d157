package io.argosy.coordinator.activity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.coordinator.testing.SessionTest;
import io.argosy.coordinator.testing.SharedCluster;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What statements have used of the nodes' machines, in EXPLAIN and in relations. */
class ResourceTablesTest extends SessionTest {
  private static final String BUSY =
      "SELECT sum(sqrt(m.id) * sqrt(g.i)) FROM metered m, generate_series(1, 500) AS g (i)";
  private static final String MOVED =
      "SELECT count(*) FROM metered a JOIN metered b ON a.id + 1 = b.other";

  @BeforeEach
  void makeTable() throws SQLException {
    run(
        "CREATE TABLE metered (id bigint, other bigint)",
        "SELECT create_distributed_table('metered', 'id')",
        "INSERT INTO metered SELECT i, i FROM generate_series(1, 3000) AS i",
        "ANALYZE metered",
        "CREATE ROLE meter_reader LOGIN");
  }

  @AfterEach
  void dropTable() throws SQLException {
    run("DROP TABLE metered", "DROP ROLE meter_reader");
  }

  private List<String> explained(String options, String sql) throws SQLException {
    return rows("EXPLAIN (ANALYZE, RESOURCES" + options + ") " + sql);
  }

  @Test
  void explainSaysWhatEachNodeHasUsed() throws SQLException {
    List<String> lines = explained("", BUSY);
    for (String node : List.of("node1", "node2", "node3")) {
      assertThat(lines)
          .anyMatch(line -> line.matches("  ->  " + node + ": requests=.*processor=.*"));
    }
    assertThat(lines).anyMatch(line -> line.matches("Time: [0-9.]+ ms"));
    assertThat(lines)
        .anyMatch(line -> line.matches("  processor: .* ms \\([0-9.]+ %\\) on node.*"));
    assertThat(lines)
        .anyMatch(line -> line.matches("Limited by: processors of node. \\([0-9.]+ %\\)"));
  }

  @Test
  void explainTellsStagesApart() throws SQLException {
    assertThat(explained("", MOVED))
        .anyMatch(line -> line.matches("  ->  argosy_stage_1 on node2: requests=.*"))
        .anyMatch(line -> line.matches("  ->  node2: requests=.*"));
  }

  @Test
  void programsGetATreeWithATimeLine() throws SQLException {
    String json = String.join("\n", explained(", FORMAT json", MOVED));
    assertThat(
            rows(
                "SELECT (tree -> 0 -> 'Explained Share')::float8 > 0.5,"
                    + " jsonb_array_length(tree -> 0 -> 'Requests') > 6,"
                    + " jsonb_path_exists(tree, '$[0].Requests[*] ? (@.Kind == \"send\")'),"
                    + " jsonb_path_exists(tree, '$[0].Requests[*] ? (@.Kind == \"load\")'),"
                    + " jsonb_path_exists(tree, '$[0].Resources[*] ? (@.\"Processor Time\" > 0)'),"
                    + " (SELECT bool_and((r ->> 'Begin')::float8 BETWEEN 0"
                    + " AND (r ->> 'End')::float8)"
                    + " FROM jsonb_array_elements(tree -> 0 -> 'Requests') r)"
                    + " FROM (SELECT $json$"
                    + json
                    + "$json$::jsonb AS tree) t"))
        .containsExactly("t|t|t|t|t|t");
    for (String format : List.of("xml", "yaml")) {
      assertThat(String.join("\n", explained(", FORMAT " + format, BUSY))).contains("Limit");
    }
  }

  @Test
  void changesAreMeteredToo() throws SQLException {
    assertThat(explained("", "UPDATE metered SET other = other + 1"))
        .anyMatch(line -> line.matches("  ->  node3: requests=.*"));
    assertThat(explained("", "INSERT INTO metered SELECT id + 10000, 1 FROM metered"))
        .anyMatch(line -> line.matches("  ->  node3: requests=.*"));
  }

  @Test
  void whatIsNotRunHasUsedNothing() throws SQLException {
    assertThatThrownBy(() -> rows("EXPLAIN (RESOURCES) " + BUSY))
        .hasMessageContaining("EXPLAIN option RESOURCES requires ANALYZE");
    assertThat(rows("EXPLAIN (RESOURCES off) " + BUSY)).doesNotContain("Resources:");
    assertThat(rows("EXPLAIN (ANALYZE) " + BUSY)).doesNotContain("Resources:");
  }

  @Test
  void theLastStatementsAreKept() throws SQLException {
    String mine = " FROM argosy.statement_resources WHERE statement LIKE 'SELECT sum(sqrt(m.id)%'";
    rows(BUSY);
    assertThat(
            rows(
                "SELECT role, strategy, rows, requests >= 3, known = requests, processor_ms > 1,"
                    + " planning_ms BETWEEN 0 AND total_ms, answered_bytes > 0, network_bytes > 0,"
                    + " limited_by <> '', explained_share BETWEEN 0 AND 1"
                    + mine
                    + " ORDER BY started DESC LIMIT 1"))
        .containsExactly("postgres|PUSHDOWN|1|t|t|t|t|t|t|t|t");
    assertThat(
            rows(
                "SELECT node, stage IS NULL, begin_ms BETWEEN 0 AND end_ms, processor_ms > 0"
                    + " FROM argosy.statement_stages WHERE statement_id = (SELECT statement_id"
                    + mine
                    + " ORDER BY started DESC LIMIT 1) ORDER BY node"))
        .containsExactly("node1|t|t|t", "node2|t|t|t", "node3|t|t|t");
    assertThat(
            rows(
                "SELECT processor_ms > 1, queue_ms >= 0, written_bytes >= 0 FROM argosy.statements"
                    + " WHERE statement LIKE 'SELECT sum(sqrt(m.id)%' AND role = 'postgres'"))
        .containsExactly("t|t|t");
  }

  @Test
  void whatFailsIsKeptWithItsError() throws SQLException {
    run("SET statement_timeout = '300ms'");
    assertThatThrownBy(() -> rows("SELECT count(pg_sleep(0.01 * id)) + 815 FROM metered"))
        .hasMessageContaining("statement timeout");
    run("RESET statement_timeout");
    assertThatThrownBy(() -> rows("SELECT 1 / (id - id) + 815 FROM metered"))
        .hasMessageContaining("division by zero");
    assertThatThrownBy(() -> rows("SELECT missing + 815 FROM metered"))
        .hasMessageContaining("does not exist");
    rows("SELECT count(*) + 815 FROM metered");
    assertThat(
            rows(
                "SELECT sqlstate, total_ms BETWEEN 250 AND 20000, requests > 0"
                    + " FROM argosy.statement_resources WHERE statement LIKE '%+ $_ FROM metered'"
                    + " AND (sqlstate IS NOT NULL OR statement LIKE 'SELECT count(*) +%')"
                    + " ORDER BY started DESC LIMIT 3"))
        .containsExactly("null|f|t", "22012|f|t", "57014|t|t");
  }

  @Test
  void whatAClientDoesBetweenItsRowsIsNotTheStatements() throws Exception {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(10);
      try (ResultSet rows = statement.executeQuery("SELECT id + 4711 FROM metered ORDER BY 1")) {
        while (rows.next()) {
          if (rows.getRow() == 100) {
            Thread.sleep(3_000);
          }
        }
      }
    }
    connection.setAutoCommit(true);
    assertThat(
            rows(
                "SELECT total_ms < 2500 FROM argosy.statement_resources"
                    + " WHERE statement LIKE 'SELECT id + $1 FROM metered%'"))
        .containsExactly("t");
  }

  @Test
  void adviceDoesNotHarmTheTransaction() throws Exception {
    run(
        "CREATE SCHEMA hidden",
        "CREATE TABLE hidden.inner (id int)",
        "INSERT INTO hidden.inner SELECT i FROM generate_series(1, 100000) i",
        "CREATE VIEW shown AS SELECT * FROM hidden.inner WHERE id < 5",
        "GRANT SELECT ON shown TO meter_reader");
    try (Connection reader =
        DriverManager.getConnection(SharedCluster.url() + "?user=meter_reader")) {
      reader.setAutoCommit(false);
      assertThat(SharedCluster.rows(reader, "EXPLAIN (ANALYZE, RESOURCES) SELECT * FROM shown"))
          .anyMatch(line -> line.startsWith("Limited by"));
      assertThat(SharedCluster.rows(reader, "SELECT count(*) FROM shown")).containsExactly("4");
    } finally {
      run("DROP SCHEMA hidden CASCADE");
    }
    connection.setAutoCommit(false);
    run(
        "CREATE TEMP TABLE mine AS SELECT i AS id FROM generate_series(1, 50000) i",
        "CREATE TABLE fresh (id int)",
        "SELECT create_distributed_table('fresh', 'id')",
        "INSERT INTO fresh SELECT i FROM generate_series(1, 5000) i");
    for (String query :
        List.of(
            "SELECT count(*) FROM metered JOIN mine ON other = mine.id",
            "SELECT count(*) FROM fresh WHERE id > 7",
            "SELECT count(*) FROM mine WHERE id = 7")) {
      assertThat(explained("", query)).anyMatch(line -> line.startsWith("Limited by"));
    }
    assertThat(rows("SELECT count(*) FROM fresh")).containsExactly("5000");
    connection.rollback();
    connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
    rows("SELECT * FROM metered WHERE id = 5");
    assertThat(explained("", "SELECT * FROM metered WHERE id = 5"))
        .anyMatch(line -> line.startsWith("Limited by"));
    connection.rollback();
    connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    connection.setAutoCommit(true);
  }

  @Test
  void stagesAreRowsOfTheirOwn() throws SQLException {
    rows(MOVED);
    assertThat(
            rows(
                "SELECT DISTINCT stage FROM argosy.statement_stages"
                    + " JOIN argosy.statement_resources USING (statement_id)"
                    + " WHERE statement LIKE 'SELECT count(*) FROM metered a JOIN%' ORDER BY 1"))
        .containsExactly("argosy_stage_1", "null");
  }

  @Test
  void othersTextsAreForThoseWhoMayReadAllStatistics() throws Exception {
    rows(BUSY);
    String texts =
        "SELECT DISTINCT statement FROM argosy.statement_resources WHERE role = 'postgres'";
    try (Connection reader =
        DriverManager.getConnection(SharedCluster.url() + "?user=meter_reader")) {
      assertThat(SharedCluster.rows(reader, texts)).containsExactly("<insufficient privilege>");
      for (String table : List.of("resource_records", "stage_records")) {
        assertThatThrownBy(() -> SharedCluster.rows(reader, "TABLE argosy." + table))
            .hasMessageContaining("permission denied");
      }
      run("GRANT pg_read_all_stats TO meter_reader");
      assertThat(SharedCluster.rows(reader, texts))
          .anyMatch(text -> text.startsWith("SELECT sum(sqrt(m.id)"));
    }
  }
}
