package io.argosy.coordinator.limit;

import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets so many statements run at a time; others wait, and go on in the order in which they came. A
 * statement that may hold what others wait for does not wait: it would keep them, and they would
 * keep it. It counts, so that others wait for it. Thread-safe.
 */
public final class StatementQueue {
  private final ReentrantLock lock = new ReentrantLock();
  private final Queue<Turn> waiting = new ArrayDeque<>();
  private int limit;
  private int running;

  /**
   * @param limit how many at a time; 0 for any number
   */
  public StatementQueue(int limit) {
    this.limit = limit;
  }

  /** One session's place, for one statement after the other. */
  public final class Turn {
    private final Condition changed = lock.newCondition();
    private boolean running;
    private boolean waits;
    private boolean cancelled;

    /**
     * A statement is to run: returns when it may. Used by the session's thread.
     *
     * @param atOnce whether it may hold what others wait for
     * @throws PostgresException 57014 when it is cancelled meanwhile
     */
    public void enter(boolean atOnce) {
      lock.lock();
      try {
        if (running) {
          return;
        }
        if (atOnce || (waiting.isEmpty() && hasRoom())) {
          start();
          return;
        }
        await();
      } finally {
        lock.unlock();
      }
    }

    private void await() {
      cancelled = false;
      waits = true;
      waiting.add(this);
      while (waits && !cancelled) {
        changed.awaitUninterruptibly();
      }
      if (waits) {
        waits = false;
        waiting.remove(this);
        throw new PostgresException(PostgresError.CANCELLED);
      }
    }

    private void start() {
      waits = false;
      running = true;
      StatementQueue.this.running++;
      changed.signal();
    }

    /** The statement has ended, or waits for its client. Used by the session's thread. */
    public void leave() {
      lock.lock();
      try {
        if (running) {
          running = false;
          StatementQueue.this.running--;
          startNext();
        }
      } finally {
        lock.unlock();
      }
    }

    /** Ends the wait, if it waits. Any thread may call it; it does not wait itself. */
    public void cancel() {
      lock.lock();
      try {
        cancelled = true;
        changed.signal();
      } finally {
        lock.unlock();
      }
    }

    /** Whether the session's statement waits. */
    public boolean waits() {
      lock.lock();
      try {
        return waits;
      } finally {
        lock.unlock();
      }
    }
  }

  /** A place for a session. */
  public Turn turn() {
    return new Turn();
  }

  /**
   * Changes the limit; what waits goes on if there is room now.
   *
   * @param newLimit 0 for any number
   */
  public void limit(int newLimit) {
    lock.lock();
    try {
      limit = newLimit;
      startNext();
    } finally {
      lock.unlock();
    }
  }

  private boolean hasRoom() {
    return limit == 0 || running < limit;
  }

  private void startNext() {
    while (hasRoom() && !waiting.isEmpty()) {
      waiting.remove().start();
    }
  }

  /** How many may run at a time; 0 for any number. */
  public int limit() {
    lock.lock();
    try {
      return limit;
    } finally {
      lock.unlock();
    }
  }

  /** How many run. */
  public int running() {
    lock.lock();
    try {
      return running;
    } finally {
      lock.unlock();
    }
  }

  /** How many wait. */
  public int waiting() {
    lock.lock();
    try {
      return waiting.size();
    } finally {
      lock.unlock();
    }
  }
}
