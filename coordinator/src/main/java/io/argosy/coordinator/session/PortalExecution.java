package io.argosy.coordinator.session;

import io.argosy.coordinator.activity.SessionActivity;
import io.argosy.coordinator.activity.StatementActivity;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.session.backend.Backends;
import io.argosy.coordinator.session.backend.StatementTurn;
import io.argosy.coordinator.session.client.AnsweredOutput;
import io.argosy.coordinator.statement.StatementKind;
import io.argosy.coordinator.statement.code.InnerStatements;
import io.argosy.coordinator.statement.prepared.OwnStatements;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Starts the statements of portals, and takes note of what becomes of them: that they wait for
 * their client, go on, or are complete. Used by the session's thread.
 */
final class PortalExecution {
  private final Backends backends;
  private final StatementTurn turn;
  private final SessionActivity activity;
  private final AnsweredOutput client;
  private final ActivePortal active;
  private final MessageBatch batch;
  private final StatementDispatcher dispatcher;
  private final OwnStatements own;
  private final InnerStatements inner;
  private final RunsAhead ahead;
  private final Runnable awaitNotifications;

  /**
   * @param awaitNotifications tells the client what others have told the session before
   */
  PortalExecution(
      Backends backends,
      StatementTurn turn,
      SessionActivity activity,
      AnsweredOutput client,
      ActivePortal active,
      MessageBatch batch,
      StatementDispatcher dispatcher,
      OwnStatements own,
      InnerStatements inner,
      RunsAhead ahead,
      Runnable awaitNotifications) {
    this.backends = backends;
    this.turn = turn;
    this.activity = activity;
    this.client = client;
    this.active = active;
    this.batch = batch;
    this.dispatcher = dispatcher;
    this.own = own;
    this.inner = inner;
    this.ahead = ahead;
    this.awaitNotifications = awaitNotifications;
  }

  /** Whether the session's transaction has begun. */
  boolean inTransaction() {
    return backends.block() != null;
  }

  /**
   * A portal is about to run, behind which the client may run its statement again, or others.
   *
   * @param following gives these runs
   */
  void followed(StatementPortal portal, Supplier<Stream<BoundRun>> following) {
    boolean reads = portal.prepared().statement().kind() == StatementKind.QUERY;
    if (reads ? backends.readsBeside() : inTransaction()) {
      ahead.offer(portal.prepared(), following, inTransaction());
    }
  }

  /** Before a portal starts: the one before gives its backends free, and fails for itself. */
  void beforeStart(StatementPortal portal) {
    active.park();
    switch (portal.prepared().statement().kind()) {
      case COMMIT, ROLLBACK -> backends.statementRollback().forget();
      default -> settle();
    }
    backends.statementRollback().starts();
  }

  /** Starts a portal's statement. */
  Execution start(StatementPortal portal) {
    batch.refuseInFailedTransaction(portal.prepared().statement());
    if (ahead.running()) {
      backends.statementRollback().guardBy(portal.based(), true);
      turn.take();
      activity.plannedAs(ahead.strategy());
      return ahead.next(new BoundRun(portal.prepared(), portal.binding()));
    }
    ahead.end();
    if (!batch.isSimple() && portal.prepared().statement().endsListening()) {
      awaitNotifications.run();
    }
    backends
        .statementRollback()
        .guardBy(
            portal.based(),
            portal.prepared().statement().kind().is(StatementKind.Property.USES_CATALOG));
    batch.join(portal.prepared().statement());
    own.starts(portal.prepared().statement());
    if (!client.captures()) {
      inner.starts();
    }
    return dispatcher.start(portal.prepared(), portal.binding());
  }

  /** The client has got a part of a statement's rows. */
  void pause(StatementActivity statement) {
    activity.pause(statement);
    turn.leave();
  }

  /** The client wants more of them. Backends are kept for it, so that it does not wait. */
  void resume(StatementActivity statement) {
    activity.resume(statement);
    turn.take();
  }

  /** A portal's statement is complete. */
  void executed(StatementPortal portal) {
    batch.executed(portal.prepared().statement());
    ahead.executed(portal.prepared());
  }

  /** The client's statement is complete, or others come before its end: it stays as it is. */
  void settle() {
    if (!client.captures() && !ahead.running()) {
      backends.statementRollback().settle();
    }
  }
}
