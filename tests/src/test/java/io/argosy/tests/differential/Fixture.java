package io.argosy.tests.differential;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;

/**
 * The tables that a suite reads. A plain PostgreSQL generates the rows once, by arithmetic on
 * generate_series; every other database gets the same bytes by COPY.
 *
 * @param folder where its scripts {@code schema}, {@code data} and {@code finish} are, empty or
 *     ending in a slash
 */
public record Fixture(String folder) {
  /** The tables of the scripts in {@code corpus/}. */
  static final Fixture CORPUS = new Fixture("");

  /** The fixtures' own tables; a suite of writes may have left schemas of its own beside them. */
  private static final String TABLES =
      """
      SELECT c.oid::regclass::text
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND n.nspname IN ('public', 'archive', 'small', 'two_part', 'one_part', 'all_part')
      ORDER BY c.oid\
      """;

  /** Creates the tables, views and functions on a plain PostgreSQL and fills the tables there. */
  public void create(Database database) {
    try {
      run(database, "schema");
      run(database, "data");
      run(database, "finish");
    } catch (SQLException e) {
      throw new IllegalStateException("cannot create the fixture", e);
    }
  }

  /**
   * Creates the same in another database, with the rows of the first, and declares placement where
   * there is one.
   */
  public void copy(Database from, Database to, LoadOrder order) throws SQLException {
    try (Connection source = PlainPostgres.connect(from);
        Connection target = PlainPostgres.connect(to)) {
      run(to, "schema");
      for (String table : tables(source)) {
        copyTable(source, target, table, order);
      }
    }
    run(to, "finish");
  }

  /** The order in which rows are loaded, which no answer may depend on. */
  public enum LoadOrder {
    SAME,
    REVERSED
  }

  private static List<String> tables(Connection connection) throws SQLException {
    List<String> tables = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet results = statement.executeQuery(TABLES)) {
      while (results.next()) {
        tables.add(results.getString(1));
      }
    }
    return tables;
  }

  private static void copyTable(Connection source, Connection target, String table, LoadOrder order)
      throws SQLException {
    CopyManager out = source.unwrap(PGConnection.class).getCopyAPI();
    CopyManager in = target.unwrap(PGConnection.class).getCopyAPI();
    ByteArrayOutputStream rows = new ByteArrayOutputStream();
    try {
      long written = out.copyOut("COPY " + table + " TO STDOUT", rows);
      byte[] bytes =
          switch (order) {
            case SAME -> rows.toByteArray();
            case REVERSED -> reversedLines(rows.toString(StandardCharsets.UTF_8));
          };
      long read = in.copyIn("COPY " + table + " FROM STDIN", new ByteArrayInputStream(bytes));
      if (read != written) {
        throw new IllegalStateException(
            "COPY of " + table + " says " + read + " rows instead of " + written);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The text format of COPY escapes newlines, so that a line is a row. */
  private static byte[] reversedLines(String rows) {
    List<String> lines = rows.lines().toList().reversed();
    return (String.join("\n", lines) + (lines.isEmpty() ? "" : "\n"))
        .getBytes(StandardCharsets.UTF_8);
  }

  private void run(Database database, String script) throws SQLException {
    try (StatementRunner runner = new StatementRunner(database)) {
      for (ScriptStatement statement : Scripts.read(folder + script)) {
        if (statement.directives().placement() && !database.distributed()) {
          continue;
        }
        switch (runner.run(statement)) {
          case Outcome.Rows rows -> {}
          case Outcome.Count count -> {}
          case Outcome.Failure failure -> throw refused(statement, failure);
          case Outcome.NoAnswer noAnswer -> throw refused(statement, noAnswer);
        }
      }
    }
  }

  private static IllegalStateException refused(ScriptStatement statement, Outcome outcome) {
    return new IllegalStateException(statement.location() + ": " + outcome);
  }
}
