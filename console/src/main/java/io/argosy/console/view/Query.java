package io.argosy.console.view;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A question of the console's, with {@code ?} for what is asked about. Thread-safe. */
final class Query {
  private static final int MOST_ROWS = 5000;
  private static final Set<String> TEXTS = ConcurrentHashMap.newKeySet();

  private final String sql;

  private Query(String sql) {
    this.sql = sql;
  }

  /**
   * A question, which must read some relation of Argosy's: what reads none may have to wait for its
   * turn where a coordinator runs only so many statements at a time. Its text is known as the
   * console's own from now on.
   */
  static Query of(String sql) {
    TEXTS.add(OwnText.normalized(sql));
    return new Query(sql);
  }

  /** Whether a statement's text, without constants, is that of one of the questions. */
  static boolean isOwn(String text) {
    return TEXTS.contains(OwnText.normalized(text));
  }

  /** The rows, each from the columns' names to numbers, texts, truth values and lists of these. */
  List<Map<String, Object>> rows(Connection connection, Object... values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setMaxRows(MOST_ROWS);
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      try (ResultSet result = statement.executeQuery()) {
        List<Map<String, Object>> rows = new ArrayList<>();
        ResultSetMetaData columns = result.getMetaData();
        while (result.next()) {
          Map<String, Object> row = new LinkedHashMap<>();
          for (int i = 1; i <= columns.getColumnCount(); i++) {
            row.put(columns.getColumnLabel(i), value(result.getObject(i)));
          }
          rows.add(row);
        }
        return rows;
      }
    }
  }

  private static Object value(Object value) throws SQLException {
    return switch (value) {
      case null -> null;
      case Array array -> Arrays.asList((Object[]) array.getArray());
      case Number number -> number;
      case Boolean truth -> truth;
      default -> value.toString();
    };
  }
}
