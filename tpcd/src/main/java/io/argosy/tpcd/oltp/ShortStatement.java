package io.argosy.tpcd.oltp;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A statement whose parameters are whole numbers, on one connection: they are sent beside it, or
 * written into its text, as the mode has it.
 */
final class ShortStatement {
  private final String[] text;
  private final Statement statement;

  /**
   * Prepares it.
   *
   * @param sql with a question mark for each parameter
   */
  ShortStatement(Connection connection, QueryMode mode, String sql) throws SQLException {
    text = sql.split("[?]", -1);
    statement =
        mode.writesLiterals() ? connection.createStatement() : connection.prepareStatement(sql);
  }

  /**
   * Executes it as a query, or several in one text.
   *
   * @return how many of them found a row
   */
  int query(int... values) throws SQLException {
    int found = 0;
    boolean rows =
        statement instanceof PreparedStatement prepared
            ? with(prepared, values).execute()
            : statement.execute(text(values));
    for (; rows; rows = statement.getMoreResults()) {
      try (ResultSet row = statement.getResultSet()) {
        if (row.next()) {
          row.getInt(1);
          found++;
        }
      }
    }
    return found;
  }

  /** Executes it as a query for one row, which must be there. */
  void requireRow(int... values) throws SQLException {
    if (query(values) != 1) {
      throw new SQLException("an account is missing", "02000");
    }
  }

  /** Executes it as a change of one row, which must be there. */
  void requireChange(int... values) throws SQLException {
    int changed =
        statement instanceof PreparedStatement prepared
            ? with(prepared, values).executeUpdate()
            : statement.executeUpdate(text(values));
    if (changed != 1) {
      throw new SQLException("a row to be changed is missing", "02000");
    }
  }

  /** Adds it to a batch of changes. */
  void addBatch(int... values) throws SQLException {
    if (statement instanceof PreparedStatement prepared) {
      with(prepared, values).addBatch();
    } else {
      statement.addBatch(text(values));
    }
  }

  /** Executes what was added; each must change one row. */
  void executeBatch() throws SQLException {
    for (int changed : statement.executeBatch()) {
      if (changed != 1) {
        throw new SQLException("a statement of a batch changed " + changed + " rows", "02000");
      }
    }
  }

  private static PreparedStatement with(PreparedStatement prepared, int... values)
      throws SQLException {
    for (int i = 0; i < values.length; i++) {
      prepared.setInt(i + 1, values[i]);
    }
    return prepared;
  }

  /** With the values written into it. */
  private String text(int... values) {
    StringBuilder sql = new StringBuilder(text[0]);
    for (int i = 0; i < values.length; i++) {
      sql.append(values[i]).append(text[i + 1]);
    }
    return sql.toString();
  }
}
