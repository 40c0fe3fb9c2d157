package io.argosy.coordinator.execute.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.argosy.coordinator.testing.SharedCluster;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Groups that span nodes, finished on the home node, in every kind of transaction. */
class FinishingTest {
  private static final String GROUPS =
      "SELECT part, count(*), sum(amount) FROM finishing GROUP BY part ORDER BY part";
  private static final List<String> EXPECTED =
      List.of("0|250|125500", "1|250|124750", "2|250|125000", "3|250|125250");

  @BeforeAll
  static void createTable() throws Exception {
    try (Connection connection = SharedCluster.connect()) {
      SharedCluster.run(
          connection,
          "CREATE TABLE finishing (id int PRIMARY KEY, part int, amount bigint)",
          "SELECT create_distributed_table('finishing', 'id')",
          "INSERT INTO finishing SELECT i, i % 4, i FROM generate_series(1, 1000) i");
    }
  }

  @Test
  void theHomeNodesRowsStayThere() throws Exception {
    try (Connection connection = SharedCluster.connect()) {
      JsonNode fragments =
          explained(connection, "SELECT id / 2, sum(amount) FROM finishing GROUP BY 1");
      assertThat(fragments).hasSize(4);
      JsonNode home = fragments.get(0);
      assertThat(home.get("Node").textValue()).isEqualTo("node1");
      assertThat(home.get("Rows").longValue())
          .isEqualTo(
              Long.parseLong(
                  SharedCluster.onNodes("SELECT count(DISTINCT id / 2) FROM finishing")
                      .getFirst()
                      .getFirst()));
      assertThat(home.get("Bytes").longValue()).isLessThan(100);
      assertThat(fragments.get(1).get("Bytes").longValue()).isGreaterThan(1000);
    }
  }

  private static JsonNode explained(Connection connection, String query) throws Exception {
    String json =
        String.join("", SharedCluster.rows(connection, "EXPLAIN (ANALYZE, FORMAT JSON) " + query));
    return new ObjectMapper().readTree(json).get(0).get("Fragments");
  }

  @Test
  void inAndOutOfTransactions() throws Exception {
    try (Connection connection = SharedCluster.connect()) {
      assertThat(SharedCluster.rows(connection, GROUPS)).isEqualTo(EXPECTED);
      for (String begin :
          List.of(
              "BEGIN",
              "BEGIN READ ONLY",
              "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY",
              "BEGIN ISOLATION LEVEL REPEATABLE READ")) {
        SharedCluster.run(connection, begin);
        assertThat(SharedCluster.rows(connection, GROUPS)).as(begin).isEqualTo(EXPECTED);
        assertThat(SharedCluster.rows(connection, GROUPS)).as(begin).isEqualTo(EXPECTED);
        SharedCluster.run(connection, "COMMIT");
      }
      SharedCluster.run(connection, "CREATE TEMPORARY TABLE pinned (i int)");
      assertThat(SharedCluster.rows(connection, GROUPS)).isEqualTo(EXPECTED);
    }
  }

  @Test
  void aTransactionSeesWhatItHasWritten() throws Exception {
    try (Connection connection = SharedCluster.connect()) {
      SharedCluster.run(connection, "BEGIN", "UPDATE finishing SET amount = 1");
      assertThat(SharedCluster.rows(connection, GROUPS))
          .containsExactly("0|250|250", "1|250|250", "2|250|250", "3|250|250");
      SharedCluster.run(connection, "ROLLBACK");
    }
  }

  @Test
  void withParametersAndBinaryResults() throws Exception {
    try (Connection connection = SharedCluster.connect();
        PreparedStatement statement =
            connection.prepareStatement(
                "SELECT part, sum(amount), now() FROM finishing WHERE id > ? GROUP BY part"
                    + " ORDER BY part LIMIT ?")) {
      // Past the driver's threshold the results are asked for in binary.
      for (int i = 0; i < 8; i++) {
        statement.setInt(1, 996);
        statement.setInt(2, 2);
        try (ResultSet rows = statement.executeQuery()) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getLong(2)).isEqualTo(1000);
          assertThat(rows.next()).isTrue();
          assertThat(rows.getLong(2)).isEqualTo(997);
          assertThat(rows.next()).isFalse();
        }
      }
    }
  }

  @Test
  void aFragmentThatFailsLeavesNothingBehind() throws Exception {
    try (Connection connection = SharedCluster.connect()) {
      assertThatThrownBy(
              () ->
                  SharedCluster.rows(
                      connection, "SELECT part, sum(1 / (amount - 500)) FROM finishing GROUP BY 1"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22012"));
      assertThat(SharedCluster.rows(connection, GROUPS)).isEqualTo(EXPECTED);
      assertThat(
              SharedCluster.onNodes(
                  "SELECT count(*) FROM pg_class WHERE relname = 'argosy_partial'"))
          .containsOnly(List.of("0"));
    }
  }
}
