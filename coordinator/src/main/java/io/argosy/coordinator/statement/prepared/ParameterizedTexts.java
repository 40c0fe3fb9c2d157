package io.argosy.coordinator.statement.prepared;

import io.argosy.coordinator.limit.BoundedMaps;
import java.util.Map;

/**
 * The texts that statements have with parameters in place of their constants, as far as they were
 * seen. Most are seen once; to plan those with parameters would be to plan them twice. Thread-safe.
 */
public final class ParameterizedTexts {
  private static final int ENTRIES = 2000;

  /** What is known of a text. */
  sealed interface Known {
    /** Nothing. */
    record New() implements Known {}

    /**
     * It was seen.
     *
     * @param first the statement that had it first, with its constants
     */
    record Seen(String first) implements Known {}

    /** It was planned with parameters, by rule. */
    record Suited() implements Known {}

    /** Planned with its constants it may be answered in a better way. */
    record Unsuited() implements Known {}
  }

  private final Map<String, Known> texts = BoundedMaps.of(ENTRIES);

  /**
   * What was known before; it has been seen from now on.
   *
   * @param statement the text with its constants
   */
  Known see(String sql, String statement) {
    Known before = texts.putIfAbsent(sql, new Known.Seen(statement));
    return before == null ? new Known.New() : before;
  }

  void suited(String sql) {
    texts.put(sql, new Known.Suited());
  }

  void unsuited(String sql) {
    texts.put(sql, new Known.Unsuited());
  }
}
