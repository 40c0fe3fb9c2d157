package io.argosy.tpcd.compare;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * A whole result, in memory.
 *
 * @param columns its columns
 * @param rows its rows as they came; each value as PostgreSQL prints it, null for NULL
 */
public record Answer(List<Column> columns, List<List<String>> rows) {
  public Answer {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
  }

  /** Reads a result to its end. */
  public static Answer read(ResultSet result) throws SQLException {
    List<List<String>> rows = readRows(result);
    return new Answer(columnsOf(result), rows);
  }

  /** Reads the rest of a result's rows. */
  public static List<List<String>> readRows(ResultSet result) throws SQLException {
    int width = result.getMetaData().getColumnCount();
    List<List<String>> rows = new ArrayList<>();
    while (result.next()) {
      String[] row = new String[width];
      for (int i = 1; i <= width; i++) {
        row[i - 1] = result.getString(i);
      }
      rows.add(Collections.unmodifiableList(Arrays.asList(row)));
    }
    return rows;
  }

  /** A result's columns. The driver may query the server's catalog for their types. */
  public static List<Column> columnsOf(ResultSet result) throws SQLException {
    ResultSetMetaData metadata = result.getMetaData();
    List<Column> columns = new ArrayList<>();
    for (int i = 1; i <= metadata.getColumnCount(); i++) {
      columns.add(new Column(metadata.getColumnLabel(i), metadata.getColumnTypeName(i)));
    }
    return columns;
  }
}
