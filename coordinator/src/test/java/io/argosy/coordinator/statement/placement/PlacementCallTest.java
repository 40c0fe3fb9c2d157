package io.argosy.coordinator.statement.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.coordinator.testing.SharedCluster;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class PlacementCallTest {
  @Test
  void everyCallIsAStatementOfItsOwn() throws Exception {
    try (Connection connection = SharedCluster.connect()) {
      SharedCluster.run(
          connection, "CREATE TABLE called (id int)", "CREATE TABLE detach_table (id int)");
      assertThatThrownBy(
              () ->
                  SharedCluster.rows(
                      connection,
                      "SELECT create_distributed_table('called', 'id'),"
                          + " create_reference_table('detach_table')"))
          .isInstanceOfSatisfying(
              SQLException.class,
              e -> {
                assertThat(e.getSQLState()).isEqualTo("0A000");
                assertThat(e.getMessage()).contains("by itself", "Write a SELECT for each call");
              });
      SharedCluster.rows(connection, "SELECT create_distributed_table('called', 'id')");
      // A table may be called as one of the functions is.
      SharedCluster.rows(connection, "SELECT create_reference_table('detach_table')");
      assertThat(
              SharedCluster.rows(
                  connection,
                  "SELECT table_name, table_type, distribution_column, colocation_group IS NULL"
                      + " FROM argosy.placed_tables"
                      + " WHERE table_name IN ('called'::regclass, 'detach_table'::regclass)"
                      + " ORDER BY table_type"))
          .containsExactly("called|distributed|id|f", "detach_table|reference|null|t");
      SharedCluster.run(connection, "DROP TABLE called, detach_table");
    }
  }
}
