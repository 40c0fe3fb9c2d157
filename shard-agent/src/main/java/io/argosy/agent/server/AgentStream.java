package io.argosy.agent.server;

import io.argosy.node.LoggedStatement;
import io.argosy.node.SessionOptions;
import io.argosy.node.frame.Compression;
import io.argosy.node.frame.CreditGate;
import io.argosy.node.frame.DamagedFrameException;
import io.argosy.node.frame.Frame;
import io.argosy.node.frame.FrameWriter;
import io.argosy.node.local.Engine;
import io.argosy.node.local.Lease;
import io.argosy.node.remote.Peers;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import io.netty.channel.Channel;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One lease of one coordinator. {@link #open} and then {@link #serve} are run by one thread at a
 * time and may block: by one from the beginning, and by another whenever there is something to do
 * again, as {@link #receive} says. The other methods are called by the event loop and do not block.
 */
final class AgentStream {
  private static final Logger log = LoggerFactory.getLogger(AgentStream.class);

  private final int id;
  private final Channel channel;
  private final FrameWriter writer;
  private final Engine engine;
  private final CreditGate gate = new CreditGate();
  private final StreamMoves moves;
  private final FrameQueue queue = new FrameQueue(true);
  private final StreamRequests requests;
  private final ReentrantLock lock = new ReentrantLock();
  private Lease lease;
  private boolean closing;
  private boolean discard;
  private boolean awaited;

  /** Waits for a backend; null while nobody does. Guarded by the lock. */
  private Thread opener;

  /** It need not wait any more. Guarded by the lock. */
  private boolean stopped;

  /** Whether a backend is still being leased. */
  private volatile boolean opening = true;

  /** Whether nothing is served any more. */
  private volatile boolean ended;

  AgentStream(
      int id,
      Channel channel,
      FrameWriter writer,
      int inlineLimit,
      Engine engine,
      Peers peers,
      Compression compression,
      AgentStatistics statistics) {
    this.id = id;
    this.channel = channel;
    this.writer = writer;
    this.engine = engine;
    ResponseSender sender =
        new ResponseSender(id, writer, inlineLimit, compression, gate, statistics);
    this.moves = new StreamMoves(id, writer, engine, peers, sender);
    this.requests = new StreamRequests(id, writer, queue, sender, moves, statistics);
  }

  /** The inboxes and moves of this lease. */
  StreamMoves moves() {
    return moves;
  }

  /** A frame has arrived; returns whether a thread is to {@link #serve} from now on. */
  boolean receive(Frame frame) {
    requests.announce(frame);
    return queue.add(frame);
  }

  /** Whether there is anything that the coordinator will be told; known to the event loop alone. */
  boolean works() {
    return opening || !ended && requests.underWay();
  }

  void grant(int bytes) {
    gate.grant(bytes);
  }

  /**
   * Cancels the last request that has arrived, also when its turn has not come yet. There is no
   * lease any more when it waits for a backend.
   */
  void cancel() {
    requests.cancel();
    Lease held = lease();
    if (held != null) {
      held.cancel();
    } else {
      stopOpening();
    }
    moves.cancel();
  }

  /** Ends the stream: what runs is cancelled, and the thread let go wherever it waits. */
  void close(Frame.Close close) {
    close(
        close.discard(),
        close.awaited(),
        PostgresError.of(
            "57014", "the session on node \"" + engine.config().name() + "\" was closed"));
  }

  /** The coordinator is gone: the same, and nothing of it stays. */
  void lost() {
    close(
        true,
        false,
        PostgresError.of(
            "08006",
            "the connection of node \""
                + engine.config().name()
                + "\" to its coordinator was lost"));
  }

  private void close(boolean mustDiscard, boolean mustAnswer, PostgresError reason) {
    Lease held;
    lock.lock();
    try {
      closing = true;
      discard = mustDiscard;
      awaited = mustAnswer;
      held = lease;
    } finally {
      lock.unlock();
    }
    stopOpening();
    gate.open();
    moves.close(reason);
    boolean idle = queue.close();
    if (held == null) {
      return;
    }
    if (idle && !mustDiscard && held.endsAtOnce()) {
      end(held);
    } else {
      Thread.ofVirtual().name("stream-" + id + "-close").start(() -> end(held));
    }
  }

  private void end(Lease held) {
    try {
      if (discard) {
        held.discardOnClose();
      }
      held.close();
    } catch (RuntimeException e) {
      log.warn("a lease of {} did not end well", channel.remoteAddress(), e);
    }
    if (awaited) {
      writer.send(new Frame.Closed(id));
    }
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
      writer.send(new Frame.Refused(id, isStopped() ? PostgresError.CANCELLED : told(e)));
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
    Frame opened = new Frame.Opened(id, held.processId());
    if (queue.isEmpty()) {
      writer.send(opened);
    } else {
      // The answer to what has been asked already is seldom far behind.
      writer.sendSoon(opened);
    }
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

  /** Serves what has been asked of the backend, and returns when that is all. */
  void serve() {
    try {
      Lease held = lease();
      Optional<Frame> frame = queue.next();
      while (frame.isPresent()) {
        requests.take(held, frame.get());
        frame = queue.next();
      }
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
    try {
      writer.send(new Frame.Lost(id, told(reason)));
    } finally {
      ended = true;
    }
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
}
