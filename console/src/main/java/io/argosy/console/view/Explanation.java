package io.argosy.console.view;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.postgresql.core.Parser;

/**
 * How a statement would be answered, which is not run. The options stand in parentheses, behind
 * which no {@code ANALYZE} can follow; it must be one statement; and what it could do would be in a
 * transaction that is read only and rolled back.
 */
public final class Explanation {
  /** What is asked for besides the plan. */
  public enum Detail {
    /** The strategy, the fragments and the steps. */
    PLAN("EXPLAIN (COSTS) "),
    /** The plans of the nodes' servers, too. */
    NODES("EXPLAIN (VERBOSE) "),
    /** What the planner has weighed. */
    PLANNER("EXPLAIN (PLANNER) ");

    private final String start;

    Detail(String start) {
      this.start = start;
    }
  }

  private Explanation() {}

  /**
   * Explains a statement under the search path of the role.
   *
   * @throws SQLException the server's, or 42601 for more than one statement
   */
  public static Map<String, Object> of(Connection connection, String statement, Detail detail)
      throws SQLException {
    String sql = detail.start + statement;
    // As the driver splits it: what it does not split, PostgreSQL refuses.
    if (Parser.parseJdbcSql(sql, true, false, true, false, false).size() != 1) {
      throw new SQLException("only one statement can be explained", "42601");
    }
    connection.setAutoCommit(false);
    connection.setReadOnly(true);
    try (Statement asked = connection.createStatement()) {
      asked.setEscapeProcessing(false);
      asked.execute("SET LOCAL search_path TO DEFAULT");
      try (ResultSet result = asked.executeQuery(sql)) {
        List<String> lines = new ArrayList<>();
        while (result.next()) {
          lines.add(result.getString(1));
        }
        return Map.of("lines", lines);
      }
    } finally {
      connection.rollback();
      connection.setReadOnly(false);
      connection.setAutoCommit(true);
    }
  }
}
