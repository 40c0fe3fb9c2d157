package io.argosy.node.resource;

import java.io.Closeable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks again and again at what works for the requests of an engine besides their backends: their
 * parallel workers, and PostgreSQL's workers for I/O, which read for all. Requests that end before
 * the first look are not looked at. Thread-safe.
 *
 * <p>Looks become rarer while requests become older: each takes up to half a millisecond of a
 * processor that has slept, while what a worker does between the last look and its end stays one
 * twenty-fifth of its work at most.
 */
public final class ServerSampler implements Closeable {
  private static final Logger log = LoggerFactory.getLogger(ServerSampler.class);

  /** Between two looks at least; younger requests are not looked at. */
  private static final Duration INTERVAL = Duration.ofMillis(10);

  /**
   * Between two looks at most; when nothing takes long, they tell what was read before the next
   * that does.
   */
  private static final Duration LONGEST_INTERVAL = Duration.ofMillis(200);

  /** So many looks, of equal distance, would there be at a request that ends now. */
  private static final int LOOKS = 25;

  /** For so long after a request began, the next one is expected at once. */
  private static final Duration EXPECTED = Duration.ofMillis(50);

  private static final Path PROC = Path.of("/proc");

  private final Path proc;
  private final Duration meterInterval;
  private final Set<RunningRequest> running = ConcurrentHashMap.newKeySet();
  private final ReentrantLock lock = new ReentrantLock();

  /** Guarded by the lock. */
  private final Map<Integer, ServerProcesses> servers = new HashMap<>();

  private volatile long lookedAt;

  /** When a request began last, as System.nanoTime() tells it. */
  private volatile long beganAt;

  /** When the thread will run again, as System.nanoTime() tells it. */
  private volatile long wakesAt;

  private volatile Thread thread;
  private volatile boolean closed;

  public ServerSampler() {
    this(PROC);
  }

  /**
   * @param proc where Linux tells of processes
   */
  ServerSampler(Path proc) {
    this(proc, INTERVAL);
  }

  /**
   * @param proc where Linux tells of processes
   * @param meterInterval requests of a backend that follow one another faster are counted together
   */
  ServerSampler(Path proc, Duration meterInterval) {
    this.proc = proc;
    this.meterInterval = meterInterval;
  }

  /**
   * A meter for the requests of a backend.
   *
   * @param processId what the backend has said of itself
   * @param clientPort of the connection to it, by which its process on this machine is known; empty
   *     for one that has none
   * @return one that knows nothing where the backend is none of this machine's processes
   */
  public BackendMeter meter(int processId, OptionalInt clientPort, String database) {
    Optional<LinuxProcess> process = LinuxProcess.open(proc, processId);
    if (process.isEmpty()) {
      return BackendMeter.BLIND;
    }
    Optional<ProcessCounters> counters = process.get().counters();
    // A backend that has logged in has used a processor: the kernel does not count it.
    if (counters.isEmpty()
        || counters.get().processor() == 0
        || !ProcessTitle.isOfBackend(process.get().title(), clientPort, database)) {
      process.get().close();
      return BackendMeter.BLIND;
    }
    knows(counters.get().parent());
    return new BackendMeter(process.get(), this, meterInterval.toNanos());
  }

  void began(RunningRequest request) {
    running.add(request);
    beganAt = request.startedAt();
    if (thread == null) {
      start();
    } else if (wakesAt - request.startedAt() > INTERVAL.toNanos()) {
      LockSupport.unpark(thread);
    }
  }

  private void start() {
    lock.lock();
    try {
      if (thread == null && !closed) {
        lookedAt = System.nanoTime();
        thread = Thread.ofPlatform().daemon().name("resources").unstarted(this::lookOnAndOn);
        thread.start();
      }
    } finally {
      lock.unlock();
    }
  }

  /** The request has ended, and is not looked at any more when this returns. */
  void ended(RunningRequest request) {
    running.remove(request);
    if (!isOld(request, System.nanoTime())) {
      return;
    }
    lock.lock();
    try {
      // Once more, with this one among them, unless somebody has just looked.
      if (System.nanoTime() - lookedAt > INTERVAL.toNanos() / 2) {
        running.add(request);
        look();
        running.remove(request);
      }
    } finally {
      lock.unlock();
    }
  }

  void forget(RunningRequest request) {
    lock.lock();
    try {
      running.remove(request);
    } finally {
      lock.unlock();
    }
  }

  /** From now on it is known what the server's processes have done before a request. */
  private void knows(int postmaster) {
    lock.lock();
    try {
      if (!closed) {
        servers.computeIfAbsent(postmaster, id -> new ServerProcesses(proc, id));
      }
    } finally {
      lock.unlock();
    }
  }

  private void lookOnAndOn() {
    long nextLookAt = System.nanoTime();
    while (!closed) {
      // Whoever begins from here on is seen below, or wakes this thread.
      wakesAt = System.nanoTime() + Long.MAX_VALUE / 2;
      long now = System.nanoTime();
      if (running.isEmpty() && now - beganAt > EXPECTED.toNanos()) {
        LockSupport.park();
        // What was read before is not for whom comes now.
        nextLookAt = System.nanoTime();
        continue;
      }
      long due = Math.min(nextLookAt - now, lookedAt + interval(now) - now);
      if (due <= 0) {
        lock.lock();
        try {
          look();
        } catch (RuntimeException e) {
          log.warn("what works for requests besides their backends is not known any more", e);
          return;
        } finally {
          lock.unlock();
        }
        due = interval(now);
        nextLookAt = now + due;
      }
      long pause = comesAndGoes(now) ? Math.min(due, INTERVAL.toNanos()) : due;
      wakesAt = now + pause;
      LockSupport.parkNanos(pause);
    }
  }

  /** Nanoseconds between two looks at those that are running. */
  private long interval(long now) {
    long interval = LONGEST_INTERVAL.toNanos();
    for (RunningRequest request : running) {
      if (isOld(request, now)) {
        interval = Math.min(interval, request.age(now) / LOOKS);
      }
    }
    return Math.max(INTERVAL.toNanos(), interval);
  }

  /** Whether nobody runs, or somebody young: these need not wake this thread each of them. */
  private boolean comesAndGoes(long now) {
    return running.isEmpty() || !running.stream().allMatch(request -> isOld(request, now));
  }

  private static boolean isOld(RunningRequest request, long now) {
    return request.age(now) >= INTERVAL.toNanos();
  }

  private void look() {
    if (closed) {
      return;
    }
    long now = System.nanoTime();
    long since = now - lookedAt;
    lookedAt = now;
    List<RunningRequest> old = running.stream().filter(request -> isOld(request, now)).toList();
    servers.forEach(
        (postmaster, server) ->
            server.look(
                old.stream().filter(request -> request.postmaster() == postmaster).toList(),
                since));
    servers.values().removeIf(ServerSampler::hasEnded);
  }

  private static boolean hasEnded(ServerProcesses server) {
    boolean ended = server.ended();
    if (ended) {
      server.close();
    }
    return ended;
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      servers.values().forEach(ServerProcesses::close);
      servers.clear();
      LockSupport.unpark(thread);
    } finally {
      lock.unlock();
    }
  }
}
