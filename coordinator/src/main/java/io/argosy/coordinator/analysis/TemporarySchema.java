package io.argosy.coordinator.analysis;

import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;

/**
 * The schema of a backend's temporary objects. PostgreSQL makes it for the first of them. Where
 * that is undone, it makes it again for the next one, and each time the backend forgets all plans
 * that it has kept, which cost several times what they take to run.
 */
final class TemporarySchema {
  /** Commits what is made, so event triggers would be set off for good. */
  private static final String IS_WANTED =
      "SELECT pg_catalog.pg_my_temp_schema() OPERATOR(pg_catalog.=) 0::pg_catalog.oid"
          + " AND NOT EXISTS (SELECT FROM pg_catalog.pg_event_trigger)";

  private static final String BEGIN = "BEGIN READ WRITE";

  private TemporarySchema() {}

  /** Begins a transaction that may be rolled back and leaves the schema in place. */
  static void begin(NodeSession idle) {
    if (!TextResult.run(idle, BEGIN + "; " + IS_WANTED).single().equals("t")) {
      return;
    }
    try {
      TextResult.run(
          idle, "CREATE TEMPORARY TABLE pg_temp.argosy_first () ON COMMIT DROP; COMMIT; " + BEGIN);
    } catch (PostgresException e) {
      if (e.error().tellsOfCircumstances()) {
        throw e;
      }
      // Without the right to it nothing can be analysed, which who tries is told.
      TextResult.run(idle, "ROLLBACK; " + BEGIN);
    }
  }
}
