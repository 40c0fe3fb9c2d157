package io.argosy.node.frame;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The sender's side of flow control. A block is let through while any credit is left, so the credit
 * may fall below zero by less than a block: a block need not fit. Thread-safe.
 */
public final class CreditGate {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private long credit = Limits.WINDOW;
  private boolean open;

  /** Waits for credit and takes it. False when the gate was opened because nobody receives. */
  public boolean pass(int bytes) {
    return pass(bytes, () -> {});
  }

  /**
   * The same.
   *
   * @param patience is run whenever it has waited for {@link Limits#ASK}; may open the gate
   */
  public boolean pass(int bytes, Runnable patience) {
    lock.lock();
    try {
      while (credit <= 0 && !open) {
        if (!awaitChange()) {
          lock.unlock();
          try {
            patience.run();
          } finally {
            lock.lock();
          }
        }
      }
      credit -= bytes;
      return !open;
    } finally {
      lock.unlock();
    }
  }

  /** False when the time is over. Who is interrupted waits on, as who holds a COPY must. */
  private boolean awaitChange() {
    boolean interrupted = false;
    long left = Limits.ASK.toNanos();
    try {
      while (true) {
        try {
          return changed.awaitNanos(left) > 0;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** The receiver has granted more. */
  public void grant(int bytes) {
    lock.lock();
    try {
      credit += bytes;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Nobody receives any more: whoever waits is let go. */
  public void open() {
    lock.lock();
    try {
      open = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
