package io.argosy.coordinator.settings;

import io.argosy.node.ReadFrom;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Which servers of a node queries read from: setting {@code argosy.read_from}. */
public final class ReadFromSetting {
  /** The setting that users change. */
  static final String SETTING = "argosy.read_from";

  /** What it is if they do not. */
  static final String DEFAULT = word(ReadFrom.PRIMARY);

  private ReadFromSetting() {}

  /** What it is among the settings of a session. */
  public static ReadFrom of(Map<String, String> settings) {
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

  private static ReadFrom parse(String text) {
    return Arrays.stream(ReadFrom.values())
        .filter(value -> word(value).equals(text.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new PostgresException(
                    PostgresError.of(
                            "22023",
                            "invalid value for parameter \"" + SETTING + "\": \"" + text + "\"")
                        .withHint(
                            "Available values: "
                                + Arrays.stream(ReadFrom.values())
                                    .map(ReadFromSetting::word)
                                    .collect(Collectors.joining(", "))
                                + ".")));
  }

  private static String word(ReadFrom value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
