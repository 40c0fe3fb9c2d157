package io.argosy.node.resource;

import io.argosy.node.ResourceUse;
import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * A process of this machine, in the files in which Linux tells of it: proc_pid_stat(5),
 * proc_pid_schedstat (Documentation/scheduler/sched-stats), proc_pid_io(5). Thread-safe.
 */
final class LinuxProcess implements Closeable {
  private static final int LONGEST_TITLE = 1024;

  /** Words of a process's stat between its parent and the time that it ran outside the kernel. */
  private static final int BETWEEN_PARENT_AND_TIMES = 9;

  private final Path directory;
  private final int id;
  private final ProcessFile stat;
  private final ProcessFile schedule;
  private final Optional<ProcessFile> io;
  private final ReentrantLock lock = new ReentrantLock();

  private LinuxProcess(
      Path directory, int id, ProcessFile stat, ProcessFile schedule, Optional<ProcessFile> io) {
    this.directory = directory;
    this.id = id;
    this.stat = stat;
    this.schedule = schedule;
    this.io = io;
  }

  /**
   * Opens the files of a process; empty where there is no such process, or Linux does not count its
   * time.
   *
   * @param proc where Linux tells of processes
   */
  static Optional<LinuxProcess> open(Path proc, int id) {
    Path directory = proc.resolve(Integer.toString(id));
    Optional<ProcessFile> stat = ProcessFile.open(directory.resolve("stat"));
    Optional<ProcessFile> schedule = ProcessFile.open(directory.resolve("schedstat"));
    if (stat.isPresent() && schedule.isPresent()) {
      return Optional.of(
          new LinuxProcess(
              directory,
              id,
              stat.get(),
              schedule.get(),
              ProcessFile.open(directory.resolve("io"))));
    }
    stat.ifPresent(ProcessFile::close);
    schedule.ifPresent(ProcessFile::close);
    return Optional.empty();
  }

  int id() {
    return id;
  }

  /** What is counted now; empty when the process has ended. */
  Optional<ProcessCounters> counters() {
    lock.lock();
    try {
      return read();
    } finally {
      lock.unlock();
    }
  }

  private Optional<ProcessCounters> read() {
    if (!stat.read() || !schedule.read()) {
      return Optional.empty();
    }
    // Its name is in parentheses, and may have any characters.
    stat.skipPastLast(')');
    char state = stat.nextCharacter();
    int parent = (int) stat.nextNumber();
    stat.skipWords(BETWEEN_PARENT_AND_TIMES);
    long userTicks = stat.nextNumber();
    long systemTicks = stat.nextNumber();
    long processor = schedule.nextNumber();
    long queue = schedule.nextNumber();
    return Optional.of(
        new ProcessCounters(state, parent, processor, queue, userTicks, systemTicks, files()));
  }

  private Optional<ResourceUse.Files> files() {
    if (io.isEmpty() || !io.get().read()) {
      return Optional.empty();
    }
    // Lines in this order: rchar, wchar, syscr, syscw, read_bytes, write_bytes.
    long read = io.get().nextNumber();
    io.get().nextNumber();
    io.get().nextNumber();
    io.get().nextNumber();
    long fromDisk = io.get().nextNumber();
    long written = io.get().nextNumber();
    return Optional.of(new ResourceUse.Files(fromDisk, read - fromDisk, written));
  }

  /** How the process calls itself; empty when it has ended. */
  String title() {
    try (InputStream in = new FileInputStream(directory.resolve("cmdline").toFile())) {
      String title = new String(in.readNBytes(LONGEST_TITLE), StandardCharsets.UTF_8);
      return title.replace('\0', ' ').strip();
    } catch (IOException e) {
      return "";
    }
  }

  /** The processes that its first thread has started and that have not ended. */
  List<Integer> children() {
    Path list = directory.resolve("task").resolve(Integer.toString(id)).resolve("children");
    try (InputStream in = new FileInputStream(list.toFile())) {
      String ids = new String(in.readAllBytes(), StandardCharsets.US_ASCII).strip();
      return ids.isEmpty() ? List.of() : Stream.of(ids.split(" ")).map(Integer::valueOf).toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      stat.close();
      schedule.close();
      io.ifPresent(ProcessFile::close);
    } finally {
      lock.unlock();
    }
  }
}
