package io.argosy.tests.definitions;

import io.argosy.tests.cluster.TestCluster;
import io.argosy.tests.differential.PlainPostgres;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.postgresql.util.PSQLException;
import org.postgresql.util.PSQLWarning;
import org.postgresql.util.ServerErrorMessage;

/** What definitions do on three nodes and on one PostgreSQL, with a connection to each. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class BothServers {
  TestCluster cluster;
  Connection argosy;
  Connection postgres;
  NodeCatalogs catalogs;

  @BeforeAll
  void start() throws SQLException {
    cluster = TestCluster.start(3);
    argosy = PlainPostgres.connect(cluster);
    postgres = PlainPostgres.connect(PlainPostgres.empty());
    catalogs = new NodeCatalogs(cluster);
  }

  @AfterAll
  void stop() throws SQLException {
    catalogs.close();
    postgres.close();
    argosy.close();
    cluster.close();
  }

  /** Where Argosy has a table. */
  enum Placement {
    LOCAL,
    DISTRIBUTED,
    REPLICATED
  }

  /** Places a table, which is distributed by its column {@code id}; PostgreSQL's is left alone. */
  void place(Connection connection, String table, Placement placement) throws SQLException {
    if (connection != argosy || placement == Placement.LOCAL) {
      return;
    }
    execute(
        connection,
        placement == Placement.REPLICATED
            ? "SELECT create_reference_table('" + table + "')"
            : "SELECT create_distributed_table('" + table + "', 'id')");
  }

  /** The notices that a statement has got, with their severity. */
  static List<String> notices(Statement statement) throws SQLException {
    List<String> notices = new ArrayList<>();
    for (SQLWarning w = statement.getWarnings(); w != null; w = w.getNextWarning()) {
      notices.add(((PSQLWarning) w).getServerErrorMessage().getSeverity() + " " + w.getMessage());
    }
    return notices;
  }

  /** The columns, the rows and the notices of a statement that has run. */
  static List<String> answer(Statement statement, ResultSet result) throws SQLException {
    List<String> outcome = new ArrayList<>();
    if (result == null) {
      outcome.add("changed " + statement.getUpdateCount());
      return outcome;
    }
    ResultSetMetaData columns = result.getMetaData();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      outcome.add(columns.getColumnName(i) + " " + columns.getColumnTypeName(i));
    }
    while (result.next()) {
      List<String> row = new ArrayList<>();
      for (int i = 1; i <= columns.getColumnCount(); i++) {
        row.add(result.getString(i));
      }
      outcome.add(row.toString());
    }
    outcome.addAll(notices(statement));
    return outcome;
  }

  /** The same of a text, or how it fails. */
  static List<String> answer(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return answer(statement, statement.execute(sql) ? statement.getResultSet() : null);
    } catch (PSQLException e) {
      ServerErrorMessage message = e.getServerErrorMessage();
      return List.of(
          e.getSQLState(),
          message.getMessage(),
          String.valueOf(message.getDetail()),
          String.valueOf(message.getHint()));
    }
  }

  /**
   * Statements that have other answers on both servers, or leave other rows in a schema.
   *
   * @param before runs before each of them
   * @param after runs behind each of them
   */
  List<String> differences(List<String> statements, String schema, String before, String after)
      throws SQLException {
    List<String> wrong = new ArrayList<>();
    for (String sql : statements) {
      List<List<String>> found = new ArrayList<>();
      List<List<String>> left = new ArrayList<>();
      for (Connection connection : List.of(postgres, argosy)) {
        execute(connection, before);
        found.add(answer(connection, sql));
        boolean failed = found.getLast().getFirst().length() == 5;
        left.add(failed ? List.of() : contents(connection, schema));
        execute(connection, after);
      }
      if (!found.getFirst().equals(found.getLast())) {
        wrong.add(sql + "\n  " + found.getFirst() + "\n  " + found.getLast());
      } else if (!left.getFirst().equals(left.getLast())) {
        wrong.add(sql + "\n  " + left.getFirst() + "\n  " + left.getLast());
      }
    }
    if (!contents(argosy, schema).equals(contents(postgres, schema))) {
      wrong.add("in the end");
    }
    return wrong;
  }

  static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /**
   * The columns of every table and index of a schema in the search path, and the rows of tables.
   */
  static List<String> contents(Connection connection, String schema) throws SQLException {
    String namespace = "'" + schema + "'::regnamespace";
    List<String> contents =
        NodeCatalogs.rows(
            connection,
            "SELECT format('%s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod))"
                + " FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0"
                + " AND NOT a.attisdropped WHERE c.relnamespace = "
                + namespace
                + " ORDER BY c.relname, a.attnum");
    for (String table :
        NodeCatalogs.rows(
            connection,
            "SELECT relname FROM pg_class WHERE relnamespace = "
                + namespace
                + " AND relkind IN ('r', 'p') ORDER BY 1")) {
      contents.add(table);
      contents.addAll(
          NodeCatalogs.rows(connection, "SELECT r::text FROM " + table + " r ORDER BY 1"));
    }
    return contents;
  }
}
