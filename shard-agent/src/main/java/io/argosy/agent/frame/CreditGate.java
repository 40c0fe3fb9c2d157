package io.argosy.agent.frame;

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
    lock.lock();
    try {
      while (credit <= 0 && !open) {
        changed.awaitUninterruptibly();
      }
      credit -= bytes;
      return !open;
    } finally {
      lock.unlock();
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
