package io.argosy.agent.client;

import io.argosy.agent.frame.SharedSecret;
import io.argosy.agent.node.Node;
import io.argosy.agent.node.NodeSession;
import io.argosy.agent.node.SessionOptions;
import io.argosy.agent.postgres.PostgresError;
import io.argosy.agent.postgres.PostgresException;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A node behind an agent. All sessions share one connection, which is made when it is first needed
 * and made again when it was lost. After a failure the next attempt waits a little, twice as long
 * each time up to a second; who comes while an attempt is made shares its outcome.
 */
public final class RemoteNode implements Node {
  private static final long FIRST_PAUSE_MILLIS = 50;
  private static final long LONGEST_PAUSE_MILLIS = 1000;

  private final RemoteConfig config;
  private final SharedSecret secret;
  private final EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition closing = lock.newCondition();
  private RemoteConnection connection;
  private PostgresException lastFailure;
  private volatile long attempts;
  private long pauseMillis;
  private long notBefore;
  private volatile boolean closed;

  public RemoteNode(RemoteConfig config) {
    this.config = config;
    this.secret = new SharedSecret(config.secret());
  }

  @Override
  public String name() {
    return config.name();
  }

  @Override
  public NodeSession open(SessionOptions options) {
    return new RemoteSession(this, connection().open(options), config.compression());
  }

  private RemoteConnection connection() {
    long attemptsBefore = attempts;
    lock.lock();
    try {
      if (connection != null && connection.isOpen()) {
        return connection;
      }
      if (attempts > attemptsBefore && lastFailure != null) {
        throw new PostgresException(lastFailure.error(), lastFailure);
      }
      awaitPause();
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
      connection = RemoteConnection.connect(config, secret, loop);
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

  private void awaitPause() {
    try {
      long left = pauseMillis == 0 ? 0 : notBefore - System.nanoTime();
      while (left > 0 && !closed) {
        left = closing.awaitNanos(left);
      }
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
    loop.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
