package io.argosy.coordinator.settings;

import io.argosy.coordinator.gateway.ProductVersion;
import io.argosy.coordinator.limit.ByteLimit;
import io.argosy.protocol.message.PostgresException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The settings that a client's startup message asks for. */
public final class StartupParameters {
  private StartupParameters() {}

  /**
   * Settings by name: those given by themselves, and those in {@code options} ({@code -c
   * name=value} and {@code --name=value}, backslash escaping a space).
   */
  public static Map<String, String> settings(Map<String, String> startup) {
    Map<String, String> settings = new TreeMap<>();
    startup.forEach(
        (name, value) -> {
          switch (name) {
            case "user", "database", "replication" -> {}
            case "options" -> settings.putAll(options(value));
            default -> settings.put(name.toLowerCase(Locale.ROOT), value);
          }
        });
    settings.putIfAbsent(ByteLimit.GATHER_SETTING, ByteLimit.GATHER_DEFAULT);
    settings.putIfAbsent(CardinalityFeedbackSetting.SETTING, CardinalityFeedbackSetting.DEFAULT);
    settings.putIfAbsent(FragmentSettings.SETTING, FragmentSettings.DEFAULT);
    settings.putIfAbsent(InlineLimit.SETTING, InlineLimit.DEFAULT);
    settings.putIfAbsent(PlanningBudget.SETTING, PlanningBudget.DEFAULT);
    settings.putIfAbsent(ReadFromSetting.SETTING, ReadFromSetting.DEFAULT);
    // Backends have a name of their own.
    settings.putIfAbsent("application_name", "");
    settings.put("argosy.version", ProductVersion.TEXT);
    return settings;
  }

  private static Map<String, String> options(String options) {
    Map<String, String> settings = new TreeMap<>();
    List<String> words = words(options);
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      String assignment;
      if (word.equals("-c") && i + 1 < words.size()) {
        assignment = words.get(++i);
      } else if (word.startsWith("-c")) {
        assignment = word.substring(2);
      } else if (word.startsWith("--")) {
        assignment = word.substring(2);
      } else {
        throw new PostgresException("42601", "invalid command-line argument: " + word);
      }
      int equals = assignment.indexOf('=');
      if (equals < 0) {
        throw new PostgresException("42601", "-c " + assignment + " requires a value");
      }
      settings.put(
          assignment.substring(0, equals).replace('-', '_').toLowerCase(Locale.ROOT),
          assignment.substring(equals + 1));
    }
    return settings;
  }

  private static List<String> words(String options) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    for (int i = 0; i < options.length(); i++) {
      char c = options.charAt(i);
      if (c == '\\' && i + 1 < options.length()) {
        word.append(options.charAt(++i));
      } else if (Character.isWhitespace(c)) {
        if (!word.isEmpty()) {
          words.add(word.toString());
          word.setLength(0);
        }
      } else {
        word.append(c);
      }
    }
    if (!word.isEmpty()) {
      words.add(word.toString());
    }
    return words;
  }
}
