package io.argosy.agent.engine;

import io.argosy.agent.postgres.ConnectionOptions;
import io.argosy.agent.postgres.PostgresConnection;
import io.argosy.agent.postgres.PostgresError;
import io.argosy.agent.postgres.PostgresException;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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
 * need of the last minutes grow old and are closed.
 */
final class BackendPool implements AutoCloseable {
  private static final Duration IDLE_LIMIT = Duration.ofMinutes(5);
  private static final Duration EVICTION_INTERVAL = Duration.ofSeconds(30);

  /**
   * When this process is killed, its backends end what they run: by itself PostgreSQL notices only
   * when it has rows to send.
   */
  private static final Map<String, String> STARTUP_PARAMETERS =
      Map.of("client_connection_check_interval", "2s");

  private final EngineConfig config;
  private final GenericKeyedObjectPool<BackendKey, Backend> pool;
  private final Set<Backend> leased = ConcurrentHashMap.newKeySet();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition returned = lock.newCondition();

  BackendPool(EngineConfig config) {
    this.config = config;
    GenericKeyedObjectPoolConfig<Backend> settings = new GenericKeyedObjectPoolConfig<>();
    settings.setJmxEnabled(false);
    settings.setMaxTotal(config.pool().maxConnections());
    settings.setMaxTotalPerKey(config.pool().maxConnections());
    settings.setMaxIdlePerKey(config.pool().maxConnections());
    settings.setMaxWait(config.pool().acquireTimeout());
    settings.setTestOnBorrow(true);
    settings.setMinEvictableIdleDuration(IDLE_LIMIT);
    settings.setTimeBetweenEvictionRuns(EVICTION_INTERVAL);
    this.pool = new GenericKeyedObjectPool<>(new Factory(), settings);
  }

  /**
   * Takes a backend that is alive, idle and outside of a transaction; blocks until there is one.
   */
  Backend borrow(BackendKey key) {
    try {
      Backend backend = pool.borrowObject(key);
      leased.add(backend);
      return backend;
    } catch (NoSuchElementException e) {
      throw new PostgresException(
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
                      + " (and max_connections of the server), or use fewer sessions."),
          e);
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

  private PostgresException unreachable(IOException cause) {
    return new PostgresException(
        PostgresError.of(
                "08006",
                "could not connect to node \"" + config.name() + "\": " + cause.getMessage())
            .withDetail("Its server is " + config.host() + ":" + config.port() + "."),
        cause);
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

  int leased() {
    return pool.getNumActive();
  }

  @Override
  public void close() {
    pool.close();
    leased.forEach(Backend::abort);
  }

  private final class Factory extends BaseKeyedPooledObjectFactory<BackendKey, Backend> {
    @Override
    public Backend create(BackendKey key) throws IOException {
      PostgresConnection connection =
          PostgresConnection.connect(
              new ConnectionOptions(
                  config.host(),
                  config.port(),
                  config.tls(),
                  key.database(),
                  key.user(),
                  config.passwords().apply(key.user()),
                  STARTUP_PARAMETERS,
                  config.pool().connectTimeout()));
      return new Backend(config.name(), key, connection);
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
