package io.argosy.node.remote;

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
import io.argosy.node.ResultEvent;
import io.argosy.node.Routing;
import io.argosy.node.Sent;
import io.argosy.node.frame.Block;
import io.argosy.node.frame.Compression;
import io.argosy.node.frame.Frame;
import io.argosy.node.frame.InboxAddress;
import io.argosy.node.frame.Limits;
import io.argosy.node.move.CurrentMove;
import io.argosy.node.move.MoveContext;
import io.argosy.node.move.Relay;
import io.argosy.node.move.Sending;
import io.argosy.node.move.SinkInbox;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** A backend leased through an agent. */
final class RemoteSession implements NodeSession {
  /** How long the agent may take to end a lease; longer than it gives its server for that. */
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(30);

  private final Node node;
  private final RemoteConnector connector;
  private final RemoteStream stream;
  private final Compression compression;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final CurrentMove relayed = new CurrentMove();
  private volatile RemoteResult result;
  private volatile String statement = "";
  private volatile AnswerMemory memory = AnswerMemory.UNBOUNDED;
  private volatile boolean discard;
  private volatile char transactionStatus = 'I';

  RemoteSession(Node node, RemoteConnector connector, RemoteStream stream) {
    this.node = node;
    this.connector = connector;
    this.stream = stream;
    this.compression = connector.config().compression();
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public void worksFor(String id) {
    statement = id;
  }

  @Override
  public void answersIn(AnswerMemory newMemory) {
    memory = newMemory;
  }

  @Override
  public Result execute(Request request) {
    checkIdle();
    return start(request);
  }

  private void checkIdle() {
    if (closed.get()) {
      throw new PostgresException("08003", "the lease of the backend has ended");
    }
    if (running()) {
      throw new IllegalStateException("the request before has not been read to its end");
    }
    stream
        .failure()
        .ifPresent(
            error -> {
              throw new PostgresException(error);
            });
  }

  private RemoteResult start(Request request) {
    return start(request, EncodedRequest.of(request));
  }

  private RemoteResult start(Request request, EncodedRequest encoded) {
    RemoteResult started =
        new RemoteResult(
            new ResponseBlocks(stream, memory),
            stream,
            compression,
            new EventDecoder(request),
            status -> transactionStatus = status);
    result = started;
    stream.forgetUse();
    send(encoded);
    return started;
  }

  private void send(EncodedRequest request) {
    ByteBuffer messages = request.messages().duplicate();
    boolean continued;
    do {
      byte[] part = new byte[Math.min(messages.remaining(), Limits.BLOCK)];
      messages.get(part);
      continued = messages.hasRemaining();
      stream.send(
          new Frame.Request(
              stream.id(),
              continued,
              request.syncOwed(),
              statement,
              continued ? Optional.empty() : request.need(),
              Block.pack(compression, part, part.length)));
    } while (continued);
  }

  private boolean running() {
    RemoteResult current = result;
    return current != null && !current.ended();
  }

  @Override
  public Inbox openInbox(int senders, long limitBytes) {
    checkIdle();
    // Who is refused a backend leaves nothing behind that others could send to.
    stream.awaitOpened();
    RemoteInbox inbox = new RemoteInbox(node, connector, stream);
    inbox.open(senders, limitBytes);
    return inbox;
  }

  @Override
  public Sent send(Request.Extended query, Routing routing, List<Inbox> inboxes) {
    try {
      // A node that was lost before it could send is one that the inboxes must not wait for.
      checkIdle();
      return inboxes.stream().allMatch(RemoteInbox.class::isInstance)
          ? sendFromNode(query, routing, inboxes)
          : relay(query, routing, inboxes);
    } catch (PostgresException e) {
      PostgresError error = MoveContext.from(e.error(), node.name());
      inboxes.forEach(inbox -> inbox.fail(error));
      throw e;
    }
  }

  private Sent sendFromNode(Request.Extended query, Routing routing, List<Inbox> inboxes) {
    List<InboxAddress> addresses =
        inboxes.stream().map(inbox -> ((RemoteInbox) inbox).addressFor(node)).toList();
    EncodedRequest encoded = EncodedRequest.of(query);
    stream.send(new Frame.Send(stream.id(), routing, addresses));
    RemoteResult moving = start(query, encoded);
    readToEnd(moving);
    return new Sent(stream.takeMoved().deliveries());
  }

  private Sent relay(Request.Extended query, Routing routing, List<Inbox> inboxes) {
    relayed.begin();
    try {
      Sending sending =
          Sending.open(routing, inboxes, inbox -> ((SinkInbox) inbox).sink(node.name()));
      relayed.stoppedBy(sending::abort);
      return Relay.send(this, query, sending);
    } finally {
      relayed.end();
    }
  }

  @Override
  public long load(Inbox inbox, String copy) {
    checkIdle();
    if (!(inbox instanceof RemoteInbox opened && opened.isOf(stream))) {
      throw new IllegalArgumentException("the inbox was not opened by this session");
    }
    try (opened) {
      Request request = new Request.Simple(copy);
      stream.send(new Frame.Load(stream.id(), opened.id()));
      RemoteResult loading = start(request);
      long rows = readToEnd(loading);
      stream.takeMoved();
      return rows;
    }
  }

  /** The number of rows that the command tag has. How it ended is known from elsewhere. */
  private static long readToEnd(RemoteResult moving) {
    long rows = 0;
    ResultEvent event;
    do {
      event = moving.next();
      if (event instanceof ResultEvent.Complete complete) {
        rows = CommandTag.rows(complete.tag());
      }
    } while (!(event instanceof ResultEvent.Ready));
    return rows;
  }

  @Override
  public void cancel() {
    if (running()) {
      stream.send(new Frame.Cancel(stream.id()));
    }
    relayed.cancel();
  }

  @Override
  public void awaitOpened() {
    stream.awaitOpened();
  }

  @Override
  public boolean isOpened() {
    return stream.isOpened();
  }

  @Override
  public boolean isRefused() {
    return stream.isRefused();
  }

  @Override
  public Optional<ResourceUse> used() {
    return stream.use();
  }

  @Override
  public int processId() {
    return stream.awaitOpened();
  }

  @Override
  public char transactionStatus() {
    return transactionStatus;
  }

  @Override
  public void discardOnClose() {
    discard = true;
  }

  @Override
  public void abandon(PostgresError reason) {
    discard = true;
    stream.fail(reason);
    relayed.abort(reason);
  }

  /** Waits for the agent only where it has something to undo. */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    relayed.cancel();
    if (running()) {
      stream.closeAndAwait(discard, CLOSE_LIMIT);
      stream.fail(PostgresError.of("57014", "the request was closed"));
    } else if (discard || transactionStatus != 'I') {
      stream.closeAndAwait(discard, CLOSE_LIMIT);
    } else {
      stream.close(false);
    }
  }
}
