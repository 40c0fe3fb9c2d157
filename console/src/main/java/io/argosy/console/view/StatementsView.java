package io.argosy.console.view;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** What statements have cost since their coordinator has started. */
public final class StatementsView {
  private static final Query STATEMENTS =
      Query.of(
          """
          SELECT s.coordinator::text AS coordinator, s.role, s.statement, s.strategy, s.nodes, s.calls,
                 s.total_ms, s.mean_ms, s.max_ms, s.rows, s.bytes
          FROM argosy.statements s
          ORDER BY s.total_ms DESC
          """);
  private static final Query TOTALS =
      Query.of(
          """
          SELECT coalesce(sum(s.calls), 0)::bigint AS calls, coalesce(sum(s.rows), 0)::bigint AS rows,
                 coalesce(sum(s.bytes), 0)::bigint AS bytes,
                 coalesce(sum(s.total_ms), 0)::float8 AS total_ms,
                 (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now
          FROM argosy.statements s
          """);

  private StatementsView() {}

  /**
   * A row for each role and text; {@code console} says whether the text is one of the console's.
   */
  public static Map<String, Object> read(Connection connection) throws SQLException {
    List<Map<String, Object>> statements = STATEMENTS.rows(connection);
    for (Map<String, Object> statement : statements) {
      statement.put("console", Query.isOwn((String) statement.get("statement")));
    }
    return Map.of("statements", statements);
  }

  /** The sums over all of them, of which differences tell what is done per second. */
  public static Map<String, Object> totals(Connection connection) throws SQLException {
    return TOTALS.rows(connection).getFirst();
  }
}
