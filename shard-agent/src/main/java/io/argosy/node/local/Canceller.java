package io.argosy.node.local;

import io.argosy.protocol.client.PostgresConnection;
import java.io.IOException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends cancel requests for one backend. A cancel request names a backend, not a statement: one
 * that arrives late would hit the next statement. So the next one must {@link #await} the
 * confirmation that the requests before have had their effect. Thread-safe.
 */
final class Canceller {
  private static final Logger log = LoggerFactory.getLogger(Canceller.class);

  private final PostgresConnection connection;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition done = lock.newCondition();
  private boolean underWay;
  private boolean unconfirmed;

  Canceller(PostgresConnection connection) {
    this.connection = connection;
  }

  /** Sends a request unless one is under way. Returns at once. */
  void cancel() {
    lock.lock();
    try {
      if (underWay) {
        return;
      }
      underWay = true;
    } finally {
      lock.unlock();
    }
    Thread.ofVirtual().name("cancel").start(this::send);
  }

  private void send() {
    boolean confirmed = false;
    try {
      connection.cancel();
      confirmed = true;
    } catch (IOException e) {
      log.warn("a cancel request was not confirmed", e);
    } finally {
      lock.lock();
      try {
        underWay = false;
        unconfirmed |= !confirmed;
        done.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }

  /** Waits until no request is under way. */
  void await() {
    lock.lock();
    try {
      while (underWay) {
        done.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Whether no request is under way. */
  boolean isIdle() {
    lock.lock();
    try {
      return !underWay;
    } finally {
      lock.unlock();
    }
  }

  /** Whether a request may still reach the backend at any time, so that it cannot be reused. */
  boolean unconfirmed() {
    lock.lock();
    try {
      return unconfirmed;
    } finally {
      lock.unlock();
    }
  }
}
