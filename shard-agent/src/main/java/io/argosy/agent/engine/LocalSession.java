package io.argosy.agent.engine;

import io.argosy.agent.node.EncodedRequest;
import io.argosy.agent.node.Inbox;
import io.argosy.agent.node.Node;
import io.argosy.agent.node.NodeSession;
import io.argosy.agent.node.Request;
import io.argosy.agent.node.Result;
import io.argosy.agent.node.Routing;
import io.argosy.agent.node.Sent;
import io.argosy.agent.postgres.PostgresException;
import java.util.List;

/** A lease as the coordinator sees it. */
final class LocalSession implements NodeSession {
  private final Node node;
  private final Lease lease;

  LocalSession(Node node, Lease lease) {
    this.node = node;
    this.lease = lease;
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public Result execute(Request request) {
    return new LocalResult(lease.execute(EncodedRequest.of(request)));
  }

  @Override
  public Inbox openInbox(int senders, long limitBytes) {
    throw new PostgresException("0A000", "rows cannot be moved between nodes yet");
  }

  @Override
  public Sent send(Request.Extended query, Routing routing, List<Inbox> inboxes) {
    throw new PostgresException("0A000", "rows cannot be moved between nodes yet");
  }

  @Override
  public long load(Inbox inbox, String copy) {
    throw new PostgresException("0A000", "rows cannot be moved between nodes yet");
  }

  @Override
  public void cancel() {
    lease.cancel();
  }

  @Override
  public char transactionStatus() {
    return lease.transactionStatus();
  }

  @Override
  public void discardOnClose() {
    lease.discardOnClose();
  }

  @Override
  public void close() {
    lease.close();
  }
}
