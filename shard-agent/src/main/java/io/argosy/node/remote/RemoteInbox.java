package io.argosy.node.remote;

import io.argosy.node.Node;
import io.argosy.node.frame.Frame;
import io.argosy.node.frame.InboxAddress;
import io.argosy.node.move.RowSink;
import io.argosy.node.move.SinkInbox;
import io.argosy.protocol.message.PostgresError;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;

/** An inbox of an agent, opened on the stream of a lease. */
final class RemoteInbox implements SinkInbox {
  private final Node node;
  private final RemoteConnector connector;
  private final RemoteStream lease;
  private final UUID id = UUID.randomUUID();
  private final AtomicBoolean closed = new AtomicBoolean();

  RemoteInbox(Node node, RemoteConnector connector, RemoteStream lease) {
    this.node = node;
    this.connector = connector;
    this.lease = lease;
  }

  /** Opens it and waits until senders may come. */
  void open(int senders, long limitBytes) {
    lease.send(new Frame.OpenInbox(lease.id(), id, senders, limitBytes));
    lease.awaitInboxOpened();
  }

  UUID id() {
    return id;
  }

  boolean isOf(RemoteStream stream) {
    return lease == stream;
  }

  /** Where a session of a node finds it. */
  InboxAddress addressFor(Node sender) {
    RemoteConfig agent = connector.config();
    return new InboxAddress(id, agent.name(), agent.host(), agent.port(), sender == node);
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public RowSink sink(String sender) {
    return new RemoteDelivery(
        connector.connection().deliver(id, sender), connector.config().compression());
  }

  @Override
  public void fail(PostgresError error) {
    if (!closed.get()) {
      lease.send(new Frame.FailInbox(lease.id(), id, error));
    }
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      lease.send(new Frame.CloseInbox(lease.id(), id));
    }
  }
}
