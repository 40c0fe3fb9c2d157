package io.argosy.coordinator.limit;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Does something when a time is over, unless it is met before. Thread-safe. */
public final class Deadline {
  private final Runnable missed;
  private final AtomicBoolean decided = new AtomicBoolean();
  private final CountDownLatch met = new CountDownLatch(1);

  /**
   * @param limit how long from now on there is time
   * @param missed what is done when it is over, on a thread of its own
   */
  public Deadline(Duration limit, Runnable missed) {
    this.missed = missed;
    Thread.ofVirtual().name("deadline").start(() -> watch(limit));
  }

  private void watch(Duration limit) {
    try {
      if (!met.await(limit.toNanos(), TimeUnit.NANOSECONDS) && !decided.getAndSet(true)) {
        missed.run();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("the thread is interrupted by nobody", e);
    }
  }

  /** It is met; false if it was missed, or met before. */
  public boolean meet() {
    boolean inTime = !decided.getAndSet(true);
    met.countDown();
    return inTime;
  }
}
