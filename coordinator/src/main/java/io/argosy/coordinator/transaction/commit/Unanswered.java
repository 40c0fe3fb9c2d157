package io.argosy.coordinator.transaction.commit;

import io.argosy.coordinator.limit.Deadline;
import io.argosy.node.NodeSession;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The backends that a commit waits for. They are given up when it has been put out of the snapshot
 * barrier, since others wait for it, or when its client does not wait any longer. Thread-safe.
 */
final class Unanswered {
  /** As long as a server may take that ends what has been cancelled. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Set<NodeSession> sessions = ConcurrentHashMap.newKeySet();
  private volatile boolean givenUp;

  /** Runs what waits for a backend. */
  void waiting(NodeSession session, Runnable wait) {
    sessions.add(session);
    try {
      if (givenUp) {
        session.abandon(LostCommit.unanswered(session));
      }
      wait.run();
    } finally {
      sessions.remove(session);
    }
  }

  /**
   * Runs what is to end in the time that its client has, and a little more: it may be all done.
   *
   * @param left how long the client waits, if there is a limit
   * @param missed what is done when the time is over; it may still run afterwards
   * @return whether it has ended in time
   */
  static boolean limited(Optional<Duration> left, Runnable missed, Runnable commit) {
    if (left.isEmpty()) {
      commit.run();
      return true;
    }
    Deadline deadline = new Deadline(left.get().plus(PATIENCE), missed);
    try {
      commit.run();
    } catch (RuntimeException | Error e) {
      deadline.meet();
      throw e;
    }
    return deadline.meet();
  }

  /** Ends all that wait, now or later. Does not block. */
  void giveUp() {
    givenUp = true;
    Thread.ofVirtual()
        .name("give-up")
        .start(() -> sessions.forEach(session -> session.abandon(LostCommit.unanswered(session))));
  }

  boolean givenUp() {
    return givenUp;
  }
}
