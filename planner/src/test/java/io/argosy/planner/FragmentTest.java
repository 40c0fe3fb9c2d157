package io.argosy.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.planner.plan.Merge;
import io.argosy.planner.plan.Plan;
import io.argosy.sql.template.SqlTemplate;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * PostgreSQL accepts what is shipped, and with all rows on one node fragment and merge give what
 * the statement gives, with its column names and types.
 */
class FragmentTest {
  private static final TestCatalog CATALOG = new TestCatalog("o_orderkey", "l_orderkey");
  private static EmbeddedPostgres server;
  private static Connection connection;

  @BeforeAll
  static void start() throws IOException, SQLException {
    server = EmbeddedPostgres.start();
    connection = server.getPostgresDatabase().getConnection();
    try (Statement statement = connection.createStatement()) {
      statement.execute(GoldenFile.read("tpch/schema.sql"));
      statement.execute(GoldenFile.read("corpus/rows.sql"));
    }
    // now() is one value for a transaction.
    connection.setAutoCommit(false);
  }

  @AfterAll
  static void stop() throws IOException, SQLException {
    connection.close();
    server.close();
  }

  @Test
  void fragmentAndMergeGiveTheAnswer() throws SQLException {
    List<String> statements = new ArrayList<>();
    for (int query = 1; query <= 22; query++) {
      statements.add(GoldenFile.read(String.format(Locale.ROOT, "tpch/q%02d.sql", query)));
    }
    GoldenFile.read("corpus/statements.sql")
        .lines()
        .filter(sql -> sql.startsWith("select") || sql.startsWith("with"))
        .filter(sql -> !sql.contains("$") && !sql.contains("random") && !sql.contains("home_table"))
        .filter(sql -> !sql.contains("big_orders") && !sql.contains("stamped"))
        .forEach(statements::add);
    int compared = 0;
    for (String sql : statements) {
      if (GoldenPlanTest.plan(sql, CATALOG) instanceof Plan.Pushdown) {
        List<ResultColumnNames> columns = new ArrayList<>();
        List<String> expected = rows(sql, columns);
        compare(sql, columns.get(0), expected);
        compared++;
      }
    }
    assertThat(compared).isGreaterThan(100);
  }

  /** The result's column names, and their types. */
  private record ResultColumnNames(List<String> names, List<String> types) {}

  private static void compare(String sql, ResultColumnNames columns, List<String> expected)
      throws SQLException {
    Plan.Pushdown plan = (Plan.Pushdown) GoldenPlanTest.plan(sql, CATALOG, columns.names());
    String fragment = withValues(plan.fragment().text(), plan);
    switch (plan.merge()) {
      case Merge.Concatenate all -> assertThat(rows(fragment, null)).as(sql).isEqualTo(expected);
      case Merge.Limited limited -> assertThat(rows(fragment, null)).as(sql).isNotEmpty();
      case Merge.Ordered ordered ->
          finish(sql, fragment, ordered.finish(), plan, columns, expected);
      case Merge.Finish finish -> finish(sql, fragment, finish, plan, columns, expected);
    }
  }

  private static void finish(
      String sql,
      String fragment,
      Merge.Finish finish,
      Plan.Pushdown plan,
      ResultColumnNames columns,
      List<String> expected)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE IF EXISTS pg_temp.argosy_partial");
      statement.execute("CREATE TEMP TABLE argosy_partial AS " + fragment);
    }
    List<ResultColumnNames> partial = new ArrayList<>();
    rows("SELECT * FROM pg_temp.argosy_partial", partial);
    List<ResultColumnNames> result = new ArrayList<>();
    List<String> rows =
        rows(withValues(finish.template().sql(values(partial.get(0))), plan), result);
    assertThat(rows).as(sql).isEqualTo(expected);
    assertThat(result.get(0)).as(sql).isEqualTo(columns);
  }

  private static SqlTemplate.Values values(ResultColumnNames partial) {
    return new SqlTemplate.Values() {
      @Override
      public String table(SqlTemplate.Part.Table table) {
        return "pg_temp." + table.name();
      }

      @Override
      public String share(SqlTemplate.Part.Share share) {
        throw new AssertionError("a pushdown has no shares");
      }

      @Override
      public String type(SqlTemplate.Part.Type type) {
        return partial.types().get(partial.names().indexOf(type.column()));
      }
    };
  }

  private static String withValues(String sql, Plan.Pushdown plan) {
    String text = sql;
    for (int i = plan.once().size(); i > 0; i--) {
      text = text.replace("$" + i, plan.once().get(i - 1).expression());
    }
    return text;
  }

  /** The rows as sorted text; fills in the columns unless they are not wanted. */
  private static List<String> rows(String sql, List<ResultColumnNames> columns)
      throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      ResultSetMetaData description = result.getMetaData();
      List<String> names = new ArrayList<>();
      List<String> types = new ArrayList<>();
      for (int i = 1; i <= description.getColumnCount(); i++) {
        names.add(description.getColumnLabel(i));
        types.add(description.getColumnTypeName(i));
      }
      if (columns != null) {
        columns.add(new ResultColumnNames(names, types));
      }
      List<String> rows = new ArrayList<>();
      while (result.next()) {
        StringBuilder row = new StringBuilder();
        for (int i = 1; i <= names.size(); i++) {
          row.append(result.getString(i)).append('|');
        }
        rows.add(row.toString());
      }
      return rows.stream().sorted().toList();
    }
  }
}
