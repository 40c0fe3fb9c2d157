package io.argosy.coordinator.session;

import io.argosy.coordinator.session.backend.Backends;
import io.argosy.coordinator.session.transaction.TransactionBlock;
import io.argosy.coordinator.statement.StatementKind;
import io.argosy.coordinator.statement.prepared.OwnStatements;

/**
 * The portal of a session whose answer may still hold backends, if there is one. Whoever needs them
 * has it give them free. Used by the session's thread.
 */
final class ActivePortal {
  private final Backends backends;
  private final OwnStatements own;
  private final RunsAhead ahead;
  private StatementPortal active;

  ActivePortal(Backends backends, OwnStatements own, RunsAhead ahead) {
    this.backends = backends;
    this.own = own;
    this.ahead = ahead;
  }

  /** A portal starts, perhaps again. */
  void becomes(StatementPortal portal) {
    active = portal;
  }

  /** It is about to start again: what was started of it does not count. */
  void stop(StatementPortal portal) {
    active = null;
    portal.stop();
  }

  /** Its answer holds no backends any more. */
  void ended(StatementPortal portal) {
    if (active == portal) {
      active = null;
      backends.endStatement();
    }
  }

  /** Backends are needed for something else: its rows are kept in the coordinator. */
  void park() {
    if (active != null) {
      active.park();
      active = null;
    }
  }

  /**
   * Whether a portal that is closed must be read to its end all the same. To cancel it would abort
   * the transaction that it is a part of, and undo a change that PostgreSQL makes as a whole
   * however few of its rows are asked for.
   */
  boolean mustEnd(StatementPortal portal) {
    if (active != portal) {
      return false;
    }
    TransactionBlock block = backends.block();
    return block != null
        ? !block.failed()
        : portal.prepared().statement().kind() != StatementKind.QUERY;
  }

  /** The client's batch ends, and with it a transaction that the client has not begun. */
  void endBatch() {
    if (active != null && (backends.block() == null || backends.block().implicit())) {
      active.close();
    }
  }

  /** The statement has failed. */
  void fail() {
    // Who knows what has become of the session's objects.
    own.changing();
    ahead.close();
    abandon();
  }

  /** Nobody wants its rows any more. */
  void abandon() {
    if (active != null) {
      StatementPortal portal = active;
      active = null;
      portal.abandon();
    }
  }
}
