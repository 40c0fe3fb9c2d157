package io.argosy.node.sample;

import java.util.EnumMap;
import java.util.Map;

/** {@code /proc/meminfo}. */
final class MemoryState {
  private static final Map<String, Counter> NAMES =
      Map.of(
          "MemTotal:", Counter.MEMORY_TOTAL,
          "MemAvailable:", Counter.MEMORY_AVAILABLE,
          "Cached:", Counter.MEMORY_CACHED,
          "Dirty:", Counter.MEMORY_DIRTY);

  private static final long LARGEST_KILOBYTES = Long.MAX_VALUE >> 10;

  private MemoryState() {}

  /** In bytes. Kernels of before 3.14 do not say what is available. */
  static Map<Counter, Long> parse(String text) {
    Map<Counter, Long> counters = new EnumMap<>(Counter.class);
    for (String line : Lines.of(text)) {
      String[] words = Lines.words(line);
      Counter counter = NAMES.get(words[0]);
      if (counter != null && words.length == 3 && words[2].equals("kB")) {
        Lines.number(words[1])
            .ifPresent(
                kilobytes -> {
                  if (kilobytes <= LARGEST_KILOBYTES) {
                    counters.put(counter, kilobytes << 10);
                  }
                });
      }
    }
    return counters;
  }
}
