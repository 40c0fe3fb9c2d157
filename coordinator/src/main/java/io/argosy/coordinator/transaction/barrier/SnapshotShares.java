package io.argosy.coordinator.transaction.barrier;

import io.argosy.coordinator.transaction.barrier.SnapshotBarrier.Section;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * One section of {@link SnapshotBarrier#takeSnapshots} that the nodes of a read share: it ends when
 * the last of them has its snapshot. Then it is checked whether the snapshots fit together, while
 * the nodes work. Thread-safe.
 */
public final class SnapshotShares {
  private static final long PATIENCE_MILLISECONDS = 20;

  private final Section section;
  private final FractureCheck check;
  private final int shares;
  private final AtomicInteger open;
  private final Map<Integer, NodeSnapshot> taken = new ConcurrentHashMap<>();
  private final CompletableFuture<Void> verdict = new CompletableFuture<>();

  /**
   * @param section closed when all have their snapshots
   * @param check of the snapshots, made before they are taken
   * @param shares how many nodes there are; at least one
   */
  public SnapshotShares(Section section, FractureCheck check, int shares) {
    this.section = section;
    this.check = check;
    this.shares = shares;
    this.open = new AtomicInteger(shares);
  }

  /** One node's share. To be made as often as there are shares. */
  public SnapshotShare share(int node) {
    AtomicBoolean given = new AtomicBoolean();
    return new SnapshotShare() {
      @Override
      public void taken(Optional<NodeSnapshot> snapshot) {
        if (!given.getAndSet(true)) {
          snapshot.ifPresent(known -> taken.put(node, known));
          if (open.decrementAndGet() == 0) {
            allTaken();
          }
        }
      }

      @Override
      public void awaitVerdict(BooleanSupplier stopped) {
        SnapshotShares.this.awaitVerdict(stopped);
      }
    };
  }

  private void allTaken() {
    try {
      section.close();
    } catch (PostgresException e) {
      verdict.completeExceptionally(new PostgresException(e.error(), e));
      throw e;
    }
    // One that has failed lets the read fail, and one that does not tell cannot be checked.
    if (check == FractureCheck.NONE || taken.size() < shares) {
      verdict.complete(null);
    } else {
      Thread.ofVirtual().name("fracture-check").start(this::judge);
    }
  }

  private void judge() {
    try {
      check.run(taken);
      verdict.complete(null);
    } catch (RuntimeException | Error e) {
      verdict.completeExceptionally(e);
    }
  }

  private void awaitVerdict(BooleanSupplier stopped) {
    while (!stopped.getAsBoolean()) {
      try {
        verdict.get(PATIENCE_MILLISECONDS, TimeUnit.MILLISECONDS);
        return;
      } catch (TimeoutException e) {
        check.requireTime();
      } catch (ExecutionException e) {
        if (e.getCause() instanceof PostgresException failure) {
          throw failure;
        }
        throw new PostgresException(
            PostgresError.of("XX000", "internal error: " + e.getCause()), e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new PostgresException("57014", "the session was interrupted");
      }
    }
  }
}
