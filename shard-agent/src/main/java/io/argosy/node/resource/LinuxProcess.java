package io.argosy.node.resource;

import io.argosy.node.ResourceUse;
import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A process of this machine, in the files in which Linux tells of it: proc_pid_stat(5),
 * proc_pid_schedstat (Documentation/scheduler/sched-stats), proc_pid_io(5). Thread-safe.
 */
final class LinuxProcess implements Closeable {
  private static final int LONGEST_TITLE = 1024;

  /** A process's name is in parentheses, and may have any characters. */
  private static final char END_OF_NAME = ')';

  /** Words of a process's stat between its parent and the time that it ran outside the kernel. */
  private static final int BETWEEN_PARENT_AND_TIMES = 9;

  private final Path directory;
  private final int id;
  private final ProcessFile stat;
  private final ProcessFile schedule;
  private final Optional<ProcessFile> io;
  private final ReentrantLock lock = new ReentrantLock();

  /** Opened when they are asked for. Guarded by the lock, as what follows. */
  private Optional<ProcessFile> children = Optional.empty();

  private boolean closed;

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

  /** What it does now. */
  ProcessState state() {
    lock.lock();
    try {
      stat.read();
      stat.skipPastLast(END_OF_NAME);
      return ProcessState.of(stat.nextCharacter());
    } finally {
      lock.unlock();
    }
  }

  /** What it has read and written since its start; empty where this process may not know. */
  Optional<ResourceUse.Files> files() {
    lock.lock();
    try {
      return readFiles();
    } finally {
      lock.unlock();
    }
  }

  private Optional<ProcessCounters> read() {
    if (!stat.read() || !schedule.read()) {
      return Optional.empty();
    }
    stat.skipPastLast(END_OF_NAME);
    stat.nextCharacter();
    int parent = (int) stat.nextNumber();
    stat.skipWords(BETWEEN_PARENT_AND_TIMES);
    long userTicks = stat.nextNumber();
    long systemTicks = stat.nextNumber();
    long processor = schedule.nextNumber();
    long queue = schedule.nextNumber();
    return Optional.of(
        new ProcessCounters(parent, processor, queue, userTicks, systemTicks, readFiles()));
  }

  private Optional<ResourceUse.Files> readFiles() {
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
  Set<Integer> children() {
    lock.lock();
    try {
      if (children.isEmpty() && !closed) {
        String task = Integer.toString(id);
        children = ProcessFile.open(directory.resolve("task").resolve(task).resolve("children"));
      }
      return children.map(LinuxProcess::ids).orElse(Set.of());
    } finally {
      lock.unlock();
    }
  }

  private static Set<Integer> ids(ProcessFile list) {
    Set<Integer> ids = new HashSet<>();
    if (list.readWhole()) {
      while (list.hasNumber()) {
        ids.add((int) list.nextNumber());
      }
    }
    return ids;
  }

  @Override
  public void close() {
    lock.lock();
    try {
      stat.close();
      schedule.close();
      io.ifPresent(ProcessFile::close);
      children.ifPresent(ProcessFile::close);
      children = Optional.empty();
      closed = true;
    } finally {
      lock.unlock();
    }
  }
}
