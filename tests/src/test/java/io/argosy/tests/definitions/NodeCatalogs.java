package io.argosy.tests.definitions;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.agent.embedded.EmbeddedServer;
import io.argosy.tests.cluster.TestCluster;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** What each node's own catalog says of the relations of a schema. Not thread-safe. */
final class NodeCatalogs implements AutoCloseable {
  private static final String RELATIONS =
      """
      SELECT concat_ws(' ', c.relname, c.relkind, c.relpersistence, c.relreplident,
                       pg_get_userbyid(c.relowner), c.relacl, t.placement, t.distribution_column,
                       t.colocation_group, d.part, d.definition)
      FROM pg_class c
      LEFT JOIN argosy.tables t ON t.relation = c.oid
      LEFT JOIN LATERAL argosy.table_definition(c.oid) d ON c.relkind IN ('r', 'p')
      WHERE c.relnamespace = '%s'::regnamespace
      ORDER BY 1\
      """;

  private final List<Connection> nodes = new ArrayList<>();

  NodeCatalogs(TestCluster cluster) throws SQLException {
    for (EmbeddedServer server : cluster.cluster().servers()) {
      nodes.add(DriverManager.getConnection(server.jdbcUrl() + "?user=postgres"));
    }
  }

  /** What all of them say; they must agree. */
  List<String> ofSchema(String schema) throws SQLException {
    List<String> home = read(nodes.getFirst(), schema);
    for (int node = 1; node < nodes.size(); node++) {
      assertThat(read(nodes.get(node), schema)).as("node %d and the first", node).isEqualTo(home);
    }
    return home;
  }

  /** What the nodes answer to a query, a list of rows in text each. */
  List<List<String>> onEach(String sql) throws SQLException {
    List<List<String>> answers = new ArrayList<>();
    for (Connection node : nodes) {
      answers.add(rows(node, sql));
    }
    return answers;
  }

  /** Runs a statement on one node, behind the coordinator's back. */
  void execute(int node, String sql) throws SQLException {
    try (Statement statement = nodes.get(node).createStatement()) {
      statement.execute(sql);
    }
  }

  private static List<String> read(Connection node, String schema) throws SQLException {
    return rows(node, RELATIONS.formatted(schema));
  }

  /** The first column of a query's rows. */
  static List<String> rows(Connection connection, String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        rows.add(result.getString(1));
      }
    }
    return rows;
  }

  @Override
  public void close() throws SQLException {
    for (Connection node : nodes) {
      node.close();
    }
  }
}
