package io.argosy.node.local;

import io.argosy.node.SessionOptions;
import io.argosy.node.move.Inboxes;
import io.argosy.node.resource.ServerSampler;
import io.argosy.protocol.message.PostgresException;
import java.time.Duration;
import java.util.Optional;

/** Runs requests on one PostgreSQL server with pooled backends. Thread-safe. */
public final class Engine implements AutoCloseable {
  /**
   * A backend takes this setting until it has used temporary tables. One that has is closed where
   * it is wanted, so that there is room for another.
   */
  private static final String BEFORE_TEMPORARY_TABLES = "temp_buffers";

  private static final String INVALID_VALUE = "22023";

  private final EngineConfig config;
  private final Optional<ServerSampler> sampler;
  private final BackendPool pool;
  private final Inboxes inboxes;

  public Engine(EngineConfig config) {
    this.config = config;
    this.sampler = config.metersUse() ? Optional.of(new ServerSampler()) : Optional.empty();
    this.pool = new BackendPool(config, sampler);
    this.inboxes = new Inboxes(config.name(), config.inbox().memory(), config.inbox().directory());
  }

  public EngineConfig config() {
    return config;
  }

  /**
   * Leases a backend that is idle and has exactly the given settings. Blocks until one is free.
   *
   * @throws io.argosy.protocol.message.PostgresException 08006 when the server cannot be reached,
   *     53300 when no backend became free in time, or the server's own error at login or for a
   *     setting
   */
  public Lease lease(SessionOptions options) {
    BackendKey key = pool.key(options);
    boolean wantsUntouched = options.settings().containsKey(BEFORE_TEMPORARY_TABLES);
    while (true) {
      Backend backend = pool.borrow(key);
      try {
        backend.applySettings(options.settings());
        return new Lease(pool, backend);
      } catch (PostgresException e) {
        boolean another =
            wantsUntouched && backend.hasWorked() && e.error().sqlState().equals(INVALID_VALUE);
        if (another) {
          backend.retire();
        }
        pool.giveBack(backend);
        if (!another) {
          throw e;
        }
      } catch (RuntimeException | Error e) {
        pool.giveBack(backend);
        throw e;
      }
    }
  }

  /** Closes the backends of a database that are idle. */
  public void leaveDatabase(String database) {
    pool.leaveDatabase(database);
  }

  /** Where rows wait that this server is to load. */
  public Inboxes inboxes() {
    return inboxes;
  }

  /** How many more backends may be leased without a wait for others to give theirs back. */
  public int leasable() {
    return pool.leasable();
  }

  /** How many backends are leased at the moment. */
  public int leased() {
    return pool.leased();
  }

  /** How far the pool of backends is used. */
  public PoolUse poolUse() {
    return pool.use();
  }

  /** Waits until every lease has ended, or the time is over; returns whether they have. */
  public boolean awaitReturn(Duration patience) throws InterruptedException {
    return pool.awaitReturn(patience);
  }

  /** Ends every inbox and every connection, also those that are leased. */
  @Override
  public void close() {
    inboxes.close();
    pool.close();
    sampler.ifPresent(ServerSampler::close);
  }
}
