package io.argosy.node.resource;

import io.argosy.node.ResourceUse;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * A request that is running, and what the sampler has seen of those who work for it. Guarded by the
 * sampler's lock, until it has ended.
 */
final class RunningRequest {
  /** A parallel worker: what it did before it was seen first, it did for this request too. */
  private static final class Worker {
    private long processor;
    private long queue;
    private Optional<ResourceUse.Files> files = Optional.of(ResourceUse.Files.NOTHING);
  }

  private final LinuxProcess backend;
  private final ProcessCounters before;
  private final long startedAt;
  private final BooleanSupplier awaited;
  private final Map<Integer, Worker> workers = new HashMap<>();
  private Optional<ResourceUse.Files> read = Optional.of(ResourceUse.Files.NOTHING);
  private long disk;

  /**
   * @param backend that of the meter, which does not use it before the request has ended
   * @param before what was counted before it
   * @param startedAt as System.nanoTime() tells it
   * @param awaited says whether a thread waits for what the server says
   */
  RunningRequest(
      LinuxProcess backend, ProcessCounters before, long startedAt, BooleanSupplier awaited) {
    this.backend = backend;
    this.before = before;
    this.startedAt = startedAt;
    this.awaited = awaited;
  }

  /** The server's first process. */
  int postmaster() {
    return before.parent();
  }

  /** The process id of its backend. */
  int backend() {
    return backend.id();
  }

  /** Whether the server has to do something for it, as far as is known here. */
  boolean isAwaited() {
    return awaited.getAsBoolean();
  }

  /** As System.nanoTime() tells it. */
  long startedAt() {
    return startedAt;
  }

  long age(long now) {
    return now - startedAt;
  }

  /** What was counted of its backend before it. */
  ProcessCounters before() {
    return before;
  }

  /** What its backend does now. */
  ProcessState state() {
    return backend.state();
  }

  /** It has waited for a disk for so long since the look before. */
  void waitedForDisk(long nanoseconds) {
    disk += nanoseconds;
  }

  /** What is counted now of one of its parallel workers. */
  void works(int worker, ProcessCounters counters) {
    Worker seen = workers.computeIfAbsent(worker, ignored -> new Worker());
    seen.processor = counters.processor();
    seen.queue = counters.queue();
    seen.files =
        counters
            .files()
            // What was read ahead was read from the disk, and by nobody yet.
            .map(
                read ->
                    new ResourceUse.Files(
                        read.fromDisk(), Math.max(0, read.fromCache()), read.written()));
  }

  /** PostgreSQL's workers for I/O have read for it. */
  void hasRead(Optional<ResourceUse.Files> more) {
    read = read.flatMap(known -> more.map(known::plus));
  }

  /**
   * What it has used.
   *
   * @param after what is counted of its backend behind its end
   * @param endedAt as System.nanoTime() tells it
   * @param waited nanoseconds for which a thread waited for the server
   */
  ResourceUse use(ProcessCounters after, long endedAt, long waited) {
    long elapsed = age(endedAt);
    Optional<ResourceUse.Files> files =
        after.filesSince(before).flatMap(own -> read.map(own::plus));
    long workerProcessor = 0;
    long workerQueue = 0;
    for (Worker worker : workers.values()) {
      workerProcessor += worker.processor;
      workerQueue += worker.queue;
      files = files.flatMap(sum -> worker.files.map(sum::plus));
    }
    return new ResourceUse(
        elapsed,
        after.processor() - before.processor(),
        after.systemSince(before),
        after.queue() - before.queue(),
        workerProcessor,
        workerQueue,
        Math.min(disk, elapsed),
        Math.max(0, elapsed - waited),
        files);
  }
}
