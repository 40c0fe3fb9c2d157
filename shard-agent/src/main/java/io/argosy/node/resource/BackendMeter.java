package io.argosy.node.resource;

import io.argosy.node.ResourceUse;
import java.io.Closeable;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Meters the requests of one backend, one at a time: {@link #begin} and {@link #end} are called in
 * turn, by any threads. A failure to meter is never one of the request: the meter knows nothing any
 * more.
 */
public final class BackendMeter implements Closeable {
  private static final Logger log = LoggerFactory.getLogger(BackendMeter.class);

  /** One that knows nothing, for backends whose processes cannot be seen. */
  public static final BackendMeter BLIND = new BackendMeter(null, null, 0);

  /** What is counted between two looks. */
  record Span(ProcessCounters from, ProcessCounters to) {}

  private final LinuxProcess process;
  private final ServerSampler sampler;
  private final long interval;
  private final ReentrantLock lock = new ReentrantLock();

  /**
   * What was counted or estimated at the end of the request before; null if the backend has been
   * sent something else since. Guarded by the lock, as what follows.
   */
  private ProcessCounters last;

  private long lastEndedAt;

  /** From when to when requests before did what is to be told of the next; null if nothing is. */
  private Span owed;

  private final UseEstimate estimate = new UseEstimate();
  private long lookedAt;

  /** Whether there is a look behind the running request in any case. */
  private boolean exact;

  private RunningRequest running;
  private boolean blind;

  /**
   * @param interval a backend that is always busy with short requests is looked at once in so many
   *     nanoseconds: a look takes some percent of such a request. What those between two looks have
   *     used is estimated
   */
  BackendMeter(LinuxProcess process, ServerSampler sampler, long interval) {
    this.process = process;
    this.sampler = sampler;
    this.interval = interval;
    this.blind = process == null;
  }

  /** The backend is going to be sent something that is no request. */
  public void skip() {
    if (process == null) {
      return;
    }
    lock.lock();
    try {
      ProcessCounters told = last;
      if (told != null && estimate.isOwed()) {
        look(System.nanoTime()).ifPresent(counted -> owed = new Span(told, counted));
      }
      last = null;
    } catch (RuntimeException e) {
      becomeBlind(e);
    } finally {
      lock.unlock();
    }
  }

  /**
   * A request is going to be sent.
   *
   * @param awaited says, to any thread, whether a thread waits for what the server says
   */
  public void begin(BooleanSupplier awaited) {
    if (process == null) {
      return;
    }
    lock.lock();
    try {
      if (!blind) {
        beginLocked(awaited);
      }
    } catch (RuntimeException e) {
      becomeBlind(e);
    } finally {
      lock.unlock();
    }
  }

  private void beginLocked(BooleanSupplier awaited) {
    long now = System.nanoTime();
    exact = last == null || now - lastEndedAt >= interval;
    // What a backend does behind its last word belongs to nobody, unless the next comes at once.
    // What is not told yet of the requests before is told of this one.
    ProcessCounters told = last;
    ProcessCounters before = told;
    if (told == null) {
      Span first = owed;
      before = look(now).map(all -> first == null ? all : all.without(first)).orElse(null);
      owed = null;
    } else if (exact && !estimate.isOwed()) {
      before = look(now).map(counters -> counters.notLessThan(told)).orElse(null);
    }
    last = null;
    if (before != null) {
      running = new RunningRequest(process, before, System.nanoTime(), awaited);
      sampler.began(running);
    }
  }

  /**
   * The last word of the server has been read.
   *
   * @param waited nanoseconds for which a thread waited for the server
   * @return empty when nothing is known
   */
  public Optional<ResourceUse> end(long waited) {
    if (process == null) {
      return Optional.empty();
    }
    long endedAt = System.nanoTime();
    lock.lock();
    try {
      RunningRequest ended = running;
      running = null;
      if (ended == null) {
        return Optional.empty();
      }
      sampler.ended(ended);
      estimate.ended(ended.age(endedAt));
      Optional<ProcessCounters> after =
          exact || endedAt - lookedAt >= interval
              ? look(endedAt).map(counters -> counters.notLessThan(ended.before()))
              : Optional.of(estimate.after(ended.before(), ended.age(endedAt)));
      last = after.orElse(null);
      lastEndedAt = endedAt;
      return after.map(counters -> ended.use(counters, endedAt, waited));
    } catch (RuntimeException e) {
      becomeBlind(e);
      return Optional.empty();
    } finally {
      lock.unlock();
    }
  }

  private Optional<ProcessCounters> look(long now) {
    lookedAt = now;
    Optional<ProcessCounters> counters = process.counters();
    counters.ifPresent(estimate::counted);
    return counters;
  }

  private void becomeBlind(RuntimeException failure) {
    blind = true;
    log.warn("what requests use is not known any more of backend {}", process.id(), failure);
  }

  /** The request will not end: the server was lost. */
  public void lost() {
    if (process == null) {
      return;
    }
    lock.lock();
    try {
      if (running != null) {
        sampler.forget(running);
        running = null;
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    if (process == null) {
      return;
    }
    lost();
    lock.lock();
    try {
      blind = true;
      process.close();
    } finally {
      lock.unlock();
    }
  }
}
