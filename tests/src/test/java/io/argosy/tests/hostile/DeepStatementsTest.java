package io.argosy.tests.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.tests.cluster.TestCluster;
import io.argosy.tests.differential.PlainPostgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deep and long statements give what one PostgreSQL gives, up to where it says that its stack is
 * too small; and no session ends by one.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(600)
class DeepStatementsTest {
  private static final Logger LOG = LoggerFactory.getLogger(DeepStatementsTest.class);
  private static final List<DeepStatement> FORMS = DeepStatement.ALL;
  private static final List<String> TABLES =
      List.of("deep_local", "deep_replicated", "deep_distributed");

  private TestCluster cluster;
  private PlainPostgres postgres;
  private Connection argosy;
  private Connection plain;

  /** A way to have a query answered. */
  private record Use(String name, UnaryOperator<String> before, UnaryOperator<String> sql) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static final List<Use> USES =
      List.of(
          new Use("EXPLAIN", sql -> "SELECT 1", sql -> "EXPLAIN " + sql),
          new Use(
              "PREPARE", sql -> "DEALLOCATE ALL; PREPARE deep AS " + sql, sql -> "EXECUTE deep"),
          new Use(
              "view",
              sql -> "DROP VIEW IF EXISTS deep_view; CREATE VIEW deep_view (v) AS " + sql,
              sql -> "SELECT v FROM deep_view"),
          new Use(
              "INSERT",
              sql -> "TRUNCATE deep_copies; INSERT INTO deep_copies " + sql,
              sql -> "SELECT value FROM deep_copies"));

  @BeforeAll
  void start() throws SQLException {
    cluster = TestCluster.start(2);
    postgres = PlainPostgres.start(List.of());
    argosy = DriverManager.getConnection(cluster.jdbcUrl());
    plain = DriverManager.getConnection(postgres.jdbcUrl());
    for (Connection connection : List.of(argosy, plain)) {
      for (String table : TABLES) {
        execute(connection, "CREATE TABLE " + table + " (id bigint PRIMARY KEY)");
        execute(connection, "INSERT INTO " + table + " SELECT generate_series(0, 4)");
      }
      execute(connection, "CREATE TABLE deep_copies (value text)");
    }
    execute(argosy, "SELECT create_reference_table('deep_replicated')");
    execute(argosy, "SELECT create_distributed_table('deep_distributed', 'id')");
    execute(argosy, "SELECT create_distributed_table('deep_copies', 'value')");
  }

  @AfterAll
  void stop() throws SQLException {
    argosy.close();
    plain.close();
    postgres.close();
    cluster.close();
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The rows of a statement in order, or the code of the error that it ends with. */
  private static List<String> outcome(Connection connection, String sql) {
    List<String> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      if (statement.execute(sql)) {
        try (ResultSet result = statement.getResultSet()) {
          while (result.next()) {
            rows.add(result.getString(1));
          }
        }
      }
    } catch (SQLException e) {
      return List.of(
          "error " + e.getSQLState() + " " + e.getMessage().lines().findFirst().orElse(""));
    }
    Collections.sort(rows);
    return rows;
  }

  private static boolean isTooDeep(List<String> outcome) {
    return outcome.size() == 1 && outcome.getFirst().startsWith("error 54001");
  }

  /**
   * What Argosy says is what PostgreSQL says. It may find a statement too complex a little before:
   * it has PostgreSQL print it, which takes more of the stack than to read it.
   */
  private void expectSame(
      Connection session, DeepStatement form, String table, int depth, boolean works) {
    String sql = form.over(table, depth);
    long begun = System.nanoTime();
    List<String> found = outcome(session, sql);
    long took = (System.nanoTime() - begun) / 1_000_000;
    LOG.info("{} {} of {}: {} ms {}", form, depth, table, took, isTooDeep(found) ? found : "");
    if (works || !isTooDeep(found)) {
      assertThat(found).as("%s %s of %s", form, depth, table).isEqualTo(outcome(plain, sql));
    }
  }

  private Connection simple() throws SQLException {
    return DriverManager.getConnection(cluster.jdbcUrl() + "&preferQueryMode=simple");
  }

  @ParameterizedTest
  @FieldSource("FORMS")
  void usualDepthsOverEveryKindOfTable(DeepStatement form) throws SQLException {
    try (Connection simple = simple()) {
      for (String table : TABLES) {
        expectSame(argosy, form, table, form.usual(), true);
        expectSame(simple, form, table, form.usual() - 1, true);
      }
    }
  }

  @ParameterizedTest
  @FieldSource("FORMS")
  void usualDepthsInOtherStatements(DeepStatement form) {
    for (Use use : USES) {
      String sql = form.over("deep_distributed", form.usual());
      for (Connection connection : List.of(argosy, plain)) {
        for (String before : use.before().apply(sql).split("; ")) {
          assertThat(outcome(connection, before))
              .as("%s %s", form, use)
              .noneMatch(row -> row != null && row.startsWith("error"));
        }
      }
      List<String> found = outcome(argosy, use.sql().apply(sql));
      if (use.name().equals("EXPLAIN")) {
        assertThat(found).as("%s %s", form, use).noneMatch(row -> row.startsWith("error"));
      } else {
        assertThat(found).as("%s %s", form, use).isEqualTo(outcome(plain, use.sql().apply(sql)));
      }
    }
  }

  @ParameterizedTest
  @FieldSource("FORMS")
  void greatDepths(DeepStatement form) {
    for (int part = 4; part >= 1; part /= 2) {
      expectSame(argosy, form, "deep_distributed", form.most() / part, false);
    }
    assertThat(outcome(argosy, "SELECT count(*) FROM deep_distributed")).containsExactly("5");
  }

  @Test
  @Timeout(60)
  void definitionsThatDoubleAreNotMultiplied() {
    for (String table : TABLES) {
      expectSame(argosy, DeepStatement.DOUBLING, table, DeepStatement.DOUBLING.usual(), true);
    }
  }

  @Test
  void whatPeopleHaveTriedWorks() {
    expectWorks("parentheses", 300);
    expectWorks("OR", 1500);
    expectWorks("+", 2000);
    expectWorks("UNION ALL", 1000);
  }

  private void expectWorks(String name, int depth) {
    DeepStatement form =
        FORMS.stream().filter(other -> other.name().equals(name)).findFirst().orElseThrow();
    for (String table : TABLES) {
      expectSame(argosy, form, table, depth, true);
    }
  }
}
