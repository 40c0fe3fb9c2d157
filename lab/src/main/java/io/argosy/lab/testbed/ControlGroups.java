package io.argosy.lab.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * Where this machine has its control groups: in hierarchies of version 1, one for each controller,
 * or in the one of version 2. Every group of the testbed has a name with the same prefix, by which
 * it is found again.
 */
final class ControlGroups {
  /** Short, so that a process that has used up its part waits for milliseconds only. */
  static final int CPU_PERIOD_MICROSECONDS = 20_000;

  private static final List<String> LEGACY_CONTROLLERS = List.of("cpu", "cpuacct", "blkio");
  private static final int SECONDS_TO_DIE = 10;
  private static final int ATTEMPTS_TO_REMOVE = 600;
  private static final long MILLISECONDS_BETWEEN_ATTEMPTS = 50;

  private final Map<String, Path> legacy;
  private final Optional<Path> unified;

  private ControlGroups(Map<String, Path> legacy, Optional<Path> unified) {
    this.legacy = legacy;
    this.unified = unified;
  }

  /** Reads a table of mounts in the format of {@code /proc/self/mounts}. */
  static ControlGroups find(Path mounts) throws IOException {
    Map<String, Path> legacy = new HashMap<>();
    Optional<Path> unified = Optional.empty();
    for (String line : Files.readAllLines(mounts)) {
      String[] fields = line.split(" ");
      Path directory = Path.of(fields[1]);
      if (fields[2].equals("cgroup")) {
        Arrays.stream(fields[3].split(","))
            .filter(LEGACY_CONTROLLERS::contains)
            .forEach(controller -> legacy.put(controller, directory));
      } else if (fields[2].equals("cgroup2") && hasControllers(directory)) {
        unified = Optional.of(directory);
      }
    }
    return new ControlGroups(legacy, unified);
  }

  private static boolean hasControllers(Path directory) throws IOException {
    Path controllers = directory.resolve("cgroup.controllers");
    return Files.exists(controllers)
        && List.of(Files.readString(controllers).strip().split(" "))
            .containsAll(List.of("cpu", "io"));
  }

  /** What the testbed needs and this machine does not have; nothing if it has all. */
  Optional<String> missing() {
    if (unified.isPresent() || legacy.keySet().containsAll(LEGACY_CONTROLLERS)) {
      return Optional.empty();
    }
    return Optional.of(
        "control groups: the controllers cpu and io of version 2, or cpu, cpuacct and blkio of"
            + " version 1, mounted under /sys/fs/cgroup (in the kernel: CONFIG_CFS_BANDWIDTH,"
            + " CONFIG_BLK_DEV_THROTTLING)");
  }

  /** Makes an empty group. */
  ControlGroup create(String name) throws IOException {
    if (unified.isEmpty()) {
      ControlGroup group =
          new LegacyControlGroup(
              legacy.get("cpu").resolve(name),
              legacy.get("cpuacct").resolve(name),
              legacy.get("blkio").resolve(name));
      for (Path directory : group.directories()) {
        Files.createDirectory(directory);
      }
      return group;
    }
    Path root = unified.get();
    Files.writeString(root.resolve("cgroup.subtree_control"), "+cpu +io");
    return new UnifiedControlGroup(Files.createDirectory(root.resolve(name)));
  }

  /** Kills the processes of all groups whose names begin with a prefix, and removes the groups. */
  void removeAll(String prefix) throws IOException, InterruptedException {
    List<Path> groups = new ArrayList<>();
    for (Path root :
        Stream.concat(legacy.values().stream(), unified.stream()).distinct().toList()) {
      try (Stream<Path> children = Files.list(root)) {
        children
            .filter(child -> child.getFileName().toString().startsWith(prefix))
            .forEach(groups::add);
      }
    }
    for (Path group : groups) {
      killAll(group);
    }
    for (Path group : groups) {
      remove(group);
    }
  }

  private static void killAll(Path group) throws IOException, InterruptedException {
    for (List<ProcessHandle> processes = processes(group);
        !processes.isEmpty();
        processes = processes(group)) {
      processes.forEach(ProcessHandle::destroyForcibly);
      for (ProcessHandle process : processes) {
        try {
          process.onExit().get(SECONDS_TO_DIE, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
          throw new TestbedException(
              "process " + process.pid() + " of a testbed cannot be killed", e);
        }
      }
    }
  }

  private static List<ProcessHandle> processes(Path group) throws IOException {
    return Files.readAllLines(group.resolve("cgroup.procs")).stream()
        .map(line -> ProcessHandle.of(Long.parseLong(line)))
        .flatMap(Optional::stream)
        .toList();
  }

  /**
   * The kernel counts a process until its parent has taken note of its end, and tells nobody when
   * it stops. A process whose parent was killed has the machine's first one, which may be slow.
   */
  private static void remove(Path group) throws IOException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      try {
        Files.deleteIfExists(group);
        return;
      } catch (IOException e) {
        if (attempt == ATTEMPTS_TO_REMOVE) {
          throw new TestbedException("cannot remove the control group " + group, e);
        }
        TimeUnit.MILLISECONDS.sleep(MILLISECONDS_BETWEEN_ATTEMPTS);
      }
    }
  }
}
