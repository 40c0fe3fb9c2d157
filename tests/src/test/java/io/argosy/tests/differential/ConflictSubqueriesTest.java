package io.argosy.tests.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.agent.embedded.EmbeddedServer;
import io.argosy.tests.cluster.TestCluster;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Subqueries in ON CONFLICT DO UPDATE and RETURNING: every placement of the target, with everything
 * that a subquery can read, wherever it can stand. What the statement returns, and what the target
 * has afterwards, is what one PostgreSQL says; the copies of a replicated target are equal on all
 * nodes.
 */
class ConflictSubqueriesTest {
  private static final List<String> TARGETS = List.of("spread", "copied", "home");

  private static final List<String> PLACES =
      List.of(
          "SELECT create_distributed_table('spread', 'k')",
          "SELECT create_reference_table('copied')",
          "SELECT create_distributed_table('near', 'k')",
          "SELECT create_distributed_table('far', 'w')",
          "SELECT create_reference_table('everywhere')");

  /** Subqueries: T is the target, E the row that was to be inserted. */
  private static final List<String> READS =
      List.of(
          "(SELECT sum(x.v) FROM T x)",
          "(SELECT sum(x.v) FROM T x WHERE x.k <> E.k)",
          "(SELECT sum(x.v) FROM T x WHERE x.k = E.k)",
          "(SELECT sum(n.w) FROM near n WHERE n.k = E.k)",
          "(SELECT sum(n.w) FROM near n)",
          "(SELECT count(*) FROM far f WHERE f.w >= E.k)",
          "(SELECT f.w FROM far f WHERE f.w >= E.k ORDER BY f.w LIMIT 1)",
          "(SELECT sum(f.w + n.w) FROM far f JOIN near n USING (k) WHERE n.k >= E.k)",
          "(SELECT max(e.w) FROM everywhere e WHERE e.k <= E.k)",
          "(SELECT count(*) FROM everywhere e)",
          "(SELECT sum(a.w) FROM alone a WHERE a.k > E.k)",
          "(SELECT count(*) FROM looked l WHERE l.w > E.k)",
          "(SELECT count(*) FROM many)",
          "(SELECT total FROM many WHERE many.k = E.k)",
          "(SELECT one.x + E.k FROM one)",
          "(SELECT E.k + 7)",
          "(SELECT array_length(array_agg(f.w), 1) FROM far f)");

  private static TestCluster cluster;
  private static Connection argosy;
  private static Connection postgres;

  @BeforeAll
  static void start() throws SQLException {
    cluster = TestCluster.start(3);
    argosy = PlainPostgres.connect(cluster);
    postgres = PlainPostgres.connect(PlainPostgres.empty());
    for (Connection connection : List.of(argosy, postgres)) {
      execute(connection, "CREATE SCHEMA conflict_cases");
      execute(connection, "SET search_path = conflict_cases");
      for (String target : TARGETS) {
        execute(connection, "CREATE TABLE " + target + " (k int PRIMARY KEY, v int, s text)");
      }
      for (String table : List.of("near", "far", "everywhere", "alone")) {
        execute(connection, "CREATE TABLE " + table + " (k int, w int)");
      }
      if (connection == argosy) {
        for (String place : PLACES) {
          execute(connection, place);
        }
      }
      execute(connection, "CREATE VIEW looked AS SELECT far.k, far.w + 1 AS w FROM far");
      for (String table : List.of("near", "far", "everywhere", "alone")) {
        execute(
            connection, "INSERT INTO " + table + " SELECT i % 10, i FROM generate_series(1, 40) i");
      }
    }
  }

  @AfterAll
  static void stop() throws SQLException {
    argosy.close();
    postgres.close();
    cluster.close();
  }

  @TestFactory
  Stream<DynamicTest> sameAsPostgres() {
    List<DynamicTest> tests = new ArrayList<>();
    for (String target : TARGETS) {
      for (String read : READS) {
        for (String statement : statements(target, read)) {
          tests.add(DynamicTest.dynamicTest(statement, () -> compare(target, statement)));
        }
      }
    }
    return tests.stream();
  }

  private static List<String> statements(String target, String read) {
    String with =
        "WITH one AS (SELECT 5 AS x), many AS (SELECT k, sum(w) AS total FROM far GROUP BY k) ";
    String used = read.contains("one") || read.contains("many") ? with : "";
    String values = "INSERT INTO T (k, v) VALUES (1, 1), (2, 2), (5, 5), (30, 3)";
    String query = "INSERT INTO T (k, v) SELECT k, w FROM near WHERE w BETWEEN 11 AND 14";
    String conflict = " ON CONFLICT (k) DO UPDATE SET ";
    String excluded = read.replace("E.", "excluded.");
    String returned = read.replace("E.", "T.");
    return Stream.of(
            values + conflict + "v = " + excluded,
            values + conflict + "v = " + excluded + " RETURNING k, v, s",
            values + conflict + "s = 'seen' WHERE T.v + excluded.v < " + excluded,
            values + conflict + "v = T.v + 1 RETURNING k, " + returned,
            values + " ON CONFLICT DO NOTHING RETURNING k, " + returned,
            "INSERT INTO T (k, v) VALUES (31, 1), (32, 2) RETURNING v, " + returned,
            query + conflict + "v = excluded.v + " + excluded + " RETURNING v",
            query + conflict + "s = excluded.v::text WHERE T.v < " + excluded + " RETURNING s")
        .map(statement -> (used + statement).replaceAll("\\bT\\b", target))
        .toList();
  }

  private static void compare(String target, String statement) throws SQLException {
    for (Connection connection : List.of(argosy, postgres)) {
      execute(connection, "DELETE FROM " + target);
      execute(
          connection,
          "INSERT INTO " + target + " SELECT i, i * 10, 's' || i FROM generate_series(1, 9) i");
    }
    assertThat(rows(argosy, statement)).isEqualTo(rows(postgres, statement));
    String contents = "SELECT * FROM " + target;
    List<String> expected = rows(postgres, contents);
    assertThat(rows(argosy, contents)).isEqualTo(expected);
    if (target.equals("copied")) {
      for (EmbeddedServer server : cluster.cluster().servers()) {
        try (Connection node = DriverManager.getConnection(server.jdbcUrl() + "?user=postgres")) {
          assertThat(rows(node, "SELECT * FROM conflict_cases." + target)).isEqualTo(expected);
        }
      }
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Sorted rows, or the count of rows or the error. */
  private static List<String> rows(Connection connection, String sql) {
    List<String> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      if (!statement.execute(sql)) {
        return List.of(statement.getUpdateCount() + " rows");
      }
      try (ResultSet result = statement.getResultSet()) {
        int columns = result.getMetaData().getColumnCount();
        while (result.next()) {
          List<String> row = new ArrayList<>();
          for (int i = 1; i <= columns; i++) {
            row.add(result.getString(i));
          }
          rows.add(row.toString());
        }
      }
    } catch (SQLException e) {
      return List.of(e.getSQLState());
    }
    Collections.sort(rows);
    return rows;
  }
}
