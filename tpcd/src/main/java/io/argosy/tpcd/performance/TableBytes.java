package io.argosy.tpcd.performance;

import io.argosy.tpcd.schema.Table;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * How large the tables are: as many rows as there are at the scale, each as wide as the average
 * that ANALYZE found. On a cluster every node finds about the same.
 *
 * @param bytes of the tables that were analyzed
 */
record TableBytes(Map<Table, Long> bytes) {
  private static final String WIDTH =
      "SELECT sum(avg_width) FROM pg_stats"
          + " WHERE schemaname = ANY (current_schemas(false)) AND tablename = ?";

  static TableBytes of(Connection connection, double scale) throws SQLException {
    Map<Table, Long> bytes = new EnumMap<>(Table.class);
    try (PreparedStatement query = connection.prepareStatement(WIDTH)) {
      for (Table table : Table.values()) {
        query.setString(1, table.sqlName());
        try (ResultSet row = query.executeQuery()) {
          row.next();
          long width = row.getLong(1);
          if (!row.wasNull()) {
            bytes.put(table, width * table.rows(scale));
          }
        }
      }
    }
    return new TableBytes(bytes);
  }

  /**
   * The size of all tables that a query names, each counted once; nothing if one was not analyzed.
   */
  OptionalLong namedIn(String sql) {
    long sum = 0;
    for (Table table : Table.values()) {
      if (Pattern.compile("\\b" + table.sqlName() + "\\b").matcher(sql).find()) {
        if (!bytes.containsKey(table)) {
          return OptionalLong.empty();
        }
        sum += bytes.get(table);
      }
    }
    return OptionalLong.of(sum);
  }
}
