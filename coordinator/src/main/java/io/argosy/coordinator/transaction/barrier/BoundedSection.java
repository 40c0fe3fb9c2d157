package io.argosy.coordinator.transaction.barrier;

import io.argosy.coordinator.limit.Deadline;
import io.argosy.coordinator.transaction.barrier.SnapshotBarrier.Section;
import java.time.Duration;
import java.util.Optional;

/**
 * A section of {@link SnapshotBarrier} that ends by itself when its time is over, so that the other
 * side does not wait for longer than that. Thread-safe.
 */
public final class BoundedSection implements AutoCloseable {
  private final Section section;
  private final Deadline deadline;

  /**
   * @param limit how long from now on it may last
   */
  public BoundedSection(Section section, Duration limit) {
    this.section = section;
    this.deadline = new Deadline(limit, section::end);
  }

  /**
   * The section, which has no limit from now on and is the caller's to close; empty if its time was
   * over before, or if it was taken.
   */
  public Optional<Section> take() {
    return deadline.meet() ? Optional.of(section) : Optional.empty();
  }

  /** Ends the section unless somebody has taken it. */
  @Override
  public void close() {
    take().ifPresent(Section::close);
  }
}
