package io.argosy.node.local;

import io.argosy.node.SessionOptions;
import io.argosy.node.resource.BackendMeter;
import io.argosy.node.resource.ServerSampler;
import io.argosy.protocol.client.ConnectionOptions;
import io.argosy.protocol.client.PostgresConnection;
import io.argosy.protocol.client.ServerAddress;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import io.argosy.protocol.tls.TlsFailure;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.commons.pool2.BaseKeyedPooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericKeyedObjectPool;
import org.apache.commons.pool2.impl.GenericKeyedObjectPoolConfig;

/**
 * The backends of one server. The limit holds over all databases and roles, since it is the
 * server's {@code max_connections} that it respects: where it is reached, an idle backend of
 * another role makes room. Backends are handed out last in, first out, so that those beyond the
 * need of the last minutes grow old and are closed. Who finds none waits in one queue of all
 * databases and roles. The library's own queues are one for each, and what comes back is offered to
 * the longest of them only: where those in it cannot log in, the others would wait beside backends
 * that are idle.
 */
final class BackendPool implements AutoCloseable {
  private static final String TOO_MANY_CONNECTIONS = "53300";
  private static final Duration IDLE_LIMIT = Duration.ofMinutes(5);
  private static final Duration EVICTION_INTERVAL = Duration.ofSeconds(30);

  /** After which time it is looked again whether an idle backend that makes room is closed. */
  private static final Duration ROOM_INTERVAL = Duration.ofMillis(5);

  /**
   * How long a server that has no room is asked again: it counts a backend until its process has
   * ended, which is some time after its connection was closed.
   */
  private static final Duration ROOM_PATIENCE = Duration.ofSeconds(1);

  /**
   * When this process is killed, its backends end what they run: by itself PostgreSQL notices only
   * when it has rows to send.
   */
  private static final Map<String, String> STARTUP_PARAMETERS =
      Map.of("client_connection_check_interval", "2s");

  private final EngineConfig config;
  private final Optional<ServerSampler> sampler;
  private final NodeServers servers;
  private final GenericKeyedObjectPool<BackendKey, Backend> pool;

  /** One permit for each backend that may be leased at the same time. */
  private final Semaphore leases;

  private final Set<Backend> leased = ConcurrentHashMap.newKeySet();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition returned = lock.newCondition();

  /**
   * @param sampler of what requests use; empty where that is not wanted
   */
  BackendPool(EngineConfig config, Optional<ServerSampler> sampler) {
    this.config = config;
    this.sampler = sampler;
    this.servers = new NodeServers(config.servers());
    GenericKeyedObjectPoolConfig<Backend> settings = new GenericKeyedObjectPoolConfig<>();
    settings.setJmxEnabled(false);
    settings.setMaxTotal(config.pool().maxConnections());
    settings.setMaxTotalPerKey(config.pool().maxConnections());
    settings.setMaxIdlePerKey(config.pool().maxConnections());
    settings.setBlockWhenExhausted(false);
    settings.setTestOnBorrow(true);
    settings.setMinEvictableIdleDuration(IDLE_LIMIT);
    settings.setTimeBetweenEvictionRuns(EVICTION_INTERVAL);
    this.pool = new GenericKeyedObjectPool<>(new Factory(), settings);
    this.leases = new Semaphore(config.pool().maxConnections(), true);
  }

  /** What backends are kept for that are leased with these options. */
  BackendKey key(SessionOptions options) {
    return new BackendKey(
        options.database(),
        options.user(),
        options.incarnation(),
        servers.distinguished(options.readFrom()));
  }

  /**
   * Takes a backend that is alive, idle and outside of a transaction; blocks until there is one.
   */
  Backend borrow(BackendKey key) {
    long patience = config.pool().acquireTimeout().toNanos();
    long deadline = System.nanoTime() + patience;
    boolean borrowed = false;
    try {
      if (!leases.tryAcquire(patience, TimeUnit.NANOSECONDS)) {
        throw noneFree();
      }
      try {
        Backend backend = permitted(key, deadline);
        leased.add(backend);
        borrowed = true;
        return backend;
      } finally {
        if (!borrowed) {
          leases.release();
        }
      }
    } catch (IOException e) {
      throw unreachable(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PostgresException(
          PostgresError.of("57014", "interrupted while waiting for a backend"), e);
    } catch (IllegalStateException e) {
      throw new PostgresException(
          PostgresError.of(
              "08006", "the connections to node \"" + config.name() + "\" were closed"),
          e);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("the factory throws nothing else", e);
    }
  }

  /** There is one, or will be when an idle backend of another kind has been closed. */
  private Backend permitted(BackendKey key, long deadline) throws Exception {
    while (true) {
      try {
        return pool.borrowObject(key);
      } catch (NoSuchElementException e) {
        if (System.nanoTime() - deadline > 0) {
          throw noneFree();
        }
        Thread.sleep(ROOM_INTERVAL);
      }
    }
  }

  private PostgresException noneFree() {
    return new PostgresException(
        PostgresError.of(
                "53300",
                "no backend of node \""
                    + config.name()
                    + "\" became free within "
                    + config.pool().acquireTimeout().toSeconds()
                    + " s")
            .withHint(
                "All "
                    + config.pool().maxConnections()
                    + " connections to the node are in use. Raise the limit in its configuration"
                    + " (and max_connections of the server), or use fewer sessions."));
  }

  private PostgresException unreachable(IOException cause) {
    Optional<TlsFailure> tls = TlsFailure.of(cause, config.hosts());
    String reason =
        tls.map(failure -> "its server: " + failure.message()).orElseGet(cause::getMessage);
    PostgresError error =
        PostgresError.of("08006", "could not connect to node \"" + config.name() + "\": " + reason)
            .withDetail(
                (config.servers().size() == 1 ? "Its server is " : "Its servers are ")
                    + config.location()
                    + ".");
    return new PostgresException(
        tls.map(failure -> error.withHint(failure.hint())).orElse(error), cause);
  }

  /** Takes a backend back: into the pool if it is fit for the next lease, else it is closed. */
  void giveBack(Backend backend) {
    lock.lock();
    try {
      leased.remove(backend);
      returned.signalAll();
    } finally {
      lock.unlock();
    }
    try {
      putBack(backend);
    } finally {
      leases.release();
    }
  }

  private void putBack(Backend backend) {
    if (backend.reusable()) {
      pool.returnObject(backend.key(), backend);
    } else {
      try {
        pool.invalidateObject(backend.key(), backend);
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException("the factory throws nothing when it closes", e);
      }
    }
  }

  /** Waits until no backend is leased, or the time is over; returns whether none is. */
  boolean awaitReturn(Duration patience) throws InterruptedException {
    long nanos = patience.toNanos();
    lock.lock();
    try {
      while (!leased.isEmpty() && nanos > 0) {
        nanos = returned.awaitNanos(nanos);
      }
      return leased.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** Closes the backends of a database that are idle. */
  void leaveDatabase(String database) {
    pool.getKeys().stream().filter(key -> key.database().equals(database)).forEach(pool::clear);
  }

  int leasable() {
    return leases.hasQueuedThreads() ? 0 : leases.availablePermits();
  }

  int leased() {
    return pool.getNumActive();
  }

  PoolUse use() {
    return new PoolUse(
        pool.getNumActive(), pool.getNumIdle(), leases.getQueueLength(), pool.getMaxTotal());
  }

  @Override
  public void close() {
    pool.close();
    // Whoever waits learns that it is closed, and so does the one after.
    leases.release();
    leased.forEach(Backend::abort);
  }

  private final class Factory extends BaseKeyedPooledObjectFactory<BackendKey, Backend> {
    @Override
    public Backend create(BackendKey key) throws IOException, InterruptedException {
      long deadline = System.nanoTime() + ROOM_PATIENCE.toNanos();
      while (true) {
        try {
          return connect(key);
        } catch (PostgresException e) {
          if (!e.error().sqlState().equals(TOO_MANY_CONNECTIONS)
              || System.nanoTime() - deadline > 0) {
            throw e;
          }
        }
        // The role may have a limit of its own, which its idle backends of other kinds use up.
        pool.getKeys().stream()
            .filter(other -> other.user().equals(key.user()))
            .forEach(pool::clear);
        Thread.sleep(ROOM_INTERVAL);
      }
    }

    private Backend connect(BackendKey key) throws IOException {
      PostgresConnection connection =
          servers.connect(
              key.readFrom(), server -> PostgresConnection.connect(options(key, server)));
      return new Backend(config.name(), key, connection, meter(key, connection));
    }

    private BackendMeter meter(BackendKey key, PostgresConnection connection) {
      return sampler
          .map(
              known -> known.meter(connection.processId(), connection.clientPort(), key.database()))
          .orElse(BackendMeter.BLIND);
    }

    private ConnectionOptions options(BackendKey key, ServerAddress server) {
      return new ConnectionOptions(
          server,
          config.tls(),
          key.database(),
          key.user(),
          config.passwords().apply(key.user()),
          STARTUP_PARAMETERS,
          config.pool().connectTimeout());
    }

    @Override
    public PooledObject<Backend> wrap(Backend backend) {
      return new DefaultPooledObject<>(backend);
    }

    @Override
    public boolean validateObject(BackendKey key, PooledObject<Backend> pooled) {
      return pooled.getObject().isAlive();
    }

    @Override
    public void destroyObject(BackendKey key, PooledObject<Backend> pooled) {
      pooled.getObject().close();
    }
  }
}
