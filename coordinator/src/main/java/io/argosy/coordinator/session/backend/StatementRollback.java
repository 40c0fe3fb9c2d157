package io.argosy.coordinator.session.backend;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.metadata.CatalogVersions;
import io.argosy.coordinator.session.transaction.TransactionBlock;
import io.argosy.coordinator.session.transaction.TransactionModes.Isolation;
import java.util.List;

/**
 * Takes the statement that runs back alone, so that it can start again: says what it is based on,
 * prepares nodes for that where it is likely, and undoes what they have done of it. Used by the
 * session's thread.
 */
public final class StatementRollback {
  private final SessionTransaction transaction;
  private final RunningStatement statement;
  private final StatementUndo undo;
  private final CatalogGuard guard;
  private final StatementSlots slots;
  private final CatalogVersions versions;
  private final Cluster cluster;
  private final Cluster all;

  /**
   * @param cluster the nodes that the session knows
   * @param all those that the coordinator knows
   */
  StatementRollback(
      SessionTransaction transaction,
      RunningStatement statement,
      StatementUndo undo,
      CatalogGuard guard,
      StatementSlots slots,
      CatalogVersions versions,
      Cluster cluster,
      Cluster all) {
    this.transaction = transaction;
    this.statement = statement;
    this.undo = undo;
    this.guard = guard;
    this.slots = slots;
    this.versions = versions;
    this.cluster = cluster;
    this.all = all;
  }

  /** The client's next statement is about to start, for the first time. */
  public void starts() {
    undo.starts();
  }

  /**
   * A statement starts that is based on what is known of the catalog.
   *
   * @param based the versions that were known before anything else of it was
   * @param counts whether it does more than the script of a transaction can do again
   */
  public void guardBy(List<Long> based, boolean counts) {
    TransactionBlock block = transaction.block();
    boolean open = block != null;
    statement.markBeganOutside(counts && !open);
    if (open && counts) {
      undo.count(block);
    }
    guard.starts(counts, based, open, open && block.begun() && !block.is(Isolation.READ_COMMITTED));
    slots.starts();
    if (!StatementSlots.hasSnapshot(block)) {
      cluster.follow(all, based.size());
    } else if (cluster.nodes().size() < based.size()) {
      guard.refuseWrites();
    }
  }

  /** Where it is likely that the statement has to start again, nodes remember where they are. */
  public void prepare() {
    TransactionBlock block = transaction.block();
    if (block != null
        && block.is(Isolation.READ_COMMITTED)
        && !block.failed()
        && !block.catalogChanged()
        && versions.restarted().likely()) {
      undo.prepare(block);
    }
  }

  /** The client's statement is complete: what it has done stays. */
  public void settle() {
    undo.settle();
  }

  /** The client ends its transaction. */
  public void forget() {
    undo.forget();
  }

  /**
   * The statement that runs is based on an older catalog and has failed by that: what it has done
   * is undone, so that it can start again.
   *
   * @param begunBefore whether the transaction had begun before it
   * @return whether that is possible
   */
  public boolean undoParts(boolean begunBefore) {
    TransactionBlock block = transaction.block();
    if (block == null || !begunBefore) {
      return undoOnAllNodes(begunBefore);
    }
    return undone(undo.undoParts(block));
  }

  /** The same for one that has failed after some nodes have done their part. */
  public boolean undoOnAllNodes(boolean begunBefore) {
    TransactionBlock block = transaction.block();
    if (block == null) {
      statement.end(false);
      return true;
    }
    if (!begunBefore) {
      transaction.rollback();
      return true;
    }
    return undone(undo.undoEverywhere(block));
  }

  private boolean undone(boolean all) {
    if (all) {
      transaction.undone();
    }
    return all;
  }
}
