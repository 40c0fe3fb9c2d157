package io.argosy.coordinator.session.backend;

import io.argosy.coordinator.limit.StatementQueue.Turn;
import io.argosy.coordinator.session.transaction.TransactionBlock;

/**
 * When a session's statement may run. It waits before it has leased or locked anything; what may
 * hold locks does not wait, since those who wait for the locks would keep its place. Used by the
 * session's thread. {@link RunningStatement} gives the turn back with the backends.
 */
public final class StatementTurn {
  private final Turn turn;
  private final Backends backends;

  public StatementTurn(Turn turn, Backends backends) {
    this.turn = turn;
    this.backends = backends;
  }

  /**
   * Returns when the statement may run.
   *
   * @throws io.argosy.protocol.message.PostgresException 57014 when it is cancelled meanwhile
   */
  public void await() {
    TransactionBlock block = backends.block();
    turn.enter(backends.homePinned() || (block != null && block.mayHoldLocks()));
    markUsed();
  }

  /** The statement goes on, or is one that does not wait. */
  public void take() {
    turn.enter(true);
    markUsed();
  }

  /** The statement waits for its client. */
  public void leave() {
    turn.leave();
  }

  /** A statement runs in the current transaction, if there is one, and may lock something. */
  public void markUsed() {
    if (backends.block() != null) {
      backends.block().markUsed();
    }
  }
}
