package io.argosy.tests.definitions;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.tests.cluster.TestCluster;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * With a new version of the catalog all sessions of all coordinators plan anew whatever they run.
 * So what changes nothing that a plan is based on must not raise it.
 */
class CatalogVersionTest {
  private static TestCluster cluster;
  private static Connection connection;

  @BeforeAll
  static void start() throws SQLException {
    cluster = TestCluster.start(2);
    connection = DriverManager.getConnection(cluster.jdbcUrl());
    for (String sql :
        List.of(
            "CREATE TABLE far (id bigserial PRIMARY KEY, a int)",
            "CREATE TABLE part (far bigint REFERENCES far (id), a int)",
            "CREATE TABLE copied (id bigint PRIMARY KEY, a int)",
            "CREATE TABLE near (id bigint PRIMARY KEY, a int)",
            "SELECT create_distributed_table('far', 'id')",
            "SELECT create_distributed_table('part', 'far')",
            "SELECT create_reference_table('copied')")) {
      execute(sql);
    }
  }

  @AfterAll
  static void stop() throws SQLException {
    connection.close();
    cluster.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TRUNCATE part",
        "TRUNCATE far, part RESTART IDENTITY",
        "TRUNCATE far CASCADE",
        "TRUNCATE copied",
        "TRUNCATE near",
        "TRUNCATE far, part, copied, near",
        "INSERT INTO far (a) VALUES (1)",
        "ANALYZE far",
        "VACUUM copied"
      })
  void whatChangesRowsAloneLetsPlansBe(String sql) throws SQLException {
    List<Long> before = versions();
    execute(sql);
    assertThat(versions()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE INDEX ON far (a)",
        "GRANT SELECT ON copied TO public",
        "COMMENT ON TABLE near IS 'near'",
        "ALTER TABLE part ADD COLUMN b int"
      })
  void whatChangesTheCatalogIsToldToAll(String sql) throws SQLException {
    List<Long> before = versions();
    execute(sql);
    assertThat(versions()).doesNotContainAnyElementsOf(before);
  }

  private static void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static List<Long> versions() {
    return cluster.cluster().servers().stream().map(server -> version(server.jdbcUrl())).toList();
  }

  private static long version(String url) {
    try (Connection node = DriverManager.getConnection(url);
        Statement statement = node.createStatement();
        ResultSet version = statement.executeQuery("SELECT argosy.catalog_version()")) {
      version.next();
      return version.getLong(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
