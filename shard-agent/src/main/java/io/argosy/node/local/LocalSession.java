package io.argosy.node.local;

import io.argosy.node.AnswerMemory;
import io.argosy.node.CommandTag;
import io.argosy.node.EncodedRequest;
import io.argosy.node.EventDecoder;
import io.argosy.node.Inbox;
import io.argosy.node.Node;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.ResourceUse;
import io.argosy.node.Result;
import io.argosy.node.Routing;
import io.argosy.node.Sent;
import io.argosy.node.move.CurrentMove;
import io.argosy.node.move.MoveContext;
import io.argosy.node.move.Relay;
import io.argosy.node.move.Sending;
import io.argosy.node.move.SinkInbox;
import io.argosy.node.move.StoredInbox;
import io.argosy.protocol.message.BackendDecoder;
import io.argosy.protocol.message.BackendMessage;
import io.argosy.protocol.message.Messages;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A lease as the coordinator sees it. */
final class LocalSession implements NodeSession {
  private final Node node;
  private final Engine engine;
  private final Lease lease;
  private final Queue<StoredInbox> inboxes = new ConcurrentLinkedQueue<>();
  private final CurrentMove move = new CurrentMove();

  LocalSession(Node node, Engine engine, Lease lease) {
    this.node = node;
    this.engine = engine;
    this.lease = lease;
  }

  @Override
  public Node node() {
    return node;
  }

  /** The engine logs in the threads that ask it. */
  @Override
  public void worksFor(String id) {}

  /** Answers are held by the engine, a message at a time. */
  @Override
  public void answersIn(AnswerMemory memory) {}

  @Override
  public Result execute(Request request) {
    return new LocalResult(lease.execute(EncodedRequest.of(request)), new EventDecoder(request));
  }

  @Override
  public Inbox openInbox(int senders, long limitBytes) {
    StoredInbox stored = engine.inboxes().open(UUID.randomUUID(), senders, limitBytes);
    inboxes.add(stored);
    return new LocalInbox(node, stored, () -> inboxes.remove(stored));
  }

  @Override
  public Sent send(Request.Extended query, Routing routing, List<Inbox> receivers) {
    move.begin();
    try {
      Sending sending =
          Sending.open(routing, receivers, receiver -> ((SinkInbox) receiver).sink(node.name()));
      move.stoppedBy(sending::abort);
      return Relay.send(this, query, sending);
    } catch (PostgresException e) {
      PostgresError error = MoveContext.from(e.error(), node.name());
      receivers.forEach(receiver -> receiver.fail(error));
      throw e;
    } finally {
      move.end();
    }
  }

  @Override
  public long load(Inbox inbox, String copy) {
    StoredInbox stored = stored(inbox);
    move.begin();
    try {
      move.stoppedBy(stored::fail);
      Exchange exchange = lease.execute(EncodedRequest.of(new Request.Simple(copy)));
      RowCount count = new RowCount();
      Optional<PostgresError> failure = InboxLoad.run(exchange, stored, count::take);
      if (failure.isPresent()) {
        throw new PostgresException(failure.get());
      }
      return count.rows;
    } finally {
      stored.close();
      inboxes.remove(stored);
      move.end();
    }
  }

  private StoredInbox stored(Inbox inbox) {
    if (inbox instanceof LocalInbox local && local.node() == node) {
      return local.stored();
    }
    throw new IllegalArgumentException("the inbox is not on node " + node.name());
  }

  private static final class RowCount {
    private long rows;

    void take(Messages messages) {
      if (messages.type() == BackendMessage.COMMAND_COMPLETE) {
        rows = CommandTag.rows(BackendDecoder.string(messages.body()));
      }
    }
  }

  @Override
  public void cancel() {
    lease.cancel();
    move.cancel();
  }

  /** It is leased when the backend is there. */
  @Override
  public void awaitOpened() {}

  @Override
  public boolean isOpened() {
    return true;
  }

  @Override
  public boolean isRefused() {
    return false;
  }

  @Override
  public Optional<ResourceUse> used() {
    return lease.used();
  }

  @Override
  public int processId() {
    return lease.processId();
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
  public void abandon(PostgresError reason) {
    lease.abandon();
    move.abort(reason);
  }

  @Override
  public void close() {
    move.cancel();
    inboxes.forEach(StoredInbox::close);
    lease.close();
  }
}
