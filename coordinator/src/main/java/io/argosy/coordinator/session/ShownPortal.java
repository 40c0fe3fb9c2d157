package io.argosy.coordinator.session;

import java.time.Instant;

/** A portal of the protocol as {@code pg_cursors} shows it. */
interface ShownPortal {
  /** Its statement. */
  PreparedStatement prepared();

  /** When the client has bound it. */
  Instant createdAt();
}
