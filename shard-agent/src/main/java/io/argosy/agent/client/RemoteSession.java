package io.argosy.agent.client;

import io.argosy.agent.frame.Block;
import io.argosy.agent.frame.Compression;
import io.argosy.agent.frame.Frame;
import io.argosy.agent.frame.Limits;
import io.argosy.agent.node.EncodedRequest;
import io.argosy.agent.node.Inbox;
import io.argosy.agent.node.Node;
import io.argosy.agent.node.NodeSession;
import io.argosy.agent.node.Request;
import io.argosy.agent.node.Result;
import io.argosy.agent.node.Routing;
import io.argosy.agent.node.Sent;
import io.argosy.agent.postgres.PostgresError;
import io.argosy.agent.postgres.PostgresException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** A backend leased through an agent. */
final class RemoteSession implements NodeSession {
  /** How long the agent may take to end a lease; longer than it gives its server for that. */
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(30);

  private final Node node;
  private final RemoteStream stream;
  private final Compression compression;
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile RemoteResult result;
  private volatile boolean discard;
  private volatile char transactionStatus = 'I';

  RemoteSession(Node node, RemoteStream stream, Compression compression) {
    this.node = node;
    this.stream = stream;
    this.compression = compression;
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public Result execute(Request request) {
    if (closed.get()) {
      throw new PostgresException("08003", "the lease of the backend has ended");
    }
    if (running()) {
      throw new IllegalStateException("the request before has not been read to its end");
    }
    EncodedRequest encoded = EncodedRequest.of(request);
    stream
        .failure()
        .ifPresent(
            error -> {
              throw new PostgresException(error);
            });
    result = new RemoteResult(stream, compression, status -> transactionStatus = status);
    send(encoded);
    return result;
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
              Block.pack(compression, part, part.length)));
    } while (continued);
  }

  private boolean running() {
    RemoteResult current = result;
    return current != null && !current.ended();
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
    if (running()) {
      stream.send(new Frame.Cancel(stream.id()));
    }
  }

  @Override
  public char transactionStatus() {
    return transactionStatus;
  }

  @Override
  public void discardOnClose() {
    discard = true;
  }

  /** Waits for the agent only where it has something to undo. */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
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
