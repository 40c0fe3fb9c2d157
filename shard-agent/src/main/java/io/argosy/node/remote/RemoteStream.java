package io.argosy.node.remote;

import io.argosy.node.Machine;
import io.argosy.node.ResourceUse;
import io.argosy.node.frame.CreditGate;
import io.argosy.node.frame.CreditMeter;
import io.argosy.node.frame.DamagedFrameException;
import io.argosy.node.frame.Frame;
import io.argosy.node.frame.Limits;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * One stream: what has arrived for it and not been taken. Credit bounds that. A stream that has
 * failed stays failed.
 */
final class RemoteStream {
  private final int id;
  private final RemoteConnection connection;
  private final BlockingQueue<Frame> inbox = new LinkedBlockingQueue<>();
  private final boolean leases;
  private final CreditGate gate = new CreditGate();
  private final CreditMeter meter = new CreditMeter();
  private final CompletableFuture<Integer> opened = new CompletableFuture<>();
  private final CompletableFuture<Void> closed = new CompletableFuture<>();
  private final CompletableFuture<PostgresError> failed = new CompletableFuture<>();
  private volatile PostgresError failure;
  private volatile boolean refused;

  /** What the agent has said last that a request has used; behind it comes the request's end. */
  private volatile Optional<ResourceUse> use = Optional.empty();

  /** How many frames were sent that the agent does something about. */
  private final AtomicInteger sent = new AtomicInteger();

  /** At which of them nobody worked for the stream any more, as the agent has said last. */
  private volatile int idleAt = -1;

  /**
   * @param leases whether the agent leases it a backend
   */
  RemoteStream(int id, RemoteConnection connection, boolean leases) {
    this.id = id;
    this.connection = connection;
    this.leases = leases;
  }

  int id() {
    return id;
  }

  /**
   * Waits for the backend.
   *
   * @return its process id
   * @throws PostgresException why there is none
   */
  int awaitOpened() {
    if (!opened.isDone()) {
      connection.flush();
    }
    try {
      while (true) {
        try {
          return opened.get(Limits.ASK.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
          ask();
        }
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    } catch (ExecutionException e) {
      throw new PostgresException(failure, e);
    }
  }

  /** Whether the agent has said that it leases none. */
  boolean isRefused() {
    return refused;
  }

  boolean isOpened() {
    return opened.state() == Future.State.SUCCESS;
  }

  String nodeName() {
    return connection.nodeName();
  }

  /** Called by the event loop. */
  void receive(Frame frame) {
    switch (frame) {
      case Frame.Credit credit -> gate.grant(credit.bytes());
      case Frame.Opened backend -> opened.complete(backend.process());
      case Frame.Closed ignored -> closed.complete(null);
      case Frame.Lost lost -> failWith(lost.error());
      case Frame.Refused told -> {
        // The agent has ended it already.
        refused = !opened.isDone();
        fail(told.error());
        forget();
      }
      case Frame.Idle idle -> idle(idle);
      case Frame.Response response -> {
        use = response.use();
        inbox.add(response);
      }
      case Frame other -> inbox.add(other);
    }
  }

  /** Behind all that the agent has said before: who waits sees it when that is read. */
  private void idle(Frame.Idle idle) {
    idleAt = idle.number();
    if (leases && !opened.isDone() && idle.number() == sent.get()) {
      fail(forgotten());
    } else {
      inbox.add(idle);
    }
  }

  /** Whoever has waited for a while wants to know whether there is anything to wait for. */
  private void ask() {
    connection.send(new Frame.Ask(id, sent.get()));
  }

  private PostgresError forgotten() {
    return PostgresError.of(
        "08006",
        "the agent of node \""
            + nodeName()
            + "\" has nothing under way for what it was asked: its answer was lost");
  }

  /** The connection or the lease is gone: everybody who waits for the agent is told so. */
  void fail(PostgresError error) {
    failWith(error);
    closed.complete(null);
  }

  private void failWith(PostgresError error) {
    if (failure == null) {
      failure = error;
    }
    gate.open();
    // Behind what has arrived before: that can still be read.
    inbox.add(new Frame.Lost(id, error));
    failed.complete(error);
    opened.completeExceptionally(new PostgresException(error));
  }

  /** Who is told that the stream has failed: by the thread that notices, at once if it has. */
  void whenFailed(Consumer<PostgresError> listener) {
    failed.thenAccept(listener);
  }

  /** Waits for what the agent says of its machine. */
  Machine awaitMeasured() {
    return take(Frame.Measured.class).machine();
  }

  /** Waits for samples of the agent's machine. */
  Frame.Sampled awaitSampled() {
    return take(Frame.Sampled.class);
  }

  /** Waits until the idle backends of a database are closed. */
  void awaitDatabaseLeft() {
    take(Frame.DatabaseLeft.class);
  }

  /** Waits until senders may come. */
  void awaitInboxOpened() {
    take(Frame.InboxOpened.class);
  }

  /** Waits until the rows delivered on this stream are in their inbox. */
  void awaitStored() {
    take(Frame.Stored.class);
  }

  /**
   * Waits for the outcome of a move.
   *
   * @throws PostgresException why it failed
   */
  Frame.Moved takeMoved() {
    Frame frame = take();
    if (frame instanceof Frame.Failed failedMove) {
      throw new PostgresException(failedMove.error());
    }
    return checked(frame, Frame.Moved.class);
  }

  /** The next Response; blocks. */
  Frame.Response takeResponse() {
    return take(Frame.Response.class);
  }

  private <F extends Frame> F take(Class<F> type) {
    return checked(take(), type);
  }

  private <F extends Frame> F checked(Frame frame, Class<F> type) {
    if (type.isInstance(frame)) {
      return type.cast(frame);
    }
    throw unexpected(frame);
  }

  private PostgresException unexpected(Frame frame) {
    DamagedFrameException damage =
        new DamagedFrameException("unexpected " + frame.getClass().getSimpleName());
    return damaged(damage);
  }

  /** Gives the connection up, and says so. */
  PostgresException damaged(DamagedFrameException damage) {
    connection.damaged(damage);
    return new PostgresException(
        PostgresError.of(
            "08006",
            "what the agent of node \""
                + nodeName()
                + "\" sent was damaged: "
                + damage.getMessage()),
        damage);
  }

  private Frame take() {
    try {
      while (true) {
        Frame frame = inbox.poll(Limits.ASK.toMillis(), TimeUnit.MILLISECONDS);
        switch (frame) {
          case null -> ask();
          case Frame.Idle idle -> {
            if (idle.number() == sent.get()) {
              fail(forgotten());
            }
          }
          case Frame.Lost lost -> {
            inbox.add(lost);
            throw new PostgresException(lost.error());
          }
          default -> {
            return frame;
          }
        }
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private PostgresException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new PostgresException(
        PostgresError.of("57014", "interrupted while waiting for node " + nodeName()), e);
  }

  /** So many bytes of Response have been consumed: the agent may send as many more. */
  void grantBack(int bytes) {
    int grant = meter.consumed(bytes);
    if (grant > 0) {
      connection.send(new Frame.Credit(id, grant));
    }
  }

  /** Waits for credit to send COPY data or rows; false when the stream has failed. */
  boolean passGate(int bytes) {
    return gate.pass(bytes, this::waitsForCredit);
  }

  private void waitsForCredit() {
    if (idleAt == sent.get()) {
      fail(forgotten());
    } else {
      ask();
    }
  }

  /** A request is going to be sent: what is known of the one before is of no use any more. */
  void forgetUse() {
    use = Optional.empty();
  }

  Optional<ResourceUse> use() {
    return use;
  }

  Optional<PostgresError> failure() {
    return Optional.ofNullable(failure);
  }

  void send(Frame frame) {
    if (!(frame instanceof Frame.Cancel)) {
      // That one may be sent again and again, and has no answer of its own.
      sent.incrementAndGet();
    }
    connection.send(frame);
  }

  /** Ends a stream that the agent has no more to say on. */
  void forget() {
    connection.forget(this);
  }

  /** Ends the stream without waiting for the agent. */
  void close(boolean discard) {
    sent.incrementAndGet();
    connection.sendSoon(new Frame.Close(id, discard, false));
    connection.forget(this);
  }

  /** Ends the stream and waits until the agent has: what ran is rolled back. */
  void closeAndAwait(boolean discard, Duration limit) {
    send(new Frame.Close(id, discard, true));
    closed.completeOnTimeout(null, limit.toMillis(), TimeUnit.MILLISECONDS).join();
    connection.forget(this);
  }
}
