package io.argosy.coordinator.snapshot;

import io.argosy.coordinator.snapshot.SnapshotBarrier.Section;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A section of {@link SnapshotBarrier} that ends by itself when its time is over, so that the other
 * side does not wait for longer than that. Thread-safe.
 */
public final class BoundedSection implements AutoCloseable {
  private final Section section;
  private final AtomicBoolean decided = new AtomicBoolean();
  private final CountDownLatch taken = new CountDownLatch(1);

  /**
   * @param limit how long from now on it may last
   */
  public BoundedSection(Section section, Duration limit) {
    this.section = section;
    Thread.ofVirtual().name("snapshot-limit").start(() -> watch(limit));
  }

  private void watch(Duration limit) {
    try {
      if (!taken.await(limit.toNanos(), TimeUnit.NANOSECONDS) && !decided.getAndSet(true)) {
        section.end();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("the thread is interrupted by nobody", e);
    }
  }

  /**
   * The section, which has no limit from now on and is the caller's to close; empty if its time was
   * over before, or if it was taken.
   */
  public Optional<Section> take() {
    if (decided.getAndSet(true)) {
      return Optional.empty();
    }
    taken.countDown();
    return Optional.of(section);
  }

  /** Ends the section unless somebody has taken it. */
  @Override
  public void close() {
    take().ifPresent(Section::close);
  }
}
