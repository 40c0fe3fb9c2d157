package io.argosy.tpcd.oltp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Processes of this machine, with all that they have started. Linux only.
 *
 * @param roots the numbers of the first ones
 */
public record ProcessGroup(List<Long> roots) {
  /** The unit of times in {@code /proc/PID/stat}, the same on all architectures of today. */
  private static final double TICKS_PER_SECOND = 100;

  /** Its fields 14 to 17 (proc(5)), of which the first that is behind the name is the third. */
  private static final int USER_TIME = 14 - 3;

  private static final int TIMES = 4;

  public ProcessGroup {
    roots = List.copyOf(roots);
  }

  /** The server to which a data directory of PostgreSQL belongs. */
  public static ProcessGroup ofPostgres(Path dataDirectory) throws IOException {
    return new ProcessGroup(
        List.of(
            Long.parseLong(
                Files.readAllLines(dataDirectory.resolve("postmaster.pid")).getFirst())));
  }

  /** Whether all of them are there, and the system says what they have used. */
  public boolean isKnown() {
    return roots.stream().allMatch(root -> times(root).isPresent());
  }

  /**
   * What all of them have used of the processors, in seconds, since they were started; of those
   * that have ended, what was left to the ones that started them. A process that is unknown has
   * used nothing.
   */
  public double seconds() {
    return roots.stream()
        .flatMap(root -> ProcessHandle.of(root).stream())
        .flatMap(root -> Stream.concat(Stream.of(root), root.descendants()))
        .map(ProcessHandle::pid)
        .distinct()
        .mapToDouble(process -> times(process).map(ProcessGroup::sum).orElse(0.0))
        .sum();
  }

  /** What {@code /proc/PID/stat} says; nothing where there is no such file, or no more. */
  private static Optional<String> times(long process) {
    try {
      return Optional.of(Files.readString(Path.of("/proc", Long.toString(process), "stat")));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * The times of a process and of its children that have ended, by itself and by the kernel.
   *
   * @param stat what the file says
   */
  static double sum(String stat) {
    // The name is in parentheses, and may have any.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    long ticks = 0;
    for (int i = 0; i < TIMES; i++) {
      ticks += Long.parseLong(fields[USER_TIME + i]);
    }
    return ticks / TICKS_PER_SECOND;
  }
}
