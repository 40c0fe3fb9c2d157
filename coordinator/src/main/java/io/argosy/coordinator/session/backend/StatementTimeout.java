package io.argosy.coordinator.session.backend;

import io.argosy.coordinator.gateway.ClientSession.TimeLimit;
import io.argosy.coordinator.transaction.commit.CommitLimit;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * {@code statement_timeout}, and {@code transaction_timeout} while a statement runs, over all that
 * a statement of the client does on all nodes. The nodes have the setting, too, but each of them
 * measures only its own part of one step. When the time is over, or the client cancels the
 * statement, whatever runs is cancelled, again and again: between two steps nothing runs that a
 * cancel could reach. A wait in the coordinator itself is interrupted. Used by the session's
 * thread, and what it waits for by its other threads, too; except {@link #expire}.
 */
public final class StatementTimeout implements CommitLimit {
  private static final String CANCELLED = "57014";
  private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(100);

  private final Runnable cancel;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition stopped = lock.newCondition();

  /** Which statement is measured; guarded by the lock, as the rest is. */
  private long number;

  /** A statement is under way, whether its time is limited or not. */
  private boolean begun;

  /** Its time is measured, or over. */
  private boolean running;

  /** The next message begins another statement, though this one may still be committing. */
  private boolean complete;

  /** The threads of the statement that wait in the coordinator. */
  private final Set<Thread> waiting = new HashSet<>();

  /** The statement ends its transaction, and goes on in another one. */
  private boolean goesOn;

  /** What a cancel has told it meanwhile; null if there was none. */
  private PostgresError missed;

  /** What ends the session; null as long as nothing does. */
  private PostgresError ended;

  /** What the client is told; null while there is time. */
  private PostgresError expired;

  /** When the time that is measured is over, by the clock of the virtual machine. */
  private long end;

  /**
   * @param cancel cancels what runs; called by another thread, must not wait
   */
  StatementTimeout(Runnable cancel) {
    this.cancel = cancel;
  }

  /**
   * A statement begins, or one goes on that is measured already.
   *
   * @param limit how long it may last, if there is a limit
   */
  public void start(Optional<TimeLimit> limit) {
    lock.lock();
    try {
      if (running && !complete) {
        return;
      }
      stop();
      begun = true;
      complete = false;
      expired = null;
      if (ended != null) {
        run(new TimeLimit(Duration.ZERO, ended));
      } else if (missed != null) {
        run(new TimeLimit(Duration.ZERO, missed));
        missed = null;
      } else {
        limit.ifPresent(this::run);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * What is measured is several runs of the statement from now on.
   *
   * @param limit how long they may last, if there is a limit
   */
  void startRuns(Optional<TimeLimit> limit) {
    lock.lock();
    try {
      if (running && expired == null) {
        limit.ifPresent(this::run);
        stopped.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * The time of the statement that is under way is over now. Nothing happens where none is: a
   * cancel that comes too late, or too early, is not for the next one. Any thread; does not wait.
   *
   * @param error what the client is told
   */
  public void expire(PostgresError error) {
    lock.lock();
    try {
      if (begun && expired == null) {
        run(new TimeLimit(Duration.ZERO, error));
        stopped.signalAll();
      } else if (goesOn) {
        missed = error;
      }
    } finally {
      lock.unlock();
    }
  }

  /** Whether a statement ends its transaction now, and starts its time again behind that. */
  public void goesOn(boolean now) {
    lock.lock();
    try {
      goesOn = now;
      missed = null;
    } finally {
      lock.unlock();
    }
  }

  /** The same for this statement and every one that follows. */
  public void end(PostgresError error) {
    lock.lock();
    try {
      ended = error;
      if (begun && expired == null) {
        run(new TimeLimit(Duration.ZERO, error));
        stopped.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  private void run(TimeLimit limit) {
    running = true;
    if (limit.time().isZero()) {
      // Whatever is to be measured next.
      expired = limit.error();
    }
    long started = ++number;
    end = System.nanoTime() + limit.time().toNanos();
    Thread.ofVirtual().name("statement-timeout").start(() -> watch(started, limit));
  }

  private void watch(long watched, TimeLimit limit) {
    lock.lock();
    try {
      for (long left = end - System.nanoTime();
          isRunning(watched) && left > 0;
          left = end - System.nanoTime()) {
        stopped.awaitNanos(left);
      }
      long pause = FIRST_PAUSE;
      while (isRunning(watched)) {
        expired = limit.error();
        // Under the lock: after stop() there must be no cancel any more.
        cancel.run();
        waiting.forEach(Thread::interrupt);
        if (stopped.awaitNanos(pause) <= 0) {
          pause = Math.min(2 * pause, LONGEST_PAUSE);
        }
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("the thread is interrupted by nobody", e);
    } finally {
      lock.unlock();
    }
  }

  private boolean isRunning(long watched) {
    return running && number == watched;
  }

  /**
   * The statement has answered.
   *
   * @param commits whether its time goes on until its transaction has ended
   */
  public void complete(boolean commits) {
    lock.lock();
    try {
      complete = true;
      if (!commits) {
        stop();
      }
    } finally {
      lock.unlock();
    }
  }

  /** The statement has ended, in whatever way. Afterwards nothing is cancelled any more. */
  public void stop() {
    lock.lock();
    try {
      begun = false;
      running = false;
      stopped.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits so long.
   *
   * @throws PostgresException when the statement's time is over meanwhile
   */
  public void pause(Duration time) {
    waiting(
        () -> {
          LockSupport.parkNanos(time.toNanos());
          return true;
        });
  }

  @Override
  public <T> T waiting(Supplier<T> wait) {
    beginWaiting();
    try {
      return wait.get();
    } catch (PostgresException e) {
      // An interrupt may also end a connection.
      PostgresError error = expired();
      throw error == null ? e : new PostgresException(error, e);
    } finally {
      endWaiting();
    }
  }

  private void beginWaiting() {
    lock.lock();
    try {
      if (running && expired != null) {
        throw new PostgresException(expired);
      }
      waiting.add(Thread.currentThread());
    } finally {
      lock.unlock();
    }
  }

  private void endWaiting() {
    lock.lock();
    try {
      waiting.remove(Thread.currentThread());
      if (expired != null) {
        // The interrupt was for this wait alone.
        Thread.interrupted();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Optional<Duration> commits() {
    lock.lock();
    try {
      if (expired != null) {
        stop();
        throw new PostgresException(expired);
      }
      Optional<Duration> left =
          running ? Optional.of(Duration.ofNanos(end - System.nanoTime())) : Optional.empty();
      stop();
      return left;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void rollsBack() {
    stop();
  }

  /** What the client is told of a failure: that its time was over, where that is the cause. */
  PostgresException explained(PostgresException failure) {
    PostgresError error = expired();
    return error != null && failure.error().sqlState().equals(CANCELLED)
        ? new PostgresException(error, failure)
        : failure;
  }

  /**
   * For what would not find out by itself.
   *
   * @throws PostgresException where the statement's time is over, or it was cancelled
   */
  public void requireTime() {
    PostgresError error = expired();
    if (error != null) {
      throw new PostgresException(error);
    }
  }

  /** Whether the statement's time is over, or it was cancelled. */
  public boolean isOver() {
    return expired() != null;
  }

  private PostgresError expired() {
    lock.lock();
    try {
      return expired;
    } finally {
      lock.unlock();
    }
  }
}
