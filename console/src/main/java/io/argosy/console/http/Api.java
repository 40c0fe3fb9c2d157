package io.argosy.console.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.argosy.console.session.ConsoleSession;
import io.argosy.console.session.RefusedException;
import io.argosy.console.view.ActivityView;
import io.argosy.console.view.ClusterView;
import io.argosy.console.view.Explanation;
import io.argosy.console.view.MachinesView;
import io.argosy.console.view.RecentView;
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
          "/api/who", (session, connection, asked) -> WhoView.read(session, connection),
          "/api/activity", (session, connection, asked) -> ActivityView.read(session, connection),
          "/api/cluster", (session, connection, asked) -> ClusterView.read(connection),
          "/api/machines",
              (session, connection, asked) ->
                  MachinesView.read(connection, asked.texts("node"), asked.numbers("after")),
          "/api/totals", (session, connection, asked) -> StatementsView.totals(connection),
          "/api/statements", (session, connection, asked) -> StatementsView.read(connection),
          "/api/recent", (session, connection, asked) -> RecentView.read(connection),
          "/api/statement", (session, connection, asked) -> statement(connection, asked),
          "/api/tables", (session, connection, asked) -> TablesView.read(connection),
          "/api/settings", (session, connection, asked) -> SettingsView.read(connection));
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
  private static final int NOT_FOUND = 404;

  private Api() {}

  @FunctionalInterface
  private interface Read {
    Map<String, Object> of(ConsoleSession session, Connection connection, Asked asked)
        throws SQLException, RefusedException;
  }

  @FunctionalInterface
  private interface Act {
    Map<String, Object> of(Connection connection, JsonNode body)
        throws SQLException, RefusedException;
  }

  /** Answers a GET; empty where there is nothing of that path. */
  static Optional<Map<String, Object>> read(String path, ConsoleSession session, Asked asked)
      throws SQLException, RefusedException {
    Read read = READS.get(path);
    if (read == null) {
      return Optional.empty();
    }
    try (Connection connection = session.connection()) {
      return Optional.of(read.of(session, connection, asked));
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

  private static Map<String, Object> statement(Connection connection, Asked asked)
      throws SQLException, RefusedException {
    return RecentView.one(connection, asked.text("id"))
        .orElseThrow(
            () -> new RefusedException(NOT_FOUND, "there is no such statement, or not any more"));
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
