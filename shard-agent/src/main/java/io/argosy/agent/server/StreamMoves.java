package io.argosy.agent.server;

import io.argosy.node.EncodedRequest;
import io.argosy.node.MoveGivenUp;
import io.argosy.node.Sent;
import io.argosy.node.frame.Frame;
import io.argosy.node.frame.FrameWriter;
import io.argosy.node.frame.InboxAddress;
import io.argosy.node.local.Engine;
import io.argosy.node.local.Exchange;
import io.argosy.node.local.InboxLoad;
import io.argosy.node.local.Lease;
import io.argosy.node.move.CurrentMove;
import io.argosy.node.move.RowSink;
import io.argosy.node.move.Sending;
import io.argosy.node.move.StoredInbox;
import io.argosy.node.remote.Peers;
import io.argosy.protocol.message.BackendDecoder;
import io.argosy.protocol.message.BackendMessage;
import io.argosy.protocol.message.Messages;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The moves of one lease: its inboxes, and the query or the COPY that is under way. {@link #send}
 * and {@link #load} are called by the stream's thread and block; the others do not.
 */
final class StreamMoves {
  private final int stream;
  private final FrameWriter writer;
  private final Engine engine;
  private final Peers peers;
  private final ResponseSender responses;
  private final Map<UUID, StoredInbox> inboxes = new ConcurrentHashMap<>();
  private final CurrentMove move = new CurrentMove();

  StreamMoves(
      int stream, FrameWriter writer, Engine engine, Peers peers, ResponseSender responses) {
    this.stream = stream;
    this.writer = writer;
    this.engine = engine;
    this.peers = peers;
    this.responses = responses;
  }

  void open(Frame.OpenInbox open) {
    inboxes.put(
        open.inbox(), engine.inboxes().open(open.inbox(), open.senders(), open.limitBytes()));
    writer.send(new Frame.InboxOpened(stream));
  }

  void fail(Frame.FailInbox fail) {
    StoredInbox inbox = inboxes.get(fail.inbox());
    if (inbox != null) {
      inbox.fail(fail.error());
    }
  }

  void close(Frame.CloseInbox close) {
    StoredInbox inbox = inboxes.remove(close.inbox());
    if (inbox != null) {
      inbox.close();
    }
  }

  /** A Send or Load has arrived: it can be cancelled before its request is seen. */
  void announce() {
    move.begin();
  }

  /** Stops what is under way. */
  void cancel() {
    move.cancel();
  }

  /** Stops what is under way and closes the inboxes, telling everyone why. */
  void close(PostgresError reason) {
    move.abort(reason);
    for (StoredInbox inbox : inboxes.values()) {
      inbox.fail(reason);
      inbox.close();
    }
    inboxes.clear();
  }

  /**
   * Runs a query and sends its rows; answers all but the rows.
   *
   * @throws PostgresException 08006 when the server was lost
   */
  void send(Frame.Send send, Lease lease, EncodedRequest query) {
    Frame outcome;
    try {
      outcome = openAndRun(send, lease, query);
    } finally {
      // Before the outcome is known to the coordinator, who may then begin another one.
      move.end();
    }
    responses.end(outcome);
  }

  private Frame openAndRun(Frame.Send send, Lease lease, EncodedRequest query) {
    Sending sending;
    try {
      sending = Sending.open(send.routing(), send.inboxes(), this::sink);
    } catch (PostgresException e) {
      return refused(lease, e.error());
    }
    move.stoppedBy(sending::abort);
    return run(lease, query, sending);
  }

  private RowSink sink(InboxAddress address) {
    String self = engine.config().name();
    return address.own()
        ? engine.inboxes().get(address.inbox()).sink(self)
        : peers.deliver(address, self);
  }

  private Frame run(Lease lease, EncodedRequest query, Sending sending) {
    Frame outcome = null;
    try {
      Exchange exchange = lease.execute(query);
      sending.started(lease::cancel);
      while (outcome == null) {
        Messages messages = exchange.read();
        switch (messages.type()) {
          case BackendMessage.DATA_ROW -> sending.rows(messages.bytes());
          case BackendMessage.ERROR_RESPONSE -> {
            sending.queryFailed(BackendDecoder.error(messages.body()));
            responses.add(messages);
          }
          case BackendMessage.READY_FOR_QUERY -> {
            outcome = finish(sending);
            exchange.used().ifPresent(responses::tell);
            responses.add(messages);
          }
          default -> responses.add(messages);
        }
      }
      return outcome;
    } catch (PostgresException e) {
      sending.stopped(e.error());
      throw e;
    }
  }

  /** Before ReadyForQuery goes out, so that the coordinator can cancel this too. */
  private Frame finish(Sending sending) {
    try {
      Sent sent = sending.finish();
      return new Frame.Moved(stream, sent.deliveries());
    } catch (PostgresException e) {
      return new Frame.Failed(stream, e.error());
    }
  }

  /**
   * Runs a COPY that takes an inbox's rows; answers as for any COPY.
   *
   * @throws PostgresException 08006 when the server was lost
   */
  void load(Frame.Load load, Lease lease, EncodedRequest copy) {
    Frame outcome;
    try {
      StoredInbox inbox = inboxes.get(load.inbox());
      outcome =
          inbox == null
              ? refused(lease, MoveGivenUp.of("the inbox was closed before it was loaded"))
              : run(lease, copy, inbox);
    } finally {
      inboxes.remove(load.inbox());
      move.end();
    }
    responses.end(outcome);
  }

  private Frame run(Lease lease, EncodedRequest copy, StoredInbox inbox) {
    move.stoppedBy(inbox::fail);
    Optional<PostgresError> failure = InboxLoad.run(lease.execute(copy), inbox, responses::add);
    lease.used().ifPresent(responses::tell);
    return failure.isPresent()
        ? new Frame.Failed(stream, failure.get())
        : new Frame.Moved(stream, List.of());
  }

  /** The request has not been started: its answer is only that the backend is ready. */
  private Frame refused(Lease lease, PostgresError error) {
    ByteBuffer ready = ByteBuffer.allocate(Messages.HEADER + 1);
    ready.put(BackendMessage.READY_FOR_QUERY).putInt(5).put((byte) lease.transactionStatus());
    responses.add(new Messages(BackendMessage.READY_FOR_QUERY, ready.flip(), 1));
    return new Frame.Failed(stream, error);
  }
}
