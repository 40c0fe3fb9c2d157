package io.argosy.agent.server;

import io.argosy.node.EncodedRequest;
import io.argosy.node.LoggedStatement;
import io.argosy.node.frame.CreditMeter;
import io.argosy.node.frame.DamagedFrameException;
import io.argosy.node.frame.Frame;
import io.argosy.node.frame.FrameWriter;
import io.argosy.node.local.Exchange;
import io.argosy.node.local.Lease;
import io.argosy.protocol.message.BackendMessage;
import io.argosy.protocol.message.Messages;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is asked of a leased backend, and its answers. {@link #take} is called by one thread at a
 * time and may block; the other methods are called by the event loop and do not.
 */
final class StreamRequests {
  private static final Logger log = LoggerFactory.getLogger(StreamRequests.class);

  /**
   * How long a small batch of rows is kept for the rows behind it, in nanoseconds. A server hands
   * rows over in pieces of 8 kB, and a frame of its own for each piece costs more, on both ends,
   * than what is in it.
   */
  private static final long GATHERING_PAUSE = 200_000;

  /** How soon it is seen that a COPY has failed while its sender is silent. */
  private static final long COPY_PAUSE_MILLIS = 20;

  private final int stream;
  private final FrameWriter writer;
  private final FrameQueue queue;
  private final ResponseSender sender;
  private final StreamMoves moves;
  private final AgentStatistics statistics;
  private final CreditMeter copyMeter = new CreditMeter();
  private ByteArrayOutputStream parts = new ByteArrayOutputStream();
  private Optional<Frame> move = Optional.empty();

  /** How many requests have arrived; known to the event loop alone. */
  private int arrived;

  /** How many of them were there when the last cancel came, which is for the last of those. */
  private volatile int cancelled;

  private int begun;

  /** How many of them have been answered. */
  private volatile int served;

  StreamRequests(
      int stream,
      FrameWriter writer,
      FrameQueue queue,
      ResponseSender sender,
      StreamMoves moves,
      AgentStatistics statistics) {
    this.stream = stream;
    this.writer = writer;
    this.queue = queue;
    this.sender = sender;
    this.moves = moves;
    this.statistics = statistics;
  }

  /** A frame has arrived, whose turn will come. */
  void announce(Frame frame) {
    if (frame instanceof Frame.Send || frame instanceof Frame.Load) {
      moves.announce();
    }
    if (frame instanceof Frame.Request part && !part.continued()) {
      arrived++;
    }
  }

  /** Whether one of them has not been answered yet. */
  boolean underWay() {
    return served != arrived;
  }

  /** The last request that has arrived is cancelled, also when its turn has not come yet. */
  void cancel() {
    cancelled = arrived;
  }

  /** The turn of a frame has come. Blocks until what it asks for is answered. */
  void take(Lease lease, Frame frame) throws InterruptedException {
    switch (frame) {
      case Frame.Send send -> move = Optional.of(send);
      case Frame.Load load -> move = Optional.of(load);
      case Frame.Request part -> {
        parts.writeBytes(part.block().unpack());
        if (!part.continued()) {
          byte[] messages = parts.toByteArray();
          parts = new ByteArrayOutputStream();
          LoggedStatement.set(part.statement());
          serve(lease, encoded(part, messages));
          move = Optional.empty();
        }
      }
      // COPY data after the COPY has ended is of no use to anyone; its credit goes back.
      case Frame.CopyData data -> grantBack(data.block().rawLength());
      default -> {}
    }
  }

  private static EncodedRequest encoded(Frame.Request last, byte[] messages) {
    last.need()
        .map(EncodedRequest.Need::position)
        .filter(position -> position < 0 || position > messages.length)
        .ifPresent(
            position -> {
              throw new DamagedFrameException(
                  "a statement to be prepared at " + position + " of " + messages.length);
            });
    return new EncodedRequest(ByteBuffer.wrap(messages), last.syncOwed(), last.need());
  }

  private void serve(Lease held, EncodedRequest request) throws InterruptedException {
    log.debug(
        "request of {} bytes for backend {}", request.messages().remaining(), held.processId());
    begun++;
    if (move.isEmpty()) {
      Exchange exchange = held.execute(request);
      if (cancelled == begun) {
        held.cancel();
      }
      relay(exchange);
    } else if (move.get() instanceof Frame.Send send) {
      moves.send(send, held, request);
    } else if (move.get() instanceof Frame.Load load) {
      moves.load(load, held, request);
    }
    served = begun;
    log.debug("request of backend {} answered", held.processId());
  }

  /**
   * Relays what the server answers. A batch is sent when it is full, when the request has ended,
   * and when there is nothing more to read at the moment: rows are not kept waiting for rows longer
   * than {@link #GATHERING_PAUSE}, except those of an answer that may turn out to be inline.
   */
  private void relay(Exchange exchange) throws InterruptedException {
    Messages messages;
    boolean rows = false;
    do {
      boolean mayBeInline = rows && !sender.isStream();
      if (!mayBeInline && !exchange.hasMore()) {
        if (rows && sender.isSmall()) {
          LockSupport.parkNanos(GATHERING_PAUSE);
        }
        if (!exchange.hasMore() || !sender.isSmall()) {
          sender.flush();
        }
      }
      messages = exchange.read();
      statistics.read(messages.bytes().remaining());
      sender.add(messages);
      // Their description too: a long first row comes in pieces, and may be all there is.
      rows =
          messages.type() == BackendMessage.DATA_ROW
              || messages.type() == BackendMessage.ROW_DESCRIPTION;
      if (messages.type() == BackendMessage.COPY_IN_RESPONSE) {
        sender.flush();
        takeCopyData(exchange);
      }
    } while (messages.type() != BackendMessage.READY_FOR_QUERY);
    exchange.used().ifPresent(sender::tell);
    sender.end();
  }

  /**
   * Takes data until its end, or until the server takes no more: it may fail in the middle. Where
   * the stream is closed, the exchange is cancelled by somebody else.
   */
  private void takeCopyData(Exchange exchange) throws InterruptedException {
    while (exchange.wantsData() && !queue.isClosed()) {
      Optional<Frame> frame = queue.await(COPY_PAUSE_MILLIS);
      if (frame.isEmpty()) {
        continue;
      }
      switch (frame.get()) {
        case Frame.CopyData data -> {
          exchange.copyData(ByteBuffer.wrap(data.block().unpack()));
          grantBack(data.block().rawLength());
        }
        case Frame.CopyDone ignored -> {
          exchange.copyDone();
          return;
        }
        case Frame.CopyFail fail -> {
          exchange.copyFail(fail.message());
          return;
        }
        case Frame other ->
            throw new DamagedFrameException(
                other.getClass().getSimpleName() + " in the middle of a COPY");
      }
    }
  }

  private void grantBack(int bytes) {
    int grant = copyMeter.consumed(bytes);
    if (grant > 0) {
      writer.send(new Frame.Credit(stream, grant));
    }
  }
}
