package io.argosy.console.view;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** The settings of a session of the role. */
public final class SettingsView {
  private static final Query ARGOSY =
      Query.of(
          """
          SELECT n.name, current_setting(n.name, true) AS setting
          FROM unnest(ARRAY['argosy.version', 'argosy.concurrent_statements', 'argosy.memory',
                            'argosy.statement_memory', 'argosy.gather_limit', 'argosy.inline_limit',
                            'argosy.planning_budget', 'argosy.read_from',
                            'argosy.fragment_settings']) AS n(name), argosy.nodes h
          WHERE h.self
          """);
  private static final Query POSTGRES =
      Query.of(
          """
          SELECT s.name, s.setting, s.unit, s.category, s.short_desc AS description, s.context,
                 s.source, s.setting IS DISTINCT FROM s.boot_val AS changed
          FROM pg_settings s, argosy.nodes h WHERE h.self ORDER BY s.category, s.name
          """);

  private SettingsView() {}

  /** Argosy's own, and PostgreSQL's on the home node. */
  public static Map<String, Object> read(Connection connection) throws SQLException {
    List<Map<String, Object>> argosy = ARGOSY.rows(connection);
    argosy.removeIf(setting -> setting.get("setting") == null);
    return Map.of("argosy", argosy, "postgres", POSTGRES.rows(connection));
  }
}
