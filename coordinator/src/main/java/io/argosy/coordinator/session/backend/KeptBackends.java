package io.argosy.coordinator.session.backend;

import io.argosy.node.NodeSession;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Backends of the home node that idle sessions have taken numbers from sequences in: what {@code
 * currval} and {@code lastval} return is kept there alone. They are not pinned, since most sessions
 * never ask: where there are too many, the one that has been idle for longest is given back, and
 * its session told when it asks. Thread-safe.
 */
public final class KeptBackends {
  /** A fifth of the connections that a node has by default. */
  private static final int MOST = 20;

  private final Map<Object, Kept> kept = new LinkedHashMap<>();

  /**
   * @param settings that it has
   */
  record Kept(NodeSession backend, Map<String, String> settings) {}

  /** Keeps an idle backend until its session takes it or another one needs the room. */
  void keep(Object session, Kept backend) {
    NodeSession last = null;
    synchronized (kept) {
      kept.put(session, backend);
      if (kept.size() > MOST) {
        var oldest = kept.entrySet().iterator();
        last = oldest.next().getValue().backend();
        oldest.remove();
      }
    }
    if (last != null) {
      last.close();
    }
  }

  /** What is kept of a session, which has it again. */
  Optional<Kept> take(Object session) {
    synchronized (kept) {
      return Optional.ofNullable(kept.remove(session));
    }
  }
}
