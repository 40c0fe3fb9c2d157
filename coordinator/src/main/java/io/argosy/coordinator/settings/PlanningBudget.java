package io.argosy.coordinator.settings;

import io.argosy.protocol.message.PostgresException;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How long a better plan is looked for: setting {@code argosy.planning_budget}. It is written like
 * PostgreSQL's timeouts.
 */
public final class PlanningBudget {
  /** The setting that users change. */
  static final String SETTING = "argosy.planning_budget";

  /** What it is if they do not. */
  static final String DEFAULT = "3s";

  private static final Pattern TIME = Pattern.compile("(\\d{1,9})\\s*(ms|s|min|h)?");

  private PlanningBudget() {}

  /** What it is among the settings of a session; zero for any time. */
  public static Duration of(Map<String, String> settings) {
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

  private static Duration parse(String text) {
    Matcher time = TIME.matcher(text.strip());
    if (!time.matches()) {
      throw new PostgresException(
          "22023",
          "invalid value for parameter \"" + SETTING + "\": \"" + text + "\"",
          "Valid units for this parameter are \"ms\", \"s\", \"min\", and \"h\"; 0 means no"
              + " limit.");
    }
    long number = Long.parseLong(time.group(1));
    return switch (time.group(2) == null ? "ms" : time.group(2)) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      case "min" -> Duration.ofMinutes(number);
      default -> Duration.ofHours(number);
    };
  }
}
