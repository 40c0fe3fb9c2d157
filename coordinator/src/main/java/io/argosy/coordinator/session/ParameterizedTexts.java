package io.argosy.coordinator.session;

import io.argosy.coordinator.limit.LeastRecentlyUsed;
import java.util.Map;

/**
 * The texts that statements have with parameters in place of their constants, as far as they were
 * seen. Most are seen once; to plan those with parameters would be to plan them twice. Thread-safe.
 */
public final class ParameterizedTexts {
  private static final int ENTRIES = 2000;

  /** What is known of a text. */
  enum Known {
    NEW,
    SEEN,
    /** Planned with its constants it may be answered in a better way. */
    UNSUITED
  }

  private final Map<String, Known> texts = new LeastRecentlyUsed<>(ENTRIES);

  /** What was known before; it has been seen from now on. */
  synchronized Known see(String sql) {
    Known before = texts.putIfAbsent(sql, Known.SEEN);
    return before == null ? Known.NEW : before;
  }

  synchronized void unsuited(String sql) {
    texts.put(sql, Known.UNSUITED);
  }
}
