package io.argosy.node;

import io.argosy.protocol.message.PostgresError;
import java.util.List;
import java.util.Optional;

/** A session that passes everything on to another one; what it does besides is its subclass's. */
public abstract class ForwardingSession implements NodeSession {
  private final NodeSession session;

  /**
   * @param session which does the work
   */
  protected ForwardingSession(NodeSession session) {
    this.session = session;
  }

  @Override
  public Node node() {
    return session.node();
  }

  @Override
  public void worksFor(String id) {
    session.worksFor(id);
  }

  @Override
  public void worksOn(String step) {
    session.worksOn(step);
  }

  @Override
  public void answersIn(AnswerMemory memory) {
    session.answersIn(memory);
  }

  @Override
  public Result execute(Request request) {
    return session.execute(request);
  }

  @Override
  public void beginWithNext(String begin) {
    session.beginWithNext(begin);
  }

  @Override
  public void beginWithoutWaiting(String begin) {
    session.beginWithoutWaiting(begin);
  }

  @Override
  public Inbox openInbox(int senders, long limitBytes) {
    return session.openInbox(senders, limitBytes);
  }

  @Override
  public Sent send(Request.Extended query, Routing routing, List<Inbox> inboxes) {
    return session.send(query, routing, inboxes);
  }

  @Override
  public long load(Inbox inbox, String copy) {
    return session.load(inbox, copy);
  }

  @Override
  public Optional<ResourceUse> used() {
    return session.used();
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
  public boolean isOpened() {
    return session.isOpened();
  }

  @Override
  public boolean isRefused() {
    return session.isRefused();
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
  public void abandon(PostgresError reason) {
    session.abandon(reason);
  }

  @Override
  public void close() {
    session.close();
  }
}
