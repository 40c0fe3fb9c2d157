package io.argosy.coordinator.metadata;

import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Statements that changes of the catalog have made start again several times. Without more, a
 * stream of definitions that is faster than they are planned would keep them from ever starting:
 * definitions wait for them before they commit, but not for long, since they may have locks that
 * the statements wait for. Thread-safe; one coordinator's statements and definitions only.
 */
public final class RestartedStatements {
  /** If the catalog changes that often while a statement starts, it fails. */
  public static final int MOST_ATTEMPTS = 20;

  /** How long a definition may have to wait for one start of one of them. */
  private static final Duration LONGEST = Duration.ofSeconds(1);

  /** For how long a change of the catalog makes the next one likely. */
  private static final Duration LIKELY = Duration.ofSeconds(10);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition started = lock.newCondition();

  private final Set<Turn> turns = new HashSet<>();

  /** By the clock of the virtual machine. */
  private volatile long expectedUntil = System.nanoTime();

  /** A statement that definitions wait for, until it is closed. */
  public final class Turn implements AutoCloseable {
    private final Thread thread = Thread.currentThread();

    /** When the definitions stop waiting for it, by the clock of the virtual machine. */
    private final long end = System.nanoTime() + LONGEST.toNanos();

    private Turn() {}

    @Override
    public void close() {
      lock.lock();
      try {
        turns.remove(this);
        started.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }

  /** Something happens, or has, that makes statements start again. */
  public void expect() {
    expectedUntil = System.nanoTime() + LIKELY.toNanos();
  }

  /** Whether it is worth a round trip to be able to undo a statement alone. */
  public boolean likely() {
    return expectedUntil - System.nanoTime() > 0;
  }

  /** From now on definitions wait for a statement of the calling thread. */
  public Turn startAgain() {
    Turn turn = new Turn();
    lock.lock();
    try {
      turns.add(turn);
    } finally {
      lock.unlock();
    }
    return turn;
  }

  /**
   * Before a definition commits: waits for the statements of other threads, for a second at most.
   *
   * @throws PostgresException 57014 when the thread is interrupted
   */
  public void await() {
    lock.lock();
    try {
      long end = System.nanoTime() + LONGEST.toNanos();
      long left = left(end);
      while (left > 0) {
        started.awaitNanos(left);
        left = left(end);
      }
    } catch (InterruptedException e) {
      throw new PostgresException(PostgresError.CANCELLED, e);
    } finally {
      lock.unlock();
    }
  }

  /** For how long somebody else may have to be waited for, in nanoseconds. */
  private long left(long end) {
    long now = System.nanoTime();
    return turns.stream()
        .filter(turn -> turn.thread != Thread.currentThread())
        .mapToLong(turn -> Math.min(turn.end, end) - now)
        .max()
        .orElse(0);
  }
}
