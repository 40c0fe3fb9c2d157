package io.argosy.console.view;

import io.argosy.console.session.ConsoleSession;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** What clients of coordinators do now. */
public final class ActivityView {
  private static final Query CLIENTS =
      Query.of(
          """
          SELECT a.coordinator::text AS coordinator, a.pid, a.role, a.client, a.database,
                 a.application_name, a.state, a.wait, a.statement_id, a.strategy, a.nodes, a.rows,
                 a.bytes, a.statement, a.last_statement,
                 (extract(epoch FROM a.connected) * 1000)::bigint AS connected_at,
                 (extract(epoch FROM a.started) * 1000)::bigint AS started_at,
                 (extract(epoch FROM a.last_started) * 1000)::bigint AS last_started_at,
                 (extract(epoch FROM a.transaction_started) * 1000)::bigint AS transaction_at,
                 (extract(epoch FROM a.changed) * 1000)::bigint AS changed_at,
                 (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now
          FROM argosy.activity a
          ORDER BY a.started NULLS LAST, a.pid
          """);

  private ActivityView() {}

  /**
   * A row for each client; {@code console} says whether it is this console's own session. Times are
   * milliseconds since 1970.
   */
  public static Map<String, Object> read(ConsoleSession session, Connection connection)
      throws SQLException {
    List<Map<String, Object>> clients = CLIENTS.rows(connection);
    for (Map<String, Object> client : clients) {
      client.put("console", session.isOwn(((Number) client.get("pid")).intValue()));
    }
    return Map.of("clients", clients);
  }
}
