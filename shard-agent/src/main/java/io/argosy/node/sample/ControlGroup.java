package io.argosy.node.sample;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Where the limits of a process are written, in version 2 of control groups or in version 1.
 *
 * @param version2 which of them it is
 * @param processors the directory of the group that limits its processors
 * @param memory the directory of the group that limits its memory
 */
record ControlGroup(boolean version2, Path processors, Path memory) {
  /** More than any machine has. */
  private static final long NO_LIMIT = 1L << 60;

  /** What version 1 has where there is no limit of memory begins so. */
  private static final String NO_LIMIT_OF_MEMORY = "92233720368";

  private static final long NANOSECONDS_PER_MICROSECOND = 1000;

  /**
   * Looks where they are. A group without a limit is in one that may have one; the nearest counts.
   *
   * @param root where control groups are mounted, as a rule {@code /sys/fs/cgroup}
   * @param memberships what {@code /proc/PID/cgroup} says of the process
   */
  static ControlGroup of(Path root, String memberships) {
    if (Files.exists(root.resolve("cgroup.controllers"))) {
      String path = membership(memberships, "").orElse("/");
      return new ControlGroup(
          true, limiting(root, path, "cpu.max", "max"), limiting(root, path, "memory.max", "max"));
    }
    Path processors = first(root, "cpu", "cpu,cpuacct", "cpuacct,cpu");
    Path memory = root.resolve("memory");
    return new ControlGroup(
        false,
        limiting(processors, membership(memberships, "cpu").orElse("/"), "cpu.cfs_quota_us", "-1"),
        limiting(
            memory,
            membership(memberships, "memory").orElse("/"),
            "memory.limit_in_bytes",
            NO_LIMIT_OF_MEMORY));
  }

  private static Path first(Path root, String... names) {
    for (String name : names) {
      if (Files.isDirectory(root.resolve(name))) {
        return root.resolve(name);
      }
    }
    return root.resolve(names[0]);
  }

  /** The path of a controller's group; the controller of version 2 has no name. */
  static Optional<String> membership(String memberships, String controller) {
    for (String line : Lines.of(memberships)) {
      String[] parts = line.split(":", 3);
      if (parts.length == 3 && List.of(parts[1].split(",", -1)).contains(controller)) {
        return Optional.of(parts[2]);
      }
    }
    return Optional.empty();
  }

  /** In a container, the group's own directory may be mounted as if it were the root. */
  private static Path limiting(Path root, String path, String file, String none) {
    Path own = root.resolve(path.replaceFirst("^/+", "")).normalize();
    if (!own.startsWith(root) || !Files.isDirectory(own)) {
      own = root;
    }
    for (Path group = own; group.startsWith(root); group = group.getParent()) {
      Optional<String> limit = ProcFile.readOnce(group.resolve(file));
      if (limit.isPresent() && !limit.get().startsWith(none)) {
        return group;
      }
    }
    return own;
  }

  /** {@code cpu.max}: a quota or "max", and the period that it is for. */
  static Map<Counter, Long> quota(String text) {
    String[] words = Lines.words(text);
    return quota(Lines.number(words, 0), Lines.number(words, 1));
  }

  /** The same in microseconds; a quota that is no number is no limit. */
  static Map<Counter, Long> quota(OptionalLong quota, OptionalLong period) {
    Map<Counter, Long> counters = new EnumMap<>(Counter.class);
    if (quota.isPresent() && period.isPresent() && period.getAsLong() > 0) {
      counters.put(Counter.LIMIT_MICROSECONDS, quota.getAsLong());
      counters.put(Counter.LIMIT_PERIOD_MICROSECONDS, period.getAsLong());
    }
    return counters;
  }

  /** {@code cpu.stat}, whose throttled time is in microseconds in version 2. */
  static Map<Counter, Long> throttling(String text) {
    Map<Counter, Long> counters = new EnumMap<>(Counter.class);
    for (String line : Lines.of(text)) {
      String[] words = Lines.words(line);
      Lines.number(words, 1)
          .ifPresent(
              number -> {
                switch (words[0]) {
                  case "nr_periods" -> counters.put(Counter.PERIODS, number);
                  case "nr_throttled" -> counters.put(Counter.THROTTLED_PERIODS, number);
                  case "throttled_time" -> counters.put(Counter.THROTTLED_NANOSECONDS, number);
                  case "throttled_usec" ->
                      counters.put(
                          Counter.THROTTLED_NANOSECONDS, number * NANOSECONDS_PER_MICROSECOND);
                  default -> {}
                }
              });
    }
    return counters;
  }

  /** A file with a number of bytes, or "max". */
  static Map<Counter, Long> bytes(String text, Counter counter) {
    Map<Counter, Long> counters = new EnumMap<>(Counter.class);
    OptionalLong bytes = Lines.number(text.strip());
    if (bytes.isPresent() && bytes.getAsLong() < NO_LIMIT) {
      counters.put(counter, bytes.getAsLong());
    }
    return counters;
  }
}
