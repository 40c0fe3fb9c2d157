package io.argosy.coordinator.session.backend;

import io.argosy.coordinator.execute.run.SnapshotSections;
import io.argosy.coordinator.transaction.DistributedTransactions;
import io.argosy.coordinator.transaction.barrier.FractureCheck;
import io.argosy.coordinator.transaction.barrier.FracturedReadException;
import io.argosy.coordinator.transaction.barrier.NodeSnapshot;
import io.argosy.coordinator.transaction.barrier.SnapshotBarrier;
import io.argosy.coordinator.transaction.barrier.VersionedSnapshot;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Snapshots of several nodes that show the same commits: they are taken in a section of the
 * barrier, and checked for commits of other coordinators. All waits end with the time of the
 * statement. Used by the session's thread.
 */
public final class ConsistentSnapshots implements SnapshotSections {
  private final SnapshotBarrier barrier;
  private final DistributedTransactions transactions;
  private final LeasedBackends leased;
  private final CatalogGuard guard;
  private final StatementTimeout timeout;

  ConsistentSnapshots(
      SnapshotBarrier barrier,
      DistributedTransactions transactions,
      LeasedBackends leased,
      CatalogGuard guard,
      StatementTimeout timeout) {
    this.barrier = barrier;
    this.transactions = transactions;
    this.leased = leased;
    this.guard = guard;
    this.timeout = timeout;
  }

  /** Whether anybody waits in order that snapshots fit together. */
  boolean active() {
    return barrier.active();
  }

  @Override
  public SnapshotBarrier.Section section(Collection<Integer> nodes) {
    while (true) {
      SnapshotBarrier.Section section = timeout.waiting(barrier::takeSnapshots);
      // A commit may have left a part behind while this waited.
      if (nodes.stream().allMatch(node -> transactions.inDoubt(node) == 0)) {
        return section;
      }
      section.close();
      // It may take long, and nobody else is to wait for it.
      nodes.forEach(transactions::resolve);
    }
  }

  @Override
  public Optional<SnapshotBarrier.Section> tryCommit(Runnable givesWay, Runnable whenPutOut) {
    return barrier.tryCommit(givesWay, whenPutOut);
  }

  @Override
  public boolean showTheSame() {
    return barrier.active()
        && !leased.readsReplicas()
        && transactions.fractureCheck(guard.required()) == FractureCheck.NONE;
  }

  @Override
  public FractureCheck fractureCheck(boolean guarded) {
    // A standby tells nothing of transactions that run, and shows what it has got so far.
    if (!barrier.active() || leased.readsReplicas()) {
      return FractureCheck.NONE;
    }
    FractureCheck check = transactions.fractureCheck(guarded ? guard.required() : Optional.empty());
    return check == FractureCheck.NONE ? check : inTime(check);
  }

  private FractureCheck inTime(FractureCheck check) {
    return new FractureCheck() {
      @Override
      public void run(Map<Integer, NodeSnapshot> taken) {
        check.run(taken);
      }

      @Override
      public void requireTime() {
        timeout.requireTime();
      }
    };
  }

  @Override
  public void check(FractureCheck check, Map<Integer, VersionedSnapshot> taken) {
    if (check == FractureCheck.NONE) {
      return;
    }
    List<Long> versions =
        new TreeMap<>(taken).values().stream().map(VersionedSnapshot::version).toList();
    // Others have raised them before they commit anything.
    if (!transactions.isAlone(versions)) {
      Map<Integer, NodeSnapshot> snapshots = new TreeMap<>();
      taken.forEach((node, each) -> snapshots.put(node, each.snapshot()));
      timeout.waiting(
          () -> {
            check.run(snapshots);
            return true;
          });
    }
  }

  /** Waits until the others have ended what a read has seen in parts. */
  public void awaitEnd(FracturedReadException fractured) {
    timeout.waiting(
        () -> {
          transactions.awaitEnd(fractured);
          return true;
        });
  }
}
