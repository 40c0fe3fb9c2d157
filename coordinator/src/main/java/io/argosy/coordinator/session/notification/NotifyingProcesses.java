package io.argosy.coordinator.session.notification;

import io.argosy.coordinator.limit.BoundedMaps;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which client a backend of the home node has worked for, since a notification names the backend,
 * and clients know each other by the process ids that the coordinator tells. Thread-safe.
 */
public final class NotifyingProcesses {
  private static final int KEPT = 10_000;

  private final Set<Source> sources = ConcurrentHashMap.newKeySet();

  /** The last clients of backends, which may have been given to nobody else since. */
  private final Map<Integer, Integer> last = BoundedMaps.of(KEPT);

  /** A session, and the backends of the home node that work for it. */
  public interface Source {
    /** The process id that its client was told. */
    int processId();

    /** Whether a backend works for it. */
    boolean worksWith(int backend);
  }

  /** A session has begun. */
  public void add(Source source) {
    sources.add(source);
  }

  /** A session has ended. */
  public void remove(Source source) {
    sources.remove(source);
  }

  /** A backend that has worked for a client is given back. */
  public void givenBack(int backend, int client) {
    last.put(backend, client);
  }

  /** The client that a backend works for, or has worked for last; empty for somebody else's. */
  OptionalInt clientOf(int backend) {
    for (Source source : sources) {
      if (source.worksWith(backend)) {
        return OptionalInt.of(source.processId());
      }
    }
    Integer client = last.get(backend);
    return client == null ? OptionalInt.empty() : OptionalInt.of(client);
  }
}
