package io.argosy.coordinator.transaction.recovery;

import io.argosy.coordinator.transaction.barrier.FracturedReadException;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongFunction;

/**
 * A question that many have at the same time: those who come while it is asked wait together for
 * the next answer. Another thread asks, so that who waits can be stopped alone. Thread-safe.
 *
 * @param <A> what is answered
 */
final class JoinedQuestion<A> {
  private final String name;
  private final LongFunction<A> asking;

  /** Held by who asks. */
  private final ReentrantLock turn = new ReentrantLock();

  private final ReentrantLock lock = new ReentrantLock();

  /** Those who wait for the question after the one that is asked; guarded by the lock. */
  private Round next;

  /** Those who get the same answer. */
  private final class Round {
    private final CompletableFuture<A> answer = new CompletableFuture<>();
    private long from = Long.MAX_VALUE;
  }

  /**
   * @param name of the thread that asks
   * @param asking asks for everything from a number on
   */
  JoinedQuestion(String name, LongFunction<A> asking) {
    this.name = name;
    this.asking = asking;
  }

  /**
   * Waits for an answer to a question that is asked after this call.
   *
   * @param from the answer has everything from this number on, and perhaps more
   * @throws PostgresException why it could not be answered; 57014 when the thread is interrupted
   */
  A answer(long from) {
    try {
      return join(from).answer.get();
    } catch (ExecutionException e) {
      throw failure(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PostgresException(PostgresError.CANCELLED, e);
    }
  }

  private Round join(long from) {
    lock.lock();
    try {
      if (next == null) {
        Round round = new Round();
        Thread.ofVirtual().name(name).start(() -> ask(round));
        next = round;
      }
      next.from = Math.min(next.from, from);
      return next;
    } finally {
      lock.unlock();
    }
  }

  private void ask(Round round) {
    turn.lock();
    try {
      round.answer.complete(asking.apply(close(round)));
    } catch (RuntimeException | Error e) {
      round.answer.completeExceptionally(e);
    } finally {
      turn.unlock();
    }
  }

  /** Who comes from now on wants to know what is later than this question. */
  private long close(Round round) {
    lock.lock();
    try {
      next = null;
      return round.from;
    } finally {
      lock.unlock();
    }
  }

  /** Each who waits throws an exception of its own. */
  private static PostgresException failure(Throwable cause) {
    return switch (cause) {
      case FracturedReadException fractured -> new FracturedReadException(fractured.transactions());
      case PostgresException failure -> new PostgresException(failure.error(), failure);
      default ->
          new PostgresException(PostgresError.of("XX000", "internal error: " + cause), cause);
    };
  }
}
