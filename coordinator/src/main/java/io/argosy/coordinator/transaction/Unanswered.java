package io.argosy.coordinator.transaction;

import io.argosy.agent.node.NodeSession;
import io.argosy.agent.postgres.PostgresError;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The backends that a commit waits for while others wait for the commit. When it has been put out
 * of the snapshot barrier, they are given up. Thread-safe.
 */
final class Unanswered {
  private final Set<NodeSession> sessions = ConcurrentHashMap.newKeySet();
  private volatile boolean givenUp;

  /** Runs what waits for a backend. */
  void waiting(NodeSession session, Runnable wait) {
    sessions.add(session);
    try {
      if (givenUp) {
        session.abandon(reason(session));
      }
      wait.run();
    } finally {
      sessions.remove(session);
    }
  }

  /** Ends all that wait, now or later. Does not block. */
  void giveUp() {
    givenUp = true;
    Thread.ofVirtual()
        .name("give-up")
        .start(() -> sessions.forEach(session -> session.abandon(reason(session))));
  }

  boolean givenUp() {
    return givenUp;
  }

  private static PostgresError reason(NodeSession session) {
    return PostgresError.of(
        "08006",
        "node \""
            + session.node().name()
            + "\" has not answered for so long that others could not wait any more");
  }
}
