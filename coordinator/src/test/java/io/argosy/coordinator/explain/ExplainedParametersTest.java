package io.argosy.coordinator.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.coordinator.testing.SessionTest;
import io.argosy.coordinator.testing.SharedCluster;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** EXPLAIN of statements with parameters, with values and without. */
class ExplainedParametersTest extends SessionTest {
  private static final String QUERY = "SELECT * FROM keyed WHERE id = $1";

  @BeforeEach
  void makeTable() throws SQLException {
    run("CREATE TABLE keyed (id bigint)", "SELECT create_distributed_table('keyed', 'id')");
  }

  @AfterEach
  void dropTable() throws SQLException {
    run("DROP TABLE keyed");
  }

  @Test
  void withoutValuesThereIsNoPlan() throws Exception {
    String simple = SharedCluster.url() + "?user=postgres&preferQueryMode=simple";
    try (Connection texts = DriverManager.getConnection(simple)) {
      for (String options : List.of("", "(VERBOSE) ", "(ANALYZE) ")) {
        assertThatThrownBy(() -> SharedCluster.rows(texts, "EXPLAIN " + options + QUERY))
            .hasMessageContaining("there is no parameter $1");
      }
      assertThatThrownBy(() -> SharedCluster.rows(texts, "EXPLAIN (GENERIC_PLAN) " + QUERY))
          .hasMessageContaining("GENERIC_PLAN is not supported for statements with parameters");
      assertThat(SharedCluster.rows(texts, "EXPLAIN (GENERIC_PLAN) SELECT * FROM keyed"))
          .isNotEmpty();
    }
  }

  @Test
  void withValuesThereIs() throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("EXPLAIN SELECT * FROM keyed WHERE id = ?")) {
      statement.setLong(1, 7);
      try (ResultSet lines = statement.executeQuery()) {
        assertThat(lines.next()).isTrue();
        assertThat(lines.getString(1)).startsWith("ROUTE on node");
      }
    }
    run("PREPARE by_key (bigint) AS " + QUERY);
    assertThat(rows("EXPLAIN EXECUTE by_key (7)").getFirst()).startsWith("ROUTE on node");
  }
}
