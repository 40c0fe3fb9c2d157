package io.argosy.coordinator.limit;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The threads on which statements are read and planned. That takes a processor and waits for
 * nothing, so on the carriers of virtual threads it would keep all other sessions waiting. Here so
 * many run at a time that a processor is left for these; others have their turn in the order in
 * which they came. Who waits for a node gives its place away. Thread-safe.
 */
public final class PlanningPool {
  /**
   * Trees are read, written and searched by recursion, and deep ones are statements as well: this
   * is enough for what PostgreSQL can read with the {@code max_stack_depth} that it comes with.
   * Address space only, until a statement is that deep; a thread that has nothing to do ends, and
   * gives it back.
   */
  private static final long STACK = 1L << 30;

  private static final int SECONDS_KEPT = 5;
  private static final ThreadGroup GROUP = new ThreadGroup("planning");

  private final ReentrantLock lock = new ReentrantLock();
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private int free;

  /** Has as many threads as there are plannings under way; those without a place wait. */
  private final Executor threads;

  /**
   * @param places how many run at a time
   */
  public PlanningPool(int places) {
    this(places, STACK);
  }

  /**
   * @param stack how large the stack of a thread is, in bytes
   */
  PlanningPool(int places, long stack) {
    this.free = places;
    this.threads =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            SECONDS_KEPT,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            Thread.ofPlatform()
                .group(GROUP)
                .daemon()
                .name("planning-", 0)
                .stackSize(stack)
                .factory());
  }

  /** One that leaves a processor to what does not plan, if there is more than one. */
  public static PlanningPool ofMachine() {
    return new PlanningPool(Math.max(1, Runtime.getRuntime().availableProcessors() - 1));
  }

  /**
   * Takes a place, now or when there is one.
   *
   * @param goOn called with the place, by whichever thread; must not wait
   */
  void enter(Runnable goOn) {
    lock.lock();
    try {
      if (free == 0) {
        waiting.add(goOn);
        return;
      }
      free--;
    } finally {
      lock.unlock();
    }
    goOn.run();
  }

  /** Gives a place back. */
  void leave() {
    Runnable next;
    lock.lock();
    try {
      next = waiting.poll();
      if (next == null) {
        free++;
        return;
      }
    } finally {
      lock.unlock();
    }
    next.run();
  }

  /** Whether anybody waits for a place. */
  boolean isWanted() {
    lock.lock();
    try {
      return !waiting.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** Whether a thread is one of a pool's. */
  static boolean isOwn(Thread thread) {
    return thread.getThreadGroup() == GROUP;
  }

  /** Has a thread run something. */
  void start(Runnable work) {
    threads.execute(work);
  }
}
