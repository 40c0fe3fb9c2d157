package io.argosy.console.view;

import io.argosy.console.session.ConsoleSession;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/** Who has logged in, and what they may see. */
public final class WhoView {
  private static final Query WHO =
      Query.of(
          """
          SELECT session_user::text AS role, current_database()::text AS database,
                 pg_has_role('pg_read_all_stats', 'USAGE') AS sees_all,
                 current_setting('server_version') AS server_version,
                 current_setting('argosy.version', true) AS argosy_version
          FROM argosy.nodes n WHERE n.self
          """);

  private WhoView() {}

  /** One row. */
  public static Map<String, Object> read(ConsoleSession session, Connection connection)
      throws SQLException {
    Map<String, Object> who = WHO.rows(connection).getFirst();
    who.put("console", session.role());
    return who;
  }
}
