package io.argosy.coordinator.activity;

import io.argosy.agent.node.AnswerMemory;
import io.argosy.agent.node.Inbox;
import io.argosy.agent.node.LoggedStatement;
import io.argosy.agent.node.Node;
import io.argosy.agent.node.NodeSession;
import io.argosy.agent.node.Request;
import io.argosy.agent.node.Result;
import io.argosy.agent.node.Routing;
import io.argosy.agent.node.Sent;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** A session on a node that counts what passes, for the statement that runs at the time. */
final class MeteredSession implements NodeSession {
  private final NodeSession session;
  private final NodeTraffic traffic;
  private final SessionActivity client;
  private final AtomicBoolean closed = new AtomicBoolean();

  MeteredSession(NodeSession session, NodeTraffic traffic, SessionActivity client) {
    this.session = session;
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
    session.worksFor(id);
  }

  @Override
  public void answersIn(AnswerMemory memory) {
    session.answersIn(memory);
  }

  @Override
  public Node node() {
    return session.node();
  }

  @Override
  public Result execute(Request request) {
    Optional<StatementActivity> statement = asks();
    return new MeteredResult(session.execute(request), traffic, statement);
  }

  @Override
  public Inbox openInbox(int senders, long limitBytes) {
    return session.openInbox(senders, limitBytes);
  }

  @Override
  public Sent send(Request.Extended query, Routing routing, List<Inbox> inboxes) {
    Optional<StatementActivity> statement = asks();
    Sent sent = session.send(query, routing, inboxes);
    long bytes = sent.deliveries().stream().mapToLong(Sent.Delivered::rawBytes).sum();
    traffic.addMoved(bytes);
    statement.ifPresent(moving -> moving.addBytes(bytes));
    return sent;
  }

  @Override
  public long load(Inbox inbox, String copy) {
    asks();
    return session.load(inbox, copy);
  }

  @Override
  public void cancel() {
    session.cancel();
  }

  @Override
  public void awaitOpened() {
    session.awaitOpened();
  }

  @Override
  public int processId() {
    return session.processId();
  }

  @Override
  public char transactionStatus() {
    return session.transactionStatus();
  }

  @Override
  public void discardOnClose() {
    session.discardOnClose();
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      traffic.leased(-1);
    }
    session.close();
  }
}
