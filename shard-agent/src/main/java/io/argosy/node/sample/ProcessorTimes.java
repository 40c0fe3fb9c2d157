package io.argosy.node.sample;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** {@code /proc/stat}. */
final class ProcessorTimes {
  /** user, nice, system, idle; later kernels have more. */
  private static final int FEWEST = 4;

  private static final Pattern PROCESSOR = Pattern.compile("cpu[0-9]+");

  private ProcessorTimes() {}

  /** The time of guests is in that of users already. Kernels of before 2.6.11 have no steal. */
  static Map<Counter, Long> parse(String text) {
    Map<Counter, Long> counters = new EnumMap<>(Counter.class);
    List<String> lines = Lines.of(text);
    if (lines.isEmpty()) {
      return counters;
    }
    String[] words = Lines.words(lines.getFirst());
    if (words[0].equals("cpu") && words.length > FEWEST) {
      add(words, counters);
    }
    long processors =
        lines.stream().filter(line -> PROCESSOR.matcher(Lines.words(line)[0]).matches()).count();
    if (processors > 0) {
      counters.put(Counter.PROCESSORS, processors);
    }
    return counters;
  }

  private static void add(String[] words, Map<Counter, Long> counters) {
    OptionalLong user = sum(words, 1, 2);
    OptionalLong system = words.length > 7 ? sum(words, 3, 6, 7) : sum(words, 3);
    OptionalLong idle = sum(words, 4);
    if (user.isPresent() && system.isPresent() && idle.isPresent()) {
      counters.put(Counter.USER, user.getAsLong());
      counters.put(Counter.SYSTEM, system.getAsLong());
      counters.put(Counter.IDLE, idle.getAsLong());
      sum(words, 5).ifPresent(ticks -> counters.put(Counter.IOWAIT, ticks));
      sum(words, 8).ifPresent(ticks -> counters.put(Counter.STEAL, ticks));
    }
  }

  private static OptionalLong sum(String[] words, int... places) {
    long sum = 0;
    for (int place : places) {
      OptionalLong ticks = Lines.number(words, place);
      if (ticks.isEmpty()) {
        return ticks;
      }
      sum += ticks.getAsLong();
    }
    return OptionalLong.of(sum);
  }
}
