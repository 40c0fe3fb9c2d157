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
  public static final BackendMeter BLIND = new BackendMeter(null, null);

  private final LinuxProcess process;
  private final ServerSampler sampler;
  private final ReentrantLock lock = new ReentrantLock();

  /**
   * What was counted at the end of the request before; null if the backend has been sent something
   * else since. What it did behind its last word counts for the next request. Guarded by the lock,
   * as what follows.
   */
  private ProcessCounters last;

  private RunningRequest running;
  private boolean blind;

  BackendMeter(LinuxProcess process, ServerSampler sampler) {
    this.process = process;
    this.sampler = sampler;
    this.blind = process == null;
  }

  /** The backend is going to be sent something that is no request. */
  public void skip() {
    if (process == null) {
      return;
    }
    lock.lock();
    try {
      last = null;
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
    ProcessCounters before = last == null ? process.counters().orElse(null) : last;
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
      Optional<ProcessCounters> after = process.counters();
      last = after.orElse(null);
      return after.map(counters -> ended.use(counters, endedAt, waited));
    } catch (RuntimeException e) {
      becomeBlind(e);
      return Optional.empty();
    } finally {
      lock.unlock();
    }
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
