package io.argosy.console.view;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The last statements and the slow ones before them, and what one of them did on the nodes. */
public final class RecentView {
  private static final int MOST = 1000;

  private static final Query RECENT =
      Query.of(
          """
          SELECT r.coordinator::text AS coordinator, r.statement_id, r.database, r.role, r.statement,
                 r.strategy, (extract(epoch FROM r.started) * 1000)::bigint AS started_at,
                 r.planning_ms, r.total_ms, r.limited_by, r.limited_node, r.limited_share,
                 r.explained_share, r.sqlstate
          FROM argosy.statement_resources r
          ORDER BY r.started DESC LIMIT ?
          """);
  private static final Query ONE =
      Query.of(
          """
          SELECT r.coordinator::text AS coordinator, r.statement_id, r.database, r.role, r.statement,
                 r.strategy, (extract(epoch FROM r.started) * 1000)::bigint AS started_at,
                 r.planning_ms, r.total_ms, r.rows, r.requests, r.known,
                 r.limited_by, r.limited_node, r.limited_share, r.explained_share,
                 r.sqlstate
          FROM argosy.statement_resources r
          WHERE r.statement_id = ? LIMIT 1
          """);
  private static final Query STAGES =
      Query.of(
          """
          SELECT s.stage, s.node, s.begin_ms, s.end_ms, s.requests, s.known, s.processor_ms,
                 s.kernel_ms, s.worker_ms, s.queue_ms, s.disk_ms, s.peer_ms, s.disk_read_bytes,
                 s.cache_read_bytes, s.written_bytes, s.answered_bytes, s.network_bytes
          FROM argosy.statement_stages s
          WHERE s.statement_id = ?
          ORDER BY s.stage IS NULL, min(s.begin_ms) OVER (PARTITION BY s.stage), s.stage, s.node LIMIT ?
          """);

  private RecentView() {}

  /**
   * A row for each statement, the last first, without what the nodes did; {@code console} says
   * whether the text is one of the console's. Times are milliseconds, moments those since 1970.
   */
  public static Map<String, Object> read(Connection connection) throws SQLException {
    List<Map<String, Object>> statements = RECENT.rows(connection, MOST);
    for (Map<String, Object> statement : statements) {
      statement.put("console", Query.isOwn((String) statement.get("statement")));
    }
    return Map.of("recent", statements);
  }

  /**
   * One of them, and what each node did for each of its stages, in the order in which these began,
   * and at last for none of them; empty where it is not there, or not any more.
   */
  public static Optional<Map<String, Object>> one(Connection connection, String id)
      throws SQLException {
    // Before the statement, which may be forgotten at any time.
    List<Map<String, Object>> stages = STAGES.rows(connection, id, MOST);
    List<Map<String, Object>> statements = ONE.rows(connection, id);
    if (statements.isEmpty()) {
      return Optional.empty();
    }
    Map<String, Object> one = new LinkedHashMap<>();
    one.put("statement", statements.getFirst());
    one.put("stages", stages);
    return Optional.of(one);
  }
}
