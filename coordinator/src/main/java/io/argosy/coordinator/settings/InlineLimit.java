package io.argosy.coordinator.settings;

import io.argosy.coordinator.limit.ByteSize;
import io.argosy.node.SessionOptions;
import java.util.Map;

/**
 * Up to which size the answers of nodes are inline: setting {@code argosy.inline_limit}. It is told
 * to a node with the lease of a backend, so within a transaction it changes nothing.
 */
public final class InlineLimit {
  /** The setting that users change. */
  static final String SETTING = "argosy.inline_limit";

  /** What it is if they do not. */
  static final String DEFAULT = (SessionOptions.DEFAULT_INLINE >> 10) + "kB";

  private static final String BOUNDS =
      "the highest value is " + (SessionOptions.LONGEST_INLINE >> 10) + "kB, and 0 means none.";

  private InlineLimit() {}

  /** What it is among the settings of a session, in bytes. */
  public static int of(Map<String, String> settings) {
    return parse(settings.getOrDefault(SETTING, DEFAULT));
  }

  /**
   * Checks a value before it is taken, since without a valid one nothing can be leased any more.
   *
   * @throws io.argosy.protocol.message.PostgresException 22023 when it is a wrong one of this
   *     setting
   */
  static void check(String name, String value) {
    if (name.equals(SETTING)) {
      parse(value);
    }
  }

  private static int parse(String text) {
    long bytes = ByteSize.parse(SETTING, text, BOUNDS);
    if (bytes > SessionOptions.LONGEST_INLINE) {
      throw ByteSize.invalid(SETTING, text, BOUNDS);
    }
    return (int) bytes;
  }
}
