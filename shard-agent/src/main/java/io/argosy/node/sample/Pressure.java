package io.argosy.node.sample;

import java.util.EnumMap;
import java.util.Map;

/** A file of {@code /proc/pressure}. */
final class Pressure {
  private static final String TOTAL = "total=";

  private Pressure() {}

  /**
   * Microseconds in which tasks have waited.
   *
   * @param some the counter for the time in which at least one did
   * @param full the same in which all did; null where nobody wants to know
   */
  static Map<Counter, Long> parse(String text, Counter some, Counter full) {
    Map<Counter, Long> counters = new EnumMap<>(Counter.class);
    for (String line : Lines.of(text)) {
      String[] words = Lines.words(line);
      Counter counter =
          switch (words[0]) {
            case "some" -> some;
            case "full" -> full;
            default -> null;
          };
      String last = words[words.length - 1];
      if (counter != null && last.startsWith(TOTAL)) {
        Lines.number(last.substring(TOTAL.length()))
            .ifPresent(microseconds -> counters.put(counter, microseconds));
      }
    }
    return counters;
  }
}
