package io.argosy.coordinator.statement.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.coordinator.testing.SessionTest;
import io.argosy.coordinator.testing.SharedCluster;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TableFromQueryTest extends SessionTest {
  @BeforeEach
  void createTables() throws SQLException {
    run(
        "CREATE TABLE source (id bigint PRIMARY KEY, name text)",
        "SELECT create_distributed_table('source', 'id')",
        "INSERT INTO source SELECT g, 'row ' || g % 3 FROM generate_series(1, 30) g",
        "CREATE TABLE small (id int)",
        "SELECT create_reference_table('small')",
        "INSERT INTO small VALUES (1), (2)");
  }

  @AfterEach
  void dropTables() throws SQLException {
    run("DROP MATERIALIZED VIEW IF EXISTS seen", "DROP TABLE IF EXISTS made, source, small");
  }

  private List<String> made() throws SQLException {
    return rows("SELECT * FROM made ORDER BY 1");
  }

  @Test
  void rowsOfManyNodesLiveOnTheHomeNode() throws Exception {
    assertThat(
            update("CREATE TABLE made (label, n) AS SELECT name, count(*) FROM source GROUP BY 1"))
        .isEqualTo(3);
    assertThat(made()).containsExactly("row 0|10", "row 1|10", "row 2|10");
    assertThat(SharedCluster.onNodes("SELECT count(*) FROM made"))
        .containsExactly(List.of("3"), List.of("0"), List.of("0"));
  }

  @Test
  void executedStatements() throws Exception {
    SharedCluster.run(
        connection, "PREPARE few(bigint) AS SELECT id, name FROM source WHERE id < $1 + 1");
    assertThat(rows("EXPLAIN EXECUTE few(3)").getFirst()).startsWith("PUSHDOWN");
    assertThat(rows("EXPLAIN CREATE TABLE made AS EXECUTE few(3)").getFirst())
        .startsWith("PUSHDOWN");
    assertThat(update("CREATE TABLE made (a, b) AS EXECUTE few(3)")).isEqualTo(3);
    assertThat(made()).containsExactly("1|row 1", "2|row 2", "3|row 0");
  }

  @Test
  void explainedWithAnalyze() throws Exception {
    assertThat(rows("EXPLAIN ANALYZE CREATE TABLE made AS SELECT * FROM source WHERE id < 3"))
        .anyMatch(line -> line.contains("Execution Time"));
    assertThat(made()).containsExactly("1|row 1", "2|row 2");
    assertThat(rows("EXPLAIN DECLARE c CURSOR FOR SELECT * FROM source").getFirst())
        .startsWith("PUSHDOWN");
  }

  @Test
  void selectInto() throws Exception {
    update("SELECT id, name INTO TABLE made FROM source WHERE id < 4");
    assertThat(made()).containsExactly("1|row 1", "2|row 2", "3|row 0");
  }

  @Test
  void withoutDataAndIfNotExists() throws Exception {
    update("CREATE TABLE made AS SELECT * FROM source WITH NO DATA");
    assertThat(made()).isEmpty();
    update("CREATE TABLE IF NOT EXISTS made AS SELECT * FROM source");
    assertThat(made()).isEmpty();
    assertThatThrownBy(() -> update("CREATE TABLE made AS SELECT 1"))
        .hasMessageContaining("relation \"made\" already exists");
  }

  @Test
  void temporaryTableMeetsDistributedTable() throws Exception {
    assertThat(update("CREATE TEMPORARY TABLE made AS SELECT id FROM source WHERE id < 3"))
        .isEqualTo(2);
    assertThat(rows("SELECT name FROM source JOIN made USING (id) ORDER BY 1"))
        .containsExactly("row 1", "row 2");
  }

  @Test
  void theHomeNodeHasTheRowsOfMaterializedViews() throws Exception {
    for (String table : List.of("small", "source")) {
      update("CREATE MATERIALIZED VIEW seen AS SELECT * FROM " + table);
      assertThat(
              SharedCluster.onNodes("SELECT relispopulated FROM pg_class WHERE relname = 'seen'"))
          .containsExactly(List.of("t"), List.of("f"), List.of("f"));
      assertThat(rows("SELECT count(*) FROM seen"))
          .isEqualTo(rows("SELECT count(*) FROM " + table));
      update("DROP MATERIALIZED VIEW seen");
    }
  }

  @Test
  void errorsAreThoseOfTheQueryAndLeaveNothing() throws Exception {
    assertThatThrownBy(() -> update("CREATE TABLE made AS SELECT nope FROM source"))
        .hasMessageContaining("column \"nope\" does not exist")
        .hasMessageContaining("Position: 29");
    assertThatThrownBy(() -> update("CREATE TABLE made AS SELECT 1 / (id - 7) FROM source"))
        .hasMessageContaining("division by zero");
    assertThat(SharedCluster.onNodes("SELECT to_regclass('made')")).containsOnly(List.of("null"));
  }
}
