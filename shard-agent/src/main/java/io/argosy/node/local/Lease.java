package io.argosy.node.local;

import io.argosy.node.EncodedRequest;
import io.argosy.node.ResourceUse;
import io.argosy.protocol.message.PostgresException;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A leased backend. Used by one thread at a time, except {@link #cancel} and {@link #close}. Only
 * one exchange is open at a time.
 */
public final class Lease implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Lease.class);

  private final BackendPool pool;
  private final Backend backend;
  private final ReentrantLock lock = new ReentrantLock();
  private Exchange exchange;
  private boolean discard;
  private boolean closed;

  Lease(BackendPool pool, Backend backend) {
    this.pool = pool;
    this.backend = backend;
  }

  /**
   * Sends a request.
   *
   * @throws PostgresException 08006 when the server was lost
   */
  public Exchange execute(EncodedRequest request) {
    // Not under the lock, which cancel() takes and must not wait for. Nobody cancels an exchange
    // that has ended, so none is under way after this.
    backend.canceller().await();
    lock.lock();
    try {
      if (closed) {
        throw new PostgresException("08003", "the lease of the backend has ended");
      }
      if (exchange != null && !exchange.ended()) {
        throw new IllegalStateException("the request before has not been read to its end");
      }
      exchange = new Exchange(backend, request);
    } finally {
      lock.unlock();
    }
    // Outside of the lock: it may block for long, and must then be cancelled or closed.
    exchange.start();
    return exchange;
  }

  /** Has PostgreSQL cancel the request that is running, if one is. Does not wait. */
  public void cancel() {
    lock.lock();
    try {
      if (!closed && exchange != null) {
        exchange.cancel();
      }
    } finally {
      lock.unlock();
    }
  }

  /** What the request before has used, when it has ended; empty where nobody can tell. */
  public Optional<ResourceUse> used() {
    lock.lock();
    try {
      return exchange == null ? Optional.empty() : exchange.used();
    } finally {
      lock.unlock();
    }
  }

  /** The process id of the backend. */
  public int processId() {
    return backend.processId();
  }

  /** 'I' idle, 'T' in a transaction, 'E' in a failed one. */
  public char transactionStatus() {
    return backend.transactionStatus();
  }

  /** The backend must be cleaned by DISCARD ALL before anyone else gets it. */
  public void discardOnClose() {
    lock.lock();
    try {
      discard = true;
    } finally {
      lock.unlock();
    }
  }

  /** Makes whoever waits for the backend fail; it is closed when it is given back. */
  public void abandon() {
    backend.abort();
  }

  /**
   * Whether {@link #close} has nothing to do but to give the backend back, and waits for nobody.
   */
  public boolean endsAtOnce() {
    lock.lock();
    try {
      return !discard && (exchange == null || exchange.ended()) && backend.isIdle();
    } finally {
      lock.unlock();
    }
  }

  /** Cancels what runs, rolls back, and gives the backend back. */
  @Override
  public void close() {
    Exchange running;
    boolean mustDiscard;
    lock.lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      running = exchange;
      mustDiscard = discard;
    } finally {
      lock.unlock();
    }
    try {
      if (running != null) {
        running.close();
      }
      backend.clean(mustDiscard);
      backend.canceller().await();
    } catch (RuntimeException e) {
      backend.abort();
      log.warn("a lease did not end well; its backend is closed", e);
    } finally {
      pool.giveBack(backend);
    }
  }
}
