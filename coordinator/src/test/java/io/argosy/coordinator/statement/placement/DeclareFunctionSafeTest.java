package io.argosy.coordinator.statement.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.coordinator.testing.SharedCluster;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class DeclareFunctionSafeTest {
  @Test
  void aFunctionThatItsOwnerCallsSafeRunsOnTheNodes() throws Exception {
    try (Connection connection = SharedCluster.connect()) {
      SharedCluster.run(
          connection,
          "CREATE FUNCTION doubled(integer) RETURNS integer LANGUAGE plpgsql STABLE"
              + " AS 'BEGIN RETURN 2 * $1; END'",
          "CREATE TABLE doubled_numbers (n integer)",
          "SELECT create_distributed_table('doubled_numbers', 'n')",
          "INSERT INTO doubled_numbers VALUES (21)",
          "CREATE SCHEMA \"Odd place\"",
          "CREATE FUNCTION \"Odd place\".doubled(text, int[]) RETURNS integer LANGUAGE plpgsql"
              + " STABLE AS 'BEGIN RETURN 2 * length($1); END'");
      assertThatThrownBy(
              () -> SharedCluster.rows(connection, "SELECT doubled(n) FROM doubled_numbers"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("0A000"));
      SharedCluster.rows(connection, "SELECT declare_function_safe('doubled(integer)')");
      SharedCluster.rows(
          connection, "SELECT declare_function_safe('\"Odd place\".doubled(text, int[])')");
      assertThat(SharedCluster.rows(connection, "SELECT doubled(n) FROM doubled_numbers"))
          .containsExactly("42");
      assertThat(SharedCluster.rows(connection, "SELECT \"Odd place\".doubled('four', NULL)"))
          .containsExactly("8");
      assertThat(
              SharedCluster.onNodes(
                  "SELECT count(*) FROM argosy.safe_functions s"
                      + " JOIN pg_proc p ON p.oid = s.function WHERE p.proname = 'doubled'"))
          .allSatisfy(rows -> assertThat(rows).containsExactly("2"));
    }
  }
}
