package io.argosy.node;

import java.util.Optional;

/**
 * What a request has used of the machine of its node's server. All times are in nanoseconds.
 *
 * <p>Requests of one backend that follow one another at once are counted together, once in 10 ms:
 * what one of them used of a processor is then estimated, and what it did with files is told of the
 * one that was counted. The sums are those that are counted, but for what was in the kernel.
 *
 * @param elapsed from when it was sent to the server until the server's last word was read
 * @param processor for which a processor ran its backend
 * @param system the part of that in the kernel; the clock that tells it ticks a hundred times a
 *     second, so that it is 0 for most short requests
 * @param queue for which its backend could have run, and all processors ran others
 * @param workerProcessor for which processors ran the parallel workers of its backend. They are
 *     looked at every few milliseconds: what they did after the last look is missing
 * @param workerQueue for which these waited for a processor
 * @param disk for which its backend slept until a disk had done something, as seen at these looks;
 *     0 for a request that ended before the first of them
 * @param peers for which nobody read what the server said: who takes its rows was busy, or those
 *     who were to send rows had none
 * @param files what it read and wrote; empty where the operating system does not tell
 */
public record ResourceUse(
    long elapsed,
    long processor,
    long system,
    long queue,
    long workerProcessor,
    long workerQueue,
    long disk,
    long peers,
    Optional<Files> files) {
  /** Nothing, of which everything is known. */
  public static final ResourceUse NOTHING =
      new ResourceUse(0, 0, 0, 0, 0, 0, 0, 0, Optional.of(Files.NOTHING));

  /**
   * Bytes of files, with those that parallel workers and PostgreSQL's workers for I/O read for it.
   * What the latter read while several requests were running is divided among them.
   *
   * @param fromDisk read from disks
   * @param fromCache read from the operating system's cache
   * @param written what is to be written to disks, WAL that its backend wrote too
   */
  public record Files(long fromDisk, long fromCache, long written) {
    /** No file. */
    public static final Files NOTHING = new Files(0, 0, 0);

    /** Both together. */
    public Files plus(Files other) {
      return new Files(
          fromDisk + other.fromDisk, fromCache + other.fromCache, written + other.written);
    }

    /** What is more than the other. */
    public Files minus(Files other) {
      return new Files(
          fromDisk - other.fromDisk, fromCache - other.fromCache, written - other.written);
    }

    /** A share of it, from 0 to 1. */
    public Files times(double share) {
      return new Files(
          Math.round(fromDisk * share), Math.round(fromCache * share), Math.round(written * share));
    }
  }

  /** Both together; what is not known of one is not known of both. */
  public ResourceUse plus(ResourceUse other) {
    return new ResourceUse(
        elapsed + other.elapsed,
        processor + other.processor,
        system + other.system,
        queue + other.queue,
        workerProcessor + other.workerProcessor,
        workerQueue + other.workerQueue,
        disk + other.disk,
        peers + other.peers,
        files.flatMap(own -> other.files.map(own::plus)));
  }

  /** The same without so many nanoseconds for which it waited for peers. */
  public ResourceUse withoutPeers(long nanoseconds) {
    return new ResourceUse(
        Math.max(0, elapsed - nanoseconds),
        processor,
        system,
        queue,
        workerProcessor,
        workerQueue,
        disk,
        Math.max(0, peers - nanoseconds),
        files);
  }

  /** Nanoseconds of processors for its backend and the workers of that. */
  public long allProcessors() {
    return processor + workerProcessor;
  }
}
