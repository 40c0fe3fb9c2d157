package io.argosy.agent.server;

import io.argosy.node.EncodedRequest;
import io.argosy.node.LoggedStatement;
import io.argosy.node.SessionOptions;
import io.argosy.node.frame.Compression;
import io.argosy.node.frame.CreditGate;
import io.argosy.node.frame.CreditMeter;
import io.argosy.node.frame.DamagedFrameException;
import io.argosy.node.frame.Frame;
import io.argosy.node.local.Engine;
import io.argosy.node.local.Exchange;
import io.argosy.node.local.Lease;
import io.argosy.node.remote.Peers;
import io.argosy.protocol.message.BackendMessage;
import io.argosy.protocol.message.Messages;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import io.netty.channel.Channel;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One lease of one coordinator. {@link #open} and then {@link #serve} are run by threads of its own
 * and may block; the other methods are called by the event loop and do not.
 */
final class AgentStream {
  private static final Logger log = LoggerFactory.getLogger(AgentStream.class);

  /**
   * How long a small batch of rows is kept for the rows behind it, in nanoseconds. A server hands
   * rows over in pieces of 8 kB, and a frame of its own for each piece costs more, on both ends,
   * than what is in it.
   */
  private static final long GATHERING_PAUSE = 200_000;

  /** How soon it is seen that a COPY has failed while its sender is silent. */
  private static final long COPY_PAUSE_MILLIS = 20;

  private final int id;
  private final Channel channel;
  private final Engine engine;
  private final AgentStatistics statistics;
  private final CreditGate gate = new CreditGate();
  private final ResponseSender sender;
  private final StreamMoves moves;
  private final CreditMeter copyMeter = new CreditMeter();
  private final BlockingQueue<Frame> inbox = new LinkedBlockingQueue<>();
  private final ReentrantLock lock = new ReentrantLock();
  private Lease lease;
  private boolean closing;
  private boolean discard;

  /** How many requests have arrived; known to the event loop alone. */
  private int arrived;

  /** Waits for a backend; null while nobody does. Guarded by the lock. */
  private Thread opener;

  /** It need not wait any more. Guarded by the lock. */
  private boolean stopped;

  /** How many of them were there when the last cancel came, which is for the last of those. */
  private volatile int cancelled;

  private int begun;

  /** How many of them have been answered. */
  private volatile int served;

  /** Whether a backend is still being leased. */
  private volatile boolean opening = true;

  /** Whether nothing is served any more. */
  private volatile boolean ended;

  AgentStream(
      int id,
      Channel channel,
      int inlineLimit,
      Engine engine,
      Peers peers,
      Compression compression,
      AgentStatistics statistics) {
    this.id = id;
    this.channel = channel;
    this.engine = engine;
    this.statistics = statistics;
    this.sender = new ResponseSender(id, channel, inlineLimit, compression, gate, statistics);
    this.moves = new StreamMoves(id, channel, engine, peers, sender);
  }

  /** The inboxes and moves of this lease. */
  StreamMoves moves() {
    return moves;
  }

  void receive(Frame frame) {
    if (frame instanceof Frame.Send || frame instanceof Frame.Load) {
      moves.announce();
    }
    if (frame instanceof Frame.Request part && !part.continued()) {
      arrived++;
    }
    inbox.add(frame);
  }

  /** Whether there is anything that the coordinator will be told; known to the event loop alone. */
  boolean works() {
    return opening || !ended && served != arrived;
  }

  void grant(int bytes) {
    gate.grant(bytes);
  }

  /**
   * Cancels the last request that has arrived, also when its turn has not come yet. There is no
   * lease any more when it waits for a backend.
   */
  void cancel() {
    cancelled = arrived;
    Lease held = lease();
    if (held != null) {
      held.cancel();
    } else {
      stopOpening();
    }
    moves.cancel();
  }

  /** Ends the stream: what runs is cancelled, and the thread let go wherever it waits. */
  void close(boolean mustDiscard) {
    close(
        mustDiscard,
        PostgresError.of(
            "57014", "the session on node \"" + engine.config().name() + "\" was closed"));
  }

  /** The coordinator is gone: the same, and nothing of it stays. */
  void lost() {
    close(
        true,
        PostgresError.of(
            "08006",
            "the connection of node \""
                + engine.config().name()
                + "\" to its coordinator was lost"));
  }

  private void close(boolean mustDiscard, PostgresError reason) {
    Lease held;
    lock.lock();
    try {
      closing = true;
      discard = mustDiscard;
      held = lease;
    } finally {
      lock.unlock();
    }
    stopOpening();
    gate.open();
    moves.close(reason);
    inbox.add(new Frame.Close(id, mustDiscard));
    if (held != null) {
      Thread.ofVirtual().name("stream-" + id + "-close").start(() -> end(held));
    }
  }

  private void end(Lease held) {
    if (discard) {
      held.discardOnClose();
    }
    held.close();
    channel.writeAndFlush(new Frame.Closed(id));
  }

  private Lease lease() {
    lock.lock();
    try {
      return lease;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Leases a backend.
   *
   * @return false when the stream has ended: there was none, or it was closed meanwhile
   */
  boolean open(SessionOptions options) {
    try {
      return lease(options);
    } finally {
      opening = false;
    }
  }

  private boolean lease(SessionOptions options) {
    Lease held;
    opens(Thread.currentThread());
    try {
      held = engine.lease(options);
    } catch (RuntimeException | Error e) {
      channel.writeAndFlush(new Frame.Refused(id, isStopped() ? PostgresError.CANCELLED : told(e)));
      return false;
    } finally {
      opens(null);
    }
    boolean closedMeanwhile;
    lock.lock();
    try {
      closedMeanwhile = closing;
      lease = held;
    } finally {
      lock.unlock();
    }
    if (closedMeanwhile) {
      end(held);
      return false;
    }
    channel.writeAndFlush(new Frame.Opened(id, held.processId()));
    return true;
  }

  /** The process id of the backend, which there is. */
  int processId() {
    return lease().processId();
  }

  private void opens(Thread thread) {
    lock.lock();
    try {
      opener = thread;
      if (thread == null) {
        // Whoever stopped it meant this wait.
        Thread.interrupted();
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean isStopped() {
    lock.lock();
    try {
      return stopped;
    } finally {
      lock.unlock();
    }
  }

  private void stopOpening() {
    lock.lock();
    try {
      if (opener != null) {
        stopped = true;
        opener.interrupt();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Serves what is asked of the backend; returns when the stream is closed. */
  void serve() {
    try {
      serveRequests(lease());
    } catch (DamagedFrameException e) {
      log.warn("the connection of {} is closed", channel.remoteAddress(), e);
      channel.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      channel.close();
    } catch (RuntimeException | Error e) {
      fail(e);
    } finally {
      LoggedStatement.clear();
    }
  }

  /** Nothing can be served any more: the coordinator is told, and closes the stream. */
  void fail(Throwable reason) {
    channel.writeAndFlush(new Frame.Lost(id, told(reason)));
    ended = true;
  }

  /** Whatever it was, the coordinator waits to be told. */
  private PostgresError told(Throwable failure) {
    if (failure instanceof PostgresException known) {
      return known.error();
    }
    log.error("stream {} of {} is ended", id, channel.remoteAddress(), failure);
    return failure instanceof OutOfMemoryError
        ? PostgresError.of(
            "53200", "out of memory of the agent of node \"" + engine.config().name() + "\"")
        : PostgresError.of("XX000", "internal error of the agent: " + failure);
  }

  private void serveRequests(Lease held) throws InterruptedException {
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    Optional<Frame> move = Optional.empty();
    while (true) {
      Frame frame = inbox.take();
      if (frame instanceof Frame.Close) {
        return;
      }
      // COPY data after the COPY has ended is of no use to anyone; its credit goes back.
      if (frame instanceof Frame.CopyData data) {
        grantBack(data.block().rawLength());
      }
      if (frame instanceof Frame.Send || frame instanceof Frame.Load) {
        move = Optional.of(frame);
      }
      if (frame instanceof Frame.Request part) {
        request.writeBytes(part.block().unpack());
        if (!part.continued()) {
          LoggedStatement.set(part.statement());
          serve(held, encoded(part, request.toByteArray()), move);
          request = new ByteArrayOutputStream();
          move = Optional.empty();
        }
      }
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

  private void serve(Lease held, EncodedRequest request, Optional<Frame> move)
      throws InterruptedException {
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

  /** Takes data until its end, or until the server takes no more: it may fail in the middle. */
  private void takeCopyData(Exchange exchange) throws InterruptedException {
    while (exchange.wantsData()) {
      Frame frame = inbox.poll(COPY_PAUSE_MILLIS, TimeUnit.MILLISECONDS);
      if (frame == null) {
        continue;
      }
      switch (frame) {
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
        case Frame.Close close -> {
          // Seen again by serveRequests, when the exchange has been cancelled.
          inbox.add(close);
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
      channel.writeAndFlush(new Frame.Credit(id, grant));
    }
  }
}
