package io.argosy.coordinator.statement.prepared;

import java.time.Instant;

/** A portal of the protocol as {@code pg_cursors} shows it. */
public interface ShownPortal {
  /** Its statement. */
  PreparedStatement prepared();

  /** When the client has bound it. */
  Instant createdAt();
}
