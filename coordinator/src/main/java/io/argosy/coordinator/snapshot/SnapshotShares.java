package io.argosy.coordinator.snapshot;

import io.argosy.coordinator.snapshot.SnapshotBarrier.Section;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One section of {@link SnapshotBarrier#takeSnapshots} that the nodes of a read share: it ends when
 * the last of them has its snapshot. Thread-safe.
 */
public final class SnapshotShares {
  private final Section section;
  private final AtomicInteger open;

  /**
   * @param section closed when all have their snapshots
   * @param shares how many nodes there are; at least one
   */
  public SnapshotShares(Section section, int shares) {
    this.section = section;
    this.open = new AtomicInteger(shares);
  }

  /**
   * One node's share, to be run when it has its snapshot or has failed; running it again does
   * nothing. Fails as {@link Section#close} does. To be called as often as there are shares.
   */
  public Runnable share() {
    AtomicBoolean given = new AtomicBoolean();
    return () -> {
      if (!given.getAndSet(true) && open.decrementAndGet() == 0) {
        section.close();
      }
    };
  }
}
