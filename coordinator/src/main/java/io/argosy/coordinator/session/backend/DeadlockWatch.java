package io.argosy.coordinator.session.backend;

import io.argosy.coordinator.transaction.deadlock.DeadlockDetector;
import io.argosy.coordinator.transaction.deadlock.WaitingTransaction;
import io.argosy.protocol.message.PostgresException;
import java.util.Optional;

/**
 * What the deadlock detector sees of a session: whether it may wait for others, and they for it.
 * Used by the session's thread.
 */
final class DeadlockWatch {
  private final DeadlockDetector deadlocks;
  private final Runnable cancel;
  private final LeasedBackends leased;
  private WaitingTransaction waiting;

  /**
   * @param cancel cancels what runs; called by another thread, must not wait
   */
  DeadlockWatch(DeadlockDetector deadlocks, Runnable cancel, LeasedBackends leased) {
    this.deadlocks = deadlocks;
    this.cancel = cancel;
    this.leased = leased;
  }

  /** From now on the session may wait for others, and they for it. */
  void begin() {
    if (waiting == null) {
      waiting = deadlocks.begin(cancel, leased::working);
    }
  }

  /** The session holds nothing, and waits for nothing. */
  void end() {
    if (waiting != null) {
      deadlocks.end(waiting);
      waiting = null;
    }
  }

  /** What the client is told of a failure, where a deadlock is its cause. */
  Optional<PostgresException> explained(PostgresException failure) {
    return Optional.ofNullable(waiting).flatMap(waits -> waits.explained(failure));
  }
}
