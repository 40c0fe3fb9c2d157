package io.argosy.node.sample;

import io.argosy.node.MachineMeasure;
import io.argosy.node.MachineSample;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Samples the machine once a second, on a thread of its own, and keeps the last fifteen minutes.
 * Its clock is set once: it begins with that of the system, and goes on evenly whatever becomes of
 * that. Thread-safe.
 */
public final class MachineSampler implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(MachineSampler.class);

  private static final int CAPACITY = 15 * 60;
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  /** A backend that is seen later tells of a server that was started again. */
  private static final long BETWEEN_SIGHTS = Duration.ofSeconds(10).toNanos();

  private static final Path PROC = Path.of("/proc");

  private final MachineFiles files;
  private final Optional<Path> dataDirectory;
  private final LongSupplier nanoseconds;
  private final Instant startedAt;
  private final long start;
  private final SampleRing ring;

  /** Values times seconds of all samples. */
  private final Map<MachineMeasure, Double> totals = new ConcurrentHashMap<>();

  private final AtomicLong nextSight;
  private volatile SampledServer server;
  private MachineReading previous;
  private boolean failed;
  private volatile boolean closed;
  private Thread thread;

  /**
   * Without a thread.
   *
   * @param server what is known of the server that wants to know
   * @param nanoseconds a clock that is never set
   * @param startedAt what the time is now
   * @param capacity how many samples are kept
   */
  MachineSampler(
      MachineFiles files,
      SampledServer server,
      LongSupplier nanoseconds,
      Instant startedAt,
      int capacity) {
    this.files = files;
    this.server = server;
    this.dataDirectory = server.dataDirectory();
    this.nanoseconds = nanoseconds;
    this.startedAt = startedAt.truncatedTo(ChronoUnit.MICROS);
    this.start = nanoseconds.getAsLong();
    this.nextSight = new AtomicLong(start);
    this.ring = new SampleRing(capacity);
  }

  /**
   * Begins to sample this machine.
   *
   * @param server what is known of the server that wants to know
   */
  public static MachineSampler start(SampledServer server) {
    return start(PROC, Path.of("/sys/fs/cgroup"), server);
  }

  /** The same with the system's files in other places. */
  public static MachineSampler start(Path proc, Path groups, SampledServer server) {
    MachineSampler sampler =
        new MachineSampler(
            new MachineFiles(proc, groups), server, System::nanoTime, Instant.now(), CAPACITY);
    sampler.thread = Thread.ofPlatform().daemon().name("samples").unstarted(sampler::run);
    sampler.thread.start();
    return sampler;
  }

  /**
   * The server has given a backend, which tells more of it if its process is one of this machine.
   * Looked at now and then only.
   */
  public void see(int backend, String role, String database) {
    long now = nanoseconds.getAsLong();
    long next = nextSight.get();
    if (now - next >= 0 && nextSight.compareAndSet(next, now + BETWEEN_SIGHTS)) {
      SampledServer.ofBackend(PROC, backend, role, database)
          .ifPresent(seen -> server = seen.with(dataDirectory));
    }
  }

  private void run() {
    try (files) {
      long next = nanoseconds.getAsLong();
      while (!closed) {
        sample();
        next += SECOND;
        long left = next - nanoseconds.getAsLong();
        if (left < SECOND / 2) {
          // This process was stopped: what was missed is one long sample.
          next = nanoseconds.getAsLong() + SECOND;
        }
        await(next);
      }
    }
  }

  private void await(long time) {
    long left = time - nanoseconds.getAsLong();
    while (left > 0 && !closed) {
      LockSupport.parkNanos(left);
      left = time - nanoseconds.getAsLong();
    }
  }

  /** Reads what there is, whatever is wrong with it. */
  void sample() {
    try {
      MachineReading reading = files.read(nanoseconds.getAsLong(), server);
      if (previous != null && reading.nanoseconds() > previous.nanoseconds()) {
        add(previous, reading);
      }
      previous = reading;
    } catch (RuntimeException | OutOfMemoryError e) {
      if (!failed) {
        log.warn("the machine cannot be sampled", e);
      }
      failed = true;
    }
  }

  private void add(MachineReading before, MachineReading after) {
    MachineSample sample =
        new MachineSample(
            at(after.nanoseconds()),
            Duration.ofNanos(after.nanoseconds() - before.nanoseconds()),
            Between.values(before, after));
    sample
        .values()
        .forEach((measure, value) -> totals.merge(measure, value * sample.seconds(), Double::sum));
    ring.add(sample);
  }

  /** In microseconds, which is what PostgreSQL knows. */
  private Instant at(long time) {
    return startedAt.plusNanos(time - start).truncatedTo(ChronoUnit.MICROS);
  }

  /** What the time is by the clock of the samples. */
  public Instant now() {
    return at(nanoseconds.getAsLong());
  }

  /**
   * The last samples that ended later than a time; the oldest first.
   *
   * @param time by the clock of the samples; one that has not come yet is of a clock from before
   *     this sampler's, and so of no use: then it is all samples
   * @param most how many at most
   */
  public List<MachineSample> since(Instant time, int most) {
    return ring.since(time.isAfter(now()) ? Instant.MIN : time, most);
  }

  /** The value in the last sample; empty where it could not be read. */
  public OptionalDouble last(MachineMeasure measure) {
    return ring.last()
        .map(sample -> sample.values().get(measure))
        .map(OptionalDouble::of)
        .orElseGet(OptionalDouble::empty);
  }

  /** Values times seconds of all samples since the start; empty where it could never be read. */
  public OptionalDouble total(MachineMeasure measure) {
    Double total = totals.get(measure);
    return total == null ? OptionalDouble.empty() : OptionalDouble.of(total);
  }

  /** Samples no more; returns when the files are closed. */
  @Override
  public void close() {
    closed = true;
    if (thread == null) {
      files.close();
      return;
    }
    LockSupport.unpark(thread);
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
