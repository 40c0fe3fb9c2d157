package io.argosy.coordinator.session.backend;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.session.transaction.TransactionBlock;
import io.argosy.coordinator.session.transaction.TransactionModes.Isolation;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.util.List;
import java.util.Set;

/**
 * Undoes what a statement has done in the session's transaction, so that it can start again or the
 * transaction holds nothing any more. Used by the session's thread.
 */
final class StatementUndo {
  /** Its name is one that clients cannot use. */
  private static final String SAVEPOINT = "argosy_statement";

  private final Participants joined;
  private final LeasedBackends leased;
  private final CatalogGuard guard;

  /** Whether the transaction has counted the statement that runs. */
  private boolean counted;

  /** The nodes that have a savepoint from before the statement, if any have. */
  private Set<Integer> marked = Set.of();

  StatementUndo(Participants joined, LeasedBackends leased, CatalogGuard guard) {
    this.joined = joined;
    this.leased = leased;
    this.guard = guard;
  }

  /** A statement is about to start; it has not been counted yet. */
  void starts() {
    counted = false;
  }

  /** It is one that does more than the script of the transaction can do again. */
  void count(TransactionBlock block) {
    block.countStatement();
    counted = true;
  }

  private void discount(TransactionBlock block) {
    if (counted) {
      block.discountStatement();
      counted = false;
    }
  }

  /**
   * Before anything of the statement runs that several nodes may do a part of: has all nodes that
   * take part remember where they are, unless the transaction could begin again instead.
   */
  void prepare(TransactionBlock block) {
    if (!counted || block.countsOneStatement()) {
      return;
    }
    Set<Integer> nodes = joined.nodes();
    joined.run(nodes, "SAVEPOINT " + SAVEPOINT);
    marked = nodes;
  }

  /** What the statement has done stays. */
  void settle() {
    if (!marked.isEmpty()) {
      Set<Integer> nodes = marked;
      marked = Set.of();
      joined.run(nodes, "RELEASE SAVEPOINT " + SAVEPOINT);
    }
  }

  /** The transaction ends, or has gone back to where it was before. */
  void forget() {
    marked = Set.of();
  }

  /**
   * The statement has failed in such a way that its parts on the other nodes have failed as well,
   * or have not run, unless its guard knows of more.
   *
   * @return whether nothing is left of it
   */
  boolean undoParts(TransactionBlock block) {
    discount(block);
    leased.giveBackBeside();
    if (!block.is(Isolation.READ_COMMITTED) && beginAgain(block)) {
      // Its snapshot may be that of nodes that the session did not know yet.
      return true;
    }
    if (!marked.isEmpty()) {
      return undoToSavepoint() || beginAgain(block);
    }
    List<NodeSession> failed =
        joined.backends().values().stream()
            .filter(session -> session.transactionStatus() == 'E')
            .toList();
    // Where none has failed, nodes have done what the coordinator has given up.
    if (!guard.isUndoneByFailedParts() || failed.isEmpty() && guard.hasRun()) {
      return beginAgain(block);
    }
    try {
      failed.forEach(session -> TextResult.run(session, goingBackTo(Request.Guard.SAVEPOINT)));
      return true;
    } catch (PostgresException e) {
      return beginAgain(block);
    }
  }

  /** The same for one that may have done its part on any node. */
  boolean undoEverywhere(TransactionBlock block) {
    discount(block);
    leased.giveBackBeside();
    return undoToSavepoint() || beginAgain(block);
  }

  private boolean undoToSavepoint() {
    if (marked.isEmpty()) {
      return false;
    }
    Set<Integer> nodes = marked;
    marked = Set.of();
    joined.rollBackOthers(nodes);
    guard.undone();
    return joined.undo(goingBackTo(SAVEPOINT));
  }

  private static String goingBackTo(String savepoint) {
    return "ROLLBACK TO SAVEPOINT %1$s; RELEASE SAVEPOINT %1$s".formatted(savepoint);
  }

  /**
   * Before anything of the statement has run: the transaction begins again, unless more than its
   * script counts in it.
   *
   * @return whether it does
   */
  boolean beginAgainBefore(TransactionBlock block) {
    boolean counts = counted;
    discount(block);
    boolean again = beginAgain(block);
    if (counts) {
      count(block);
    }
    return again;
  }

  private boolean beginAgain(TransactionBlock block) {
    if (!block.canBeginAgain()) {
      return false;
    }
    joined.rollBack();
    block.beginAgain();
    return true;
  }

  /**
   * The transaction has failed, if it has not before. As in PostgreSQL what it holds is free at
   * once, back to its last savepoint if there is one: nobody waits until the client ends it.
   */
  void abort(TransactionBlock block) {
    forget();
    if (block.abort()) {
      block
          .lastSavepoint()
          .ifPresentOrElse(
              name -> joined.undo("ROLLBACK TO SAVEPOINT " + Identifiers.quote(name)),
              joined::rollBack);
    }
  }
}
