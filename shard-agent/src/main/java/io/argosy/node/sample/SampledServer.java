package io.argosy.node.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What of a machine tells of a server.
 *
 * @param process the directory in {@code /proc} of the server's first process; empty where that is
 *     not known
 * @param dataDirectory the server's; empty where it is not known
 */
public record SampledServer(Optional<Path> process, Optional<Path> dataDirectory) {
  private static final String PROGRAM = "postgres";

  /** In {@code /proc/PID/stat} behind the name, which is in parentheses: state, parent. */
  private static final int PARENT = 1;

  /** Of which nothing else is known. */
  public static SampledServer of(Optional<Path> dataDirectory) {
    return new SampledServer(Optional.empty(), dataDirectory);
  }

  /**
   * The server of a backend, if that is seen among the processes of this machine: by its number,
   * and as one of PostgreSQL that works for this role in this database. Empty where it is not, as
   * where it is elsewhere, or in a container of its own.
   *
   * @param proc the directory of processes
   */
  public static Optional<SampledServer> ofBackend(
      Path proc, int backend, String role, String database) {
    Path directory = proc.resolve(Integer.toString(backend));
    if (!isPostgres(directory) || !title(directory).contains(" " + role + " " + database + " ")) {
      return Optional.empty();
    }
    return Optional.of(
        new SampledServer(
            parent(directory).map(proc::resolve).filter(SampledServer::isPostgres),
            workingDirectory(directory)));
  }

  private static boolean isPostgres(Path process) {
    return ProcFile.readOnce(process.resolve("comm"))
        .filter(name -> name.strip().startsWith(PROGRAM))
        .isPresent();
  }

  /** What PostgreSQL has a process called; its end may have been cut. */
  private static String title(Path process) {
    return ProcFile.readOnce(process.resolve("cmdline")).orElse("").replace('\0', ' ') + " ";
  }

  private static Optional<String> parent(Path process) {
    String stat = ProcFile.readOnce(process.resolve("stat")).orElse("");
    String[] behindName = Lines.words(stat.substring(stat.lastIndexOf(')') + 1));
    return Lines.number(behindName, PARENT).isPresent()
        ? Optional.of(behindName[PARENT])
        : Optional.empty();
  }

  /** That of a backend is the data directory, which only its own user may see. */
  private static Optional<Path> workingDirectory(Path process) {
    try {
      return Optional.of(Files.readSymbolicLink(process.resolve("cwd")));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** With another data directory, if there is one. */
  SampledServer with(Optional<Path> otherDataDirectory) {
    return new SampledServer(process, otherDataDirectory.or(() -> dataDirectory));
  }

  /**
   * The number of the device that has its data, as {@code /proc/diskstats} writes it; null where it
   * cannot be told. A file system such as tmpfs or btrfs has a number that is no device's.
   */
  String device() {
    if (dataDirectory.isEmpty()) {
      return null;
    }
    try {
      long device = ((Number) Files.getAttribute(dataDirectory.get(), "unix:dev")).longValue();
      long major = ((device >>> 8) & 0xfff) | ((device >>> 32) & ~0xfffL);
      long minor = (device & 0xff) | ((device >>> 12) & 0xffffff00L);
      return major + ":" + minor;
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return null;
    }
  }

  /** What says in which control groups it is; empty where that is not known, or it has ended. */
  Optional<String> memberships() {
    return process
        .filter(SampledServer::isPostgres)
        .flatMap(known -> ProcFile.readOnce(known.resolve("cgroup")));
  }
}
