package io.argosy.node.move;

import io.argosy.protocol.message.PostgresError;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The move that a session is in the middle of, if any, so that other threads can stop it: also
 * while it is still looking for its receivers. Thread-safe.
 */
public final class CurrentMove {
  private final ReentrantLock lock = new ReentrantLock();
  private boolean busy;
  private Consumer<PostgresError> stop;
  private PostgresError aborted;

  /** A move begins. */
  public void begin() {
    lock.lock();
    try {
      busy = true;
      stop = null;
      aborted = null;
    } finally {
      lock.unlock();
    }
  }

  /** How it is stopped from now on; at once if that has been asked for. */
  public void stoppedBy(Consumer<PostgresError> action) {
    PostgresError early;
    lock.lock();
    try {
      stop = action;
      early = aborted;
    } finally {
      lock.unlock();
    }
    if (early != null) {
      action.accept(early);
    }
  }

  /** The move has ended. */
  public void end() {
    lock.lock();
    try {
      busy = false;
      stop = null;
    } finally {
      lock.unlock();
    }
  }

  /** Stops the move that is under way, if one is. Does not wait. */
  public void abort(PostgresError error) {
    Consumer<PostgresError> action;
    lock.lock();
    try {
      if (!busy) {
        return;
      }
      aborted = error;
      action = stop;
    } finally {
      lock.unlock();
    }
    if (action != null) {
      action.accept(error);
    }
  }

  /** Stops the move as PostgreSQL stops a statement that is cancelled. */
  public void cancel() {
    abort(PostgresError.CANCELLED);
  }
}
