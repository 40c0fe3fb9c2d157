package io.argosy.node.remote;

import io.argosy.node.frame.SharedSecret;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import io.netty.channel.ChannelOutboundHandler;
import io.netty.channel.EventLoopGroup;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The one connection to an agent: made when it is first needed and made again when it was lost.
 * After a failure the next attempt waits a little, twice as long each time up to a second; who
 * comes while an attempt is made shares its outcome. Thread-safe.
 */
final class RemoteConnector implements AutoCloseable {
  private static final long FIRST_PAUSE_MILLIS = 50;
  private static final long LONGEST_PAUSE_MILLIS = 1000;

  private final RemoteConfig config;
  private final SharedSecret secret;
  private final EventLoopGroup loops;
  private final List<ChannelOutboundHandler> filters;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition closing = lock.newCondition();
  private RemoteConnection connection;
  private PostgresException lastFailure;
  private volatile long attempts;
  private long pauseMillis;
  private long notBefore;
  private volatile boolean closed;

  /** All frames go through the filters on their way out. */
  RemoteConnector(RemoteConfig config, EventLoopGroup loops, List<ChannelOutboundHandler> filters) {
    this.config = config;
    this.secret = new SharedSecret(config.secret());
    this.loops = loops;
    this.filters = List.copyOf(filters);
  }

  RemoteConfig config() {
    return config;
  }

  /**
   * The connection, open as far as is known; blocks while it is made.
   *
   * @throws PostgresException 08006 when the agent cannot be reached, 28000 when one of us does not
   *     know the other's secret
   */
  RemoteConnection connection() {
    long attemptsBefore = attempts;
    lock.lock();
    try {
      // The lock is free in a pause: another thread may have connected then, or tried to.
      do {
        if (connection != null && connection.isOpen()) {
          return connection;
        }
        if (attempts > attemptsBefore && lastFailure != null) {
          throw new PostgresException(lastFailure.error(), lastFailure);
        }
      } while (hasPaused());
      if (closed) {
        throw new PostgresException(
            PostgresError.of("08006", "node \"" + config.name() + "\" was closed"));
      }
      return connect();
    } finally {
      lock.unlock();
    }
  }

  private RemoteConnection connect() {
    try {
      connection = RemoteConnection.connect(config, secret, loops, filters);
      lastFailure = null;
      pauseMillis = 0;
      notBefore = System.nanoTime();
      return connection;
    } catch (PostgresException e) {
      lastFailure = e;
      pauseMillis =
          pauseMillis == 0 ? FIRST_PAUSE_MILLIS : Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS);
      notBefore = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(pauseMillis);
      throw e;
    } finally {
      attempts = attempts + 1;
    }
  }

  /** Waits for the end of the pause behind a failure; false when there is none. */
  private boolean hasPaused() {
    try {
      long left = pauseMillis == 0 ? 0 : notBefore - System.nanoTime();
      boolean pauses = left > 0 && !closed;
      while (left > 0 && !closed) {
        left = closing.awaitNanos(left);
      }
      return pauses;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PostgresException(
          PostgresError.of("57014", "interrupted while waiting for node " + config.name()), e);
    }
  }

  @Override
  public void close() {
    closed = true;
    lock.lock();
    try {
      closing.signalAll();
      if (connection != null) {
        connection.close();
      }
    } finally {
      lock.unlock();
    }
  }
}
