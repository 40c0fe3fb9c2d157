package io.argosy.tests.differential;

import io.argosy.tests.differential.Outcome.Column;
import io.argosy.tests.differential.Outcome.Count;
import io.argosy.tests.differential.Outcome.Failure;
import io.argosy.tests.differential.Outcome.NoAnswer;
import io.argosy.tests.differential.Outcome.Rows;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.postgresql.PGConnection;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/**
 * Runs the statements of a script on one connection, in order, and records what a client sees. A
 * connection that is lost is replaced, so that one broken statement does not hide those after it.
 * Not thread-safe.
 */
public final class StatementRunner implements AutoCloseable {
  private final Database database;
  private Connection connection;

  public StatementRunner(Database database) throws SQLException {
    this.database = database;
    this.connection = PlainPostgres.connect(database);
  }

  public Outcome run(ScriptStatement statement) {
    return run(statement, statement.sql());
  }

  /** Runs another text with the parameters of the statement. */
  public Outcome run(ScriptStatement statement, String sql) {
    try {
      if (connection.isClosed()) {
        connection = PlainPostgres.connect(database);
      }
      if (statement.copyData().isPresent()) {
        String data = statement.copyData().get();
        return new Count(
            connection.unwrap(PGConnection.class).getCopyAPI().copyIn(sql, new StringReader(data)));
      }
      List<Parameter> parameters = statement.directives().parameters();
      if (parameters.isEmpty()) {
        try (Statement plain = connection.createStatement()) {
          // A question mark is an operator of jsonb here, not a parameter.
          plain.setEscapeProcessing(false);
          return outcome(plain, plain.execute(sql));
        }
      }
      try (PreparedStatement prepared = connection.prepareStatement(sql)) {
        for (int index = 0; index < parameters.size(); index++) {
          parameters.get(index).bind(prepared, index + 1);
        }
        Outcome outcome = outcome(prepared, prepared.execute());
        for (int execution = 1; execution < statement.directives().repeat(); execution++) {
          outcome = outcome(prepared, prepared.execute());
        }
        return outcome;
      }
    } catch (PSQLException e) {
      ServerErrorMessage error = e.getServerErrorMessage();
      return error == null ? new NoAnswer(e.toString()) : failure(error);
    } catch (SQLException | RuntimeException e) {
      return new NoAnswer(e.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Outcome outcome(Statement statement, boolean resultSet) throws SQLException {
    if (!resultSet) {
      return new Count(statement.getLargeUpdateCount());
    }
    try (ResultSet results = statement.getResultSet()) {
      ResultSetMetaData description = results.getMetaData();
      int width = description.getColumnCount();
      List<Column> columns = new ArrayList<>(width);
      for (int column = 1; column <= width; column++) {
        columns.add(
            new Column(
                description.getColumnLabel(column),
                description.getColumnTypeName(column),
                description.getPrecision(column),
                description.getScale(column)));
      }
      List<List<String>> rows = new ArrayList<>();
      while (results.next()) {
        List<String> row = new ArrayList<>(width);
        for (int column = 1; column <= width; column++) {
          row.add(text(results, column, columns.get(column - 1)));
        }
        rows.add(row);
      }
      return new Rows(columns, rows);
    }
  }

  private static String text(ResultSet results, int column, Column description)
      throws SQLException {
    if (!description.type().equals("bytea")) {
      return results.getString(column);
    }
    // The driver's text of a binary bytea is the identity of a Java array.
    byte[] bytes = results.getBytes(column);
    return bytes == null ? null : HexFormat.of().formatHex(bytes);
  }

  private static Failure failure(ServerErrorMessage error) {
    return new Failure(
        orEmpty(error.getSQLState()),
        orEmpty(error.getMessage()),
        error.getPosition(),
        orEmpty(error.getDetail()),
        orEmpty(error.getHint()),
        orEmpty(error.getSchema()),
        orEmpty(error.getTable()),
        orEmpty(error.getColumn()),
        orEmpty(error.getDatatype()),
        orEmpty(error.getConstraint()));
  }

  private static String orEmpty(String text) {
    return text == null ? "" : text;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
