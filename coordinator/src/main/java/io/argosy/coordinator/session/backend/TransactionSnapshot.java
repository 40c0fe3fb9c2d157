package io.argosy.coordinator.session.backend;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.metadata.RestartedStatements;
import io.argosy.coordinator.session.transaction.TransactionBlock;
import io.argosy.coordinator.session.transaction.TransactionModes.Isolation;
import io.argosy.coordinator.transaction.barrier.FractureCheck;
import io.argosy.coordinator.transaction.barrier.FracturedReadException;
import io.argosy.coordinator.transaction.barrier.SnapshotBarrier;
import io.argosy.coordinator.transaction.barrier.VersionedSnapshot;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The one snapshot with which a REPEATABLE READ transaction reads on all nodes: they take it
 * together before its first query, and make it known to transactions that read beside it, as they
 * do for one that is SERIALIZABLE and READ ONLY. Used by the session's thread.
 */
public final class TransactionSnapshot {
  private final Cluster cluster;
  private final SessionTransaction transaction;
  private final ConsistentSnapshots snapshots;
  private final LeasedBackends leased;
  private final Participants joined;
  private final StatementUndo undo;
  private final RunningStatement statement;

  TransactionSnapshot(
      Cluster cluster,
      SessionTransaction transaction,
      ConsistentSnapshots snapshots,
      LeasedBackends leased,
      Participants joined,
      StatementUndo undo,
      RunningStatement statement) {
    this.cluster = cluster;
    this.transaction = transaction;
    this.snapshots = snapshots;
    this.leased = leased;
    this.joined = joined;
    this.undo = undo;
    this.statement = statement;
  }

  /** Begins the transaction of one statement, all of whose queries see the same state. */
  public void beginReading() {
    transaction.begin("BEGIN ISOLATION LEVEL REPEATABLE READ", true);
    beforeQuery();
  }

  /**
   * Before a statement that takes a snapshot. Under REPEATABLE READ that is the transaction's, so
   * all nodes join it and take their snapshots together.
   *
   * @throws PostgresException when a node cannot
   */
  public void beforeQuery() {
    if (!transaction.isOpen() && transaction.beginsAs(Isolation.SERIALIZABLE)) {
      // What reads several nodes by itself is refused as in any other transaction.
      transaction.beginImplicitly();
    }
    TransactionBlock block = transaction.block();
    if (block == null || block.failed() || block.queried()) {
      return;
    }
    if (!block.begun()) {
      transaction.asked(Cluster.HOME);
    }
    block.markQueried();
    if (block.is(Isolation.REPEATABLE_READ) && cluster.nodes().size() > 1) {
      takeFitting(block);
    }
  }

  private void takeFitting(TransactionBlock block) {
    for (int attempts = 1; ; attempts++) {
      try {
        take(block);
        return;
      } catch (FracturedReadException e) {
        if (statement.beganOutside()) {
          // The statement starts again, and its transaction with it.
          throw e;
        }
        if (attempts >= RestartedStatements.MOST_ATTEMPTS || !undo.beginAgainBefore(block)) {
          throw new PostgresException(e.error(), e);
        }
        snapshots.awaitEnd(e);
        transaction.asked(Cluster.HOME);
        block.markQueried();
      }
    }
  }

  private void take(TransactionBlock block) {
    Map<Integer, String> scripts = new TreeMap<>();
    leased.way().agents();
    cluster.positions().forEach(leased::lease);
    for (int node = 0; node < cluster.nodes().size(); node++) {
      boolean joins = transaction.takesPart(node, leased.leaseAndAwait(node));
      scripts.put(
          node, (joins ? block.joining() + "; " : "") + "SELECT " + VersionedSnapshot.COLUMNS);
    }
    Map<Integer, VersionedSnapshot> taken = new TreeMap<>();
    FractureCheck check;
    try (SnapshotBarrier.Section section = snapshots.section(scripts.keySet())) {
      // No guard is asked yet, and the transaction keeps these snapshots.
      check = snapshots.fractureCheck(false);
      joined
          .run(scripts)
          .forEach(
              (node, answer) -> taken.put(node, VersionedSnapshot.of(answer.rows().getFirst())));
    }
    snapshots.check(check, taken);
    block.sees(taken.get(Cluster.HOME).version());
  }

  /** Its name on a node; empty where the transaction has none that others can read with. */
  Optional<String> exported(int node) {
    TransactionBlock block = transaction.block();
    if (block == null || !block.readOnly() || block.is(Isolation.READ_COMMITTED)) {
      return Optional.empty();
    }
    return Optional.of(
        block
            .exportedSnapshots()
            .computeIfAbsent(
                node,
                n ->
                    TextResult.run(transaction.on(n), "SELECT pg_catalog.pg_export_snapshot()")
                        .single()));
  }

  /** Before a savepoint, behind which PostgreSQL exports no snapshot any more. */
  void export() {
    TransactionBlock block = transaction.block();
    if (block.readOnly() && block.is(Isolation.REPEATABLE_READ)) {
      beforeQuery();
      cluster.positions().forEach(this::exported);
    }
  }
}
