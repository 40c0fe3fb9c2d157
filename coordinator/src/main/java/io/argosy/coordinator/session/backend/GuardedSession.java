package io.argosy.coordinator.session.backend;

import io.argosy.node.ForwardingSession;
import io.argosy.node.Inbox;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.Result;
import io.argosy.node.Routing;
import io.argosy.node.Sent;
import java.util.List;

/** A backend that runs what is based on what is known of the catalog only if that is true. */
final class GuardedSession extends ForwardingSession {
  private final int node;
  private final boolean own;
  private final CatalogGuard guard;

  /**
   * @param own whether it is the session's own, that of its transaction if there is one
   */
  GuardedSession(int node, NodeSession session, boolean own, CatalogGuard guard) {
    super(session);
    this.node = node;
    this.own = own;
    this.guard = guard;
  }

  @Override
  public Result execute(Request request) {
    return switch (request) {
      case Request.Extended statement -> super.execute(guarded(statement));
      case Request.Simple statement ->
          super.execute(
              new Request.Simple(
                  statement.sql(), inItsTransaction(guard.of(node, statement, own))));
      case Request.Rehearsal rehearsal ->
          super.execute(new Request.Rehearsal(guarded(rehearsal.statement())));
      case Request.Repeated repeated -> super.execute(repeated.of(guarded(repeated.statement())));
      case Request.Notifications listening -> super.execute(listening);
      case Request.Describe describe -> super.execute(describe);
    };
  }

  @Override
  public Sent send(Request.Extended query, Routing routing, List<Inbox> inboxes) {
    return super.send(guarded(query), routing, inboxes);
  }

  private Request.Extended guarded(Request.Extended statement) {
    return statement.withGuard(inItsTransaction(guard.of(node, statement, own)));
  }

  private Request.Guard inItsTransaction(Request.Guard asked) {
    return asked.savepoint() && transactionStatus() != 'T'
        ? new Request.Guard(asked.wanted(), asked.question(), false)
        : asked;
  }
}
