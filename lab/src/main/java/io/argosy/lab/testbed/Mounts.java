package io.argosy.lab.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** What is mounted below one directory, and the loop devices over files below it. */
public final class Mounts {
  /** Every mount of a testbed is below this directory, so that it is found again. */
  private static final Path ROOT = Path.of("/run/argosy-testbed");

  private static final Duration LONGEST_USE = Duration.ofSeconds(10);
  private static final Duration PAUSE = Duration.ofMillis(200);

  private Mounts() {}

  /** Makes the directory to mount something on. */
  public static Path directory(String name) throws IOException {
    return Files.createDirectories(ROOT.resolve(name));
  }

  /**
   * Undoes one, and waits for a while where it is in use: a container that starts beside has all
   * mounts for a moment, and keeps the devices below them.
   *
   * @throws TestbedException when it is in use for longer, or is none
   */
  public static void unmount(Path mount) throws TestbedException, InterruptedException {
    long deadline = System.nanoTime() + LONGEST_USE.toNanos();
    while (true) {
      try {
        Command.of("umount", mount.toString()).run();
        return;
      } catch (TestbedException e) {
        if (System.nanoTime() > deadline) {
          throw e;
        }
        Thread.sleep(PAUSE);
      }
    }
  }

  /** Undoes all of them, the last first. No process may use them any more. */
  static void removeAll() throws IOException, InterruptedException {
    // A file system is on loop devices, which are over files of other file systems.
    for (Path mount : mounted().reversed()) {
      detachBelow(mount);
      unmount(mount);
    }
  }

  private static List<Path> mounted() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/mounts")).stream()
        .map(line -> Path.of(line.split(" ")[1]))
        .filter(mount -> mount.startsWith(ROOT))
        .toList();
  }

  private static void detachBelow(Path mount) throws TestbedException, InterruptedException {
    List<String> lines =
        Command.of("losetup", "--list", "--noheadings", "--output", "NAME,BACK-FILE")
            .run()
            .lines()
            .toList();
    for (String line : lines) {
      String[] fields = line.strip().split("\\s+", 2);
      if (fields.length == 2 && Path.of(fields[1]).startsWith(mount)) {
        Command.of("losetup", "--detach", fields[0]).run();
      }
    }
  }
}
