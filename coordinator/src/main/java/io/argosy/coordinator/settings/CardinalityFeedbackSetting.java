package io.argosy.coordinator.settings;

import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.util.Locale;
import java.util.Map;

/**
 * Whether plans depend on how many rows queries of the same kind had: setting {@code
 * argosy.cardinality_feedback}.
 */
public final class CardinalityFeedbackSetting {
  /** The setting that users change. */
  static final String SETTING = "argosy.cardinality_feedback";

  /** What it is if they do not. */
  static final String DEFAULT = "on";

  private CardinalityFeedbackSetting() {}

  /** What it is among the settings of a session. */
  public static boolean of(Map<String, String> settings) {
    return parse(settings.getOrDefault(SETTING, DEFAULT));
  }

  /**
   * Checks a value before it is taken.
   *
   * @throws PostgresException 22023 when it is a wrong one of this setting
   */
  static void check(String name, String value) {
    if (name.equals(SETTING)) {
      parse(value);
    }
  }

  private static boolean parse(String text) {
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "on", "true", "yes", "1" -> true;
      case "off", "false", "no", "0" -> false;
      default ->
          throw new PostgresException(
              PostgresError.of("22023", "parameter \"" + SETTING + "\" requires a Boolean value"));
    };
  }
}
