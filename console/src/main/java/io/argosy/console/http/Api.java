package io.argosy.console.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.argosy.console.session.ConsoleSession;
import io.argosy.console.session.RefusedException;
import io.argosy.console.view.ActivityView;
import io.argosy.console.view.ClusterView;
import io.argosy.console.view.Explanation;
import io.argosy.console.view.SettingsView;
import io.argosy.console.view.Signals;
import io.argosy.console.view.StatementsView;
import io.argosy.console.view.TablesView;
import io.argosy.console.view.WhoView;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What somebody who has logged in may ask for. */
final class Api {
  private static final Map<String, Read> READS =
      Map.of(
          "/api/who", WhoView::read,
          "/api/activity", ActivityView::read,
          "/api/cluster", (session, connection) -> ClusterView.read(connection),
          "/api/totals", (session, connection) -> StatementsView.totals(connection),
          "/api/statements", (session, connection) -> StatementsView.read(connection),
          "/api/tables", (session, connection) -> TablesView.read(connection),
          "/api/settings", (session, connection) -> SettingsView.read(connection));
  private static final Map<String, Act> ACTS =
      Map.of(
          "/api/cancel", (connection, body) -> Signals.cancel(connection, processId(body)),
          "/api/terminate", (connection, body) -> Signals.terminate(connection, processId(body)),
          "/api/explain",
              (connection, body) ->
                  Explanation.of(
                      connection,
                      body.path("statement").asText(),
                      detail(body.path("detail").asText("plan"))));

  private static final int BAD_REQUEST = 400;

  private Api() {}

  @FunctionalInterface
  private interface Read {
    Map<String, Object> of(ConsoleSession session, Connection connection) throws SQLException;
  }

  @FunctionalInterface
  private interface Act {
    Map<String, Object> of(Connection connection, JsonNode body)
        throws SQLException, RefusedException;
  }

  /** Answers a GET; empty where there is nothing of that path. */
  static Optional<Map<String, Object>> read(String path, ConsoleSession session)
      throws SQLException {
    Read read = READS.get(path);
    if (read == null) {
      return Optional.empty();
    }
    try (Connection connection = session.connection()) {
      return Optional.of(read.of(session, connection));
    }
  }

  /** Answers a POST; empty where there is nothing of that path. */
  static Optional<Map<String, Object>> act(String path, ConsoleSession session, JsonNode body)
      throws SQLException, RefusedException {
    Act act = ACTS.get(path);
    if (act == null) {
      return Optional.empty();
    }
    try (Connection connection = session.connection()) {
      return Optional.of(act.of(connection, body));
    }
  }

  private static int processId(JsonNode body) throws RefusedException {
    JsonNode processId = body.path("pid");
    if (!processId.isInt()) {
      throw new RefusedException(BAD_REQUEST, "pid must be the number of a process");
    }
    return processId.intValue();
  }

  private static Explanation.Detail detail(String name) throws RefusedException {
    return Arrays.stream(Explanation.Detail.values())
        .filter(detail -> detail.name().toLowerCase(Locale.ROOT).equals(name))
        .findFirst()
        .orElseThrow(
            () -> new RefusedException(BAD_REQUEST, "detail must be plan, nodes or planner"));
  }
}
