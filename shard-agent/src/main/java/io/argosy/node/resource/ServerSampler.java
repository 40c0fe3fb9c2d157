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
 * Looks every few milliseconds at what works for the requests of an engine besides their backends:
 * their parallel workers, and PostgreSQL's workers for I/O, which read for all. Requests that end
 * before the first look are not looked at. Thread-safe.
 */
public final class ServerSampler implements Closeable {
  private static final Logger log = LoggerFactory.getLogger(ServerSampler.class);

  /** Between two looks; younger requests are not looked at. */
  private static final Duration INTERVAL = Duration.ofMillis(10);

  /**
   * Between two looks when nothing takes long: they tell what was read before the next that does.
   */
  private static final Duration IDLE_INTERVAL = Duration.ofMillis(100);

  /** For so long after a request the server is looked at, so that the next one finds it known. */
  private static final Duration KEPT_IN_VIEW = Duration.ofSeconds(1);

  private static final Path PROC = Path.of("/proc");

  private final Path proc;
  private final Duration meterInterval;
  private final Set<RunningRequest> running = ConcurrentHashMap.newKeySet();
  private final ReentrantLock lock = new ReentrantLock();

  /** Guarded by the lock, as all below. */
  private final Map<Integer, ServerProcesses> servers = new HashMap<>();

  private volatile long lookedAt;
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
    if (thread == null) {
      start();
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
    if (request.age(System.nanoTime()) < INTERVAL.toNanos()) {
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
    long ranAt = System.nanoTime();
    while (!closed) {
      boolean any = !running.isEmpty();
      long now = System.nanoTime();
      ranAt = any ? now : ranAt;
      boolean wanted = now - ranAt < KEPT_IN_VIEW.toNanos();
      if (wanted && (isAnyOld(now) || now - lookedAt >= IDLE_INTERVAL.toNanos())) {
        lock.lock();
        try {
          look();
        } catch (RuntimeException e) {
          log.warn("what works for requests besides their backends is not known any more", e);
          return;
        } finally {
          lock.unlock();
        }
      }
      LockSupport.parkNanos((any ? INTERVAL : IDLE_INTERVAL).toNanos());
    }
  }

  private boolean isAnyOld(long now) {
    for (RunningRequest request : running) {
      if (request.age(now) >= INTERVAL.toNanos()) {
        return true;
      }
    }
    return false;
  }

  private void look() {
    if (closed) {
      return;
    }
    long now = System.nanoTime();
    long since = now - lookedAt;
    lookedAt = now;
    List<RunningRequest> old =
        running.stream().filter(request -> request.age(now) >= INTERVAL.toNanos()).toList();
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
