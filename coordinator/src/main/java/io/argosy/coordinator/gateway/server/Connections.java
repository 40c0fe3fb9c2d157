package io.argosy.coordinator.gateway.server;

import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.server.ProtocolException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The clients that are being served, each by a virtual thread, up to a maximum. Thread-safe. */
final class Connections {
  private volatile int maximum;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition ended = lock.newCondition();
  private final Set<Connection> running = new HashSet<>();
  private final LongAdder refused = new LongAdder();
  private boolean terminating;

  Connections(int maximum) {
    this.maximum = maximum;
  }

  /**
   * @throws ProtocolException FATAL 53300 when there are too many, 57P03 when the server stops
   */
  void start(Connection connection) {
    lock.lock();
    try {
      if (terminating) {
        throw new ProtocolException(
            PostgresError.of("FATAL", "57P03", "the database system is shutting down"));
      }
      if (running.size() >= maximum) {
        refused.increment();
        throw new ProtocolException(
            PostgresError.of("FATAL", "53300", "sorry, too many clients already")
                .withHint(
                    "The coordinator serves up to %d clients at a time. Close some, or raise"
                            .formatted(maximum)
                        + " listen.connections in its file."));
      }
      running.add(connection);
    } finally {
      lock.unlock();
    }
    Thread.ofVirtual().name("client " + connection).start(() -> serve(connection));
  }

  /** How many clients there may be. */
  int maximum() {
    return maximum;
  }

  /** Changes that; clients that are there stay. */
  void maximum(int newMaximum) {
    maximum = newMaximum;
  }

  /** How many clients there are. */
  int count() {
    lock.lock();
    try {
      return running.size();
    } finally {
      lock.unlock();
    }
  }

  /** How many were refused since there were too many. */
  long refused() {
    return refused.sum();
  }

  private void serve(Connection connection) {
    try {
      connection.run();
    } finally {
      lock.lock();
      try {
        running.remove(connection);
        ended.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }

  /** Ends every connection as it becomes idle; returns whether all have ended in time. */
  boolean terminate(Duration patience) {
    long nanos = patience.toNanos();
    boolean interrupted = false;
    lock.lock();
    try {
      terminating = true;
      running.forEach(Connection::terminate);
      while (!running.isEmpty() && nanos > 0 && !interrupted) {
        try {
          nanos = ended.awaitNanos(nanos);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      return running.isEmpty();
    } finally {
      lock.unlock();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
