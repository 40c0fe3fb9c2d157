package io.argosy.node.move;

import io.argosy.node.Routing;
import io.argosy.node.Sent;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * One query whose rows are being sent. Whoever runs the query hands its rows and its error over,
 * reads it to its end also after a failure, and then asks for the outcome. When an inbox fails, the
 * query is cancelled, also in the middle of a scan that has no row to send. Used by one thread,
 * except {@link #abort}.
 */
public final class Sending {
  private final RowRouter router;
  private final List<RowSink> sinks;
  private final ReentrantLock lock = new ReentrantLock();
  private Optional<Runnable> cancelQuery = Optional.empty();
  private PostgresError failure;

  private Sending(Routing routing, List<RowSink> sinks) {
    this.router = new RowRouter(routing, sinks);
    this.sinks = sinks;
  }

  /**
   * Opens the way to every inbox.
   *
   * @param destinations the inboxes, in whatever form {@code opener} knows them
   * @throws PostgresException when one of them cannot be reached; the others have failed with the
   *     same error then
   */
  public static <T> Sending open(
      Routing routing, List<T> destinations, Function<T, RowSink> opener) {
    List<RowSink> sinks = new ArrayList<>(destinations.size());
    try {
      for (T destination : destinations) {
        sinks.add(opener.apply(destination));
      }
    } catch (PostgresException e) {
      sinks.forEach(sink -> sink.fail(e.error()));
      throw e;
    }
    return new Sending(routing, sinks);
  }

  /** The query runs. What cancels it must not block. */
  public void started(Runnable cancel) {
    lock.lock();
    try {
      cancelQuery = Optional.of(cancel);
      if (failure != null) {
        cancel.run();
      }
    } finally {
      lock.unlock();
    }
    sinks.forEach(sink -> sink.whenFailed(this::abort));
  }

  /** Routes rows; drops them after a failure. */
  public void rows(ByteBuffer messages) {
    if (failed()) {
      return;
    }
    try {
      router.route(messages);
    } catch (PostgresException e) {
      abort(e.error());
    }
  }

  private boolean failed() {
    lock.lock();
    try {
      return failure != null;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Makes all inboxes fail and cancels the query. The first error stays. Any thread may call it.
   */
  public void abort(PostgresError error) {
    lock.lock();
    try {
      if (failure != null) {
        return;
      }
      failure = error;
      cancelQuery.ifPresent(Runnable::run);
    } finally {
      lock.unlock();
    }
    router.fail(error);
  }

  /**
   * The server has reported an error. One that ends the session is not the outcome: that the node
   * is lost comes next, as an exception that names it.
   */
  public void queryFailed(PostgresError error) {
    if (!error.endsSession()) {
      stopped(error);
    }
  }

  /** The query has ended, and not well. */
  public void stopped(PostgresError error) {
    ended();
    abort(error);
  }

  /**
   * The query has ended: waits until the inboxes have all rows.
   *
   * @throws PostgresException the first error that there was
   */
  public Sent finish() {
    ended();
    try {
      if (!failed()) {
        return router.end();
      }
    } catch (PostgresException e) {
      abort(e.error());
    }
    throw new PostgresException(failure);
  }

  /** From here on a cancel would hit the next query. */
  private void ended() {
    lock.lock();
    try {
      cancelQuery = Optional.empty();
    } finally {
      lock.unlock();
    }
  }
}
