package io.argosy.agent.engine;

import io.argosy.agent.node.EncodedRequest;
import io.argosy.agent.node.Node;
import io.argosy.agent.node.NodeSession;
import io.argosy.agent.node.Request;
import io.argosy.agent.node.Result;

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
