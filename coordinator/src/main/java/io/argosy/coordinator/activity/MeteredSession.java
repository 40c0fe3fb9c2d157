package io.argosy.coordinator.activity;

import io.argosy.coordinator.resource.NodeRequest;
import io.argosy.node.ForwardingSession;
import io.argosy.node.Inbox;
import io.argosy.node.LoggedStatement;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.Result;
import io.argosy.node.Routing;
import io.argosy.node.Sent;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** A session on a node that counts what passes, for the statement that runs at the time. */
final class MeteredSession extends ForwardingSession {
  private final NodeTraffic traffic;
  private final SessionActivity client;
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile String step = "";

  MeteredSession(NodeSession session, NodeTraffic traffic, SessionActivity client) {
    super(session);
    this.traffic = traffic;
    this.client = client;
    traffic.leased(1);
  }

  /** The statement that this is for; what is logged has its id from now on, here and there. */
  private Optional<StatementActivity> asks() {
    Optional<StatementActivity> statement = client.current();
    statement.ifPresent(asking -> asking.asks(traffic.node()));
    worksFor(statement.map(StatementActivity::id).orElse(""));
    return statement;
  }

  @Override
  public void worksFor(String id) {
    LoggedStatement.set(id);
    super.worksFor(id);
  }

  @Override
  public void worksOn(String newStep) {
    step = newStep;
    super.worksOn(newStep);
  }

  @Override
  public Result execute(Request request) {
    Optional<MeteredRequest> metered = asks().map(this::metered);
    return new MeteredResult(super.execute(request), traffic, metered);
  }

  /** It is sent now. */
  private MeteredRequest metered(StatementActivity statement) {
    return new MeteredRequest(statement, step, traffic, this::used);
  }

  @Override
  public Sent send(Request.Extended query, Routing routing, List<Inbox> inboxes) {
    Optional<MeteredRequest> metered = asks().map(this::metered);
    Sent sent = super.send(query, routing, inboxes);
    long raw = sent.deliveries().stream().mapToLong(Sent.Delivered::rawBytes).sum();
    long wire = sent.deliveries().stream().mapToLong(Sent.Delivered::wireBytes).sum();
    traffic.addMoved(raw);
    metered.ifPresent(request -> request.ended(NodeRequest.Kind.SEND, raw, wire));
    return sent;
  }

  @Override
  public long load(Inbox inbox, String copy) {
    Optional<MeteredRequest> metered = asks().map(this::metered);
    long rows = super.load(inbox, copy);
    metered.ifPresent(request -> request.ended(NodeRequest.Kind.LOAD, 0, 0));
    return rows;
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      traffic.leased(-1);
    }
    super.close();
  }
}
