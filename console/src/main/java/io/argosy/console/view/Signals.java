package io.argosy.console.view;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/** Ends what clients do, with the rights that PostgreSQL wants for it. */
public final class Signals {
  /** Nobody waits for the statements that are to be stopped: see {@link Query#of}. */
  private static final String ONCE = " FROM argosy.nodes n WHERE n.self";

  private static final Query CANCEL =
      Query.of("SELECT pg_catalog.pg_cancel_backend(?) AS done" + ONCE);
  private static final Query TERMINATE =
      Query.of("SELECT pg_catalog.pg_terminate_backend(?) AS done" + ONCE);

  private Signals() {}

  /**
   * Cancels the statement of a client.
   *
   * @return whether there was such a client of this coordinator
   */
  public static Map<String, Object> cancel(Connection connection, int processId)
      throws SQLException {
    return CANCEL.rows(connection, processId).getFirst();
  }

  /** Ends the client's session; the same otherwise. */
  public static Map<String, Object> terminate(Connection connection, int processId)
      throws SQLException {
    return TERMINATE.rows(connection, processId).getFirst();
  }
}
