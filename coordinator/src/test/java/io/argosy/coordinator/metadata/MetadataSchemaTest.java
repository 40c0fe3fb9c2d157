package io.argosy.coordinator.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.coordinator.testing.SharedCluster;
import java.sql.Connection;
import org.junit.jupiter.api.Test;

/** Schema {@code argosy} is also where a role called argosy finds its tables first. */
class MetadataSchemaTest {
  @Test
  void holdsTablesOfUsersToo() throws Exception {
    try (Connection connection = SharedCluster.connect()) {
      SharedCluster.run(
          connection,
          "CREATE TABLE argosy.mine (id int PRIMARY KEY)",
          "SELECT create_distributed_table('argosy.mine', 'id')",
          "INSERT INTO argosy.mine SELECT generate_series(1, 300)",
          "CREATE VIEW argosy.my_view AS SELECT id FROM argosy.mine WHERE id > 100");
      try {
        assertThat(SharedCluster.rows(connection, "SELECT count(*) FROM argosy.mine"))
            .containsExactly("300");
        assertThat(SharedCluster.rows(connection, "SELECT count(*) FROM argosy.my_view"))
            .containsExactly("200");
      } finally {
        SharedCluster.run(connection, "DROP TABLE argosy.mine CASCADE");
      }
    }
  }

  @Test
  void theMetadataIsKnownByName() throws Exception {
    try (Connection connection = SharedCluster.connect()) {
      assertThat(
              SharedCluster.rows(
                  connection,
                  "SELECT relname FROM pg_class WHERE relnamespace = 'argosy'::regnamespace"
                      + " AND relkind IN ('r', 'v') AND relname NOT LIKE 'm%'"))
          .isNotEmpty()
          .allSatisfy(name -> assertThat(Resources.read("facts.sql")).contains("'" + name + "'"));
    }
  }
}
