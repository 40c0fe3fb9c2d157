package io.argosy.coordinator.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.coordinator.testing.SharedCluster;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client that closes a portal before its end has the rest of its transaction all the same. */
class AbandonedPortalTest {
  /** With a few thousand of them, more than stands in buffers on the way. */
  private static final String WIDE = "repeat('x', 10000)";

  @BeforeAll
  static void createTable() throws Exception {
    try (Connection connection = SharedCluster.connect()) {
      SharedCluster.run(
          connection,
          "CREATE TABLE abandoned (id int PRIMARY KEY, part int)",
          "SELECT create_distributed_table('abandoned', 'id')",
          "CREATE TABLE abandoned_copy (id int PRIMARY KEY, part int)",
          "SELECT create_reference_table('abandoned_copy')",
          "INSERT INTO abandoned SELECT i, i % 10 FROM generate_series(1, 3000) i",
          "INSERT INTO abandoned_copy SELECT * FROM abandoned");
    }
  }

  @AfterAll
  static void dropTable() throws Exception {
    try (Connection connection = SharedCluster.connect()) {
      SharedCluster.run(connection, "DROP TABLE abandoned, abandoned_copy");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT %s FROM abandoned",
        "SELECT %s FROM abandoned ORDER BY id",
        "SELECT %s FROM abandoned ORDER BY id::text COLLATE \"und-x-icu\"",
        "SELECT %s FROM abandoned LIMIT 2900",
        "SELECT %s FROM abandoned_copy",
        "SELECT a.id, %s FROM abandoned a JOIN abandoned b ON b.id = a.part + 1",
        "UPDATE abandoned SET part = part RETURNING %s"
      })
  void theTransactionGoesOn(String query) throws Exception {
    try (Connection connection = SharedCluster.connect()) {
      connection.setAutoCommit(false);
      SharedCluster.run(connection, "UPDATE abandoned SET part = 100 WHERE id <= 10");
      for (int i = 0; i < 2; i++) {
        readOne(connection, query.formatted(WIDE));
        assertThat(
                SharedCluster.rows(connection, "SELECT count(*) FROM abandoned WHERE part = 100"))
            .containsExactly("10");
      }
      connection.rollback();
    }
  }

  private static void readOne(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(1);
      try (ResultSet rows = statement.executeQuery(query)) {
        assertThat(rows.next()).isTrue();
      }
    }
  }

  @Test
  void whatAModificationHasDoneStays() throws Exception {
    try (Connection connection = SharedCluster.connect();
        Statement statement = connection.createStatement()) {
      for (String table : new String[] {"abandoned", "abandoned_copy"}) {
        statement.setMaxRows(1);
        statement.executeQuery("UPDATE " + table + " SET part = -1 RETURNING " + WIDE).close();
        assertThat(
                SharedCluster.rows(
                    connection, "SELECT count(*) FROM " + table + " WHERE part = -1"))
            .as(table)
            .containsExactly("3000");
        SharedCluster.run(connection, "UPDATE " + table + " SET part = id % 10");
      }
    }
  }
}
