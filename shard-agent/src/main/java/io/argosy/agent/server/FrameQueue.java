package io.argosy.agent.server;

import io.argosy.node.frame.Frame;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Frames of one stream that wait for a thread. There is at most one thread for them at a time, and
 * none while there is nothing to do. Thread-safe.
 */
final class FrameQueue {
  private final Queue<Frame> frames = new ArrayDeque<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition arrived = lock.newCondition();
  private boolean served;
  private boolean closed;

  /**
   * @param served whether it has a thread from the beginning
   */
  FrameQueue(boolean served) {
    this.served = served;
  }

  /** Adds a frame, unless it is closed; returns whether it needs a thread from now on. */
  boolean add(Frame frame) {
    lock.lock();
    try {
      if (closed) {
        return false;
      }
      frames.add(frame);
      arrived.signal();
      boolean needed = !served;
      served = true;
      return needed;
    } finally {
      lock.unlock();
    }
  }

  /** The next frame. Where there is none the caller is its thread no more. */
  Optional<Frame> next() {
    lock.lock();
    try {
      Frame frame = closed ? null : frames.poll();
      served = frame != null;
      return Optional.ofNullable(frame);
    } finally {
      lock.unlock();
    }
  }

  /** The next frame, for which the caller waits in the middle of its work; empty if none comes. */
  Optional<Frame> await(long milliseconds) throws InterruptedException {
    lock.lock();
    try {
      long left = TimeUnit.MILLISECONDS.toNanos(milliseconds);
      while (!closed && frames.isEmpty() && left > 0) {
        left = arrived.awaitNanos(left);
      }
      return closed ? Optional.empty() : Optional.ofNullable(frames.poll());
    } finally {
      lock.unlock();
    }
  }

  /** Whether nothing waits. */
  boolean isEmpty() {
    lock.lock();
    try {
      return frames.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** From now on there is nothing to do; returns whether it has no thread. */
  boolean close() {
    lock.lock();
    try {
      closed = true;
      frames.clear();
      arrived.signal();
      return !served;
    } finally {
      lock.unlock();
    }
  }

  /** Whether it was closed. */
  boolean isClosed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }
}
