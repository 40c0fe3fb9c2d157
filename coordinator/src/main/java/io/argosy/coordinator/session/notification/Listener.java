package io.argosy.coordinator.session.notification;

import io.argosy.protocol.message.PostgresError;

/** A session that listens. Called by another thread, which must not wait. */
public interface Listener {
  /** Somebody has told something on a channel that it listens to. */
  void notified(Notification notification);

  /** Something may have been told that nobody has heard. It listens to nothing any more. */
  void lost(PostgresError why);
}
