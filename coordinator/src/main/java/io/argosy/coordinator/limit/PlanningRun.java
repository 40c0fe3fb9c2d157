package io.argosy.coordinator.limit;

import io.argosy.planner.movement.Estimator;
import io.argosy.planner.plan.SearchSummary;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * One piece of work in the pool, and the session's thread that waits for it: a thread of each. They
 * talk by {@link Event}s; when the session's thread waits no more, the other ends as soon as it
 * asks or looks up.
 */
final class PlanningRun<T> implements PlanningWork {
  private static final Logger LOG = LoggerFactory.getLogger(PlanningRun.class);

  /** After so long others that wait have their turn. */
  private static final long SLICE = TimeUnit.MILLISECONDS.toNanos(10);

  /** What the session's thread is told. */
  private sealed interface Event<T> {
    record Done<T>(T value) implements Event<T> {}

    record Failed<T>(Throwable cause) implements Event<T> {}

    record Question<T>(Runnable answer) implements Event<T> {}

    record Cancelled<T>() implements Event<T> {}
  }

  /** Nobody waits for the result. */
  private static final class AbandonedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    AbandonedException() {
      super("nobody waits for the result", null, false, false);
    }
  }

  private final PlanningPool pool;
  private final Function<PlanningWork, T> work;
  private final BlockingQueue<Event<T>> events = new LinkedBlockingQueue<>();

  /** Null if there is none. */
  private final Map<String, String> context = MDC.getCopyOfContextMap();

  private volatile boolean abandoned;

  /** What the pool's thread waits for; null while it does not. */
  private volatile CompletableFuture<?> awaited;

  /** Whether the pool's thread has a place, and since when; used by that thread. */
  private boolean placed;

  private long since;

  /** What it has computed with the places before. */
  private long computed;

  /** What it has waited for answers; written by the session's thread while this one waits. */
  private long answered;

  PlanningRun(PlanningPool pool, Function<PlanningWork, T> work) {
    this.pool = pool;
    this.work = work;
  }

  /** Has the work done, and answers what it asks. Used by the session's thread. */
  T result() {
    pool.enter(this::start);
    while (true) {
      switch (next()) {
        case Event.Done<T>(T value) -> {
          return value;
        }
        case Event.Question<T>(Runnable answer) -> answer.run();
        case Event.Failed<T>(Throwable cause) -> throw failure(cause);
        case Event.Cancelled<T>() -> throw new PostgresException(PostgresError.CANCELLED);
      }
    }
  }

  private Event<T> next() {
    try {
      return events.take();
    } catch (InterruptedException e) {
      throw new IllegalStateException("the thread is interrupted by nobody", e);
    }
  }

  private static RuntimeException failure(Throwable cause) {
    if (cause instanceof RuntimeException failed) {
      return failed;
    }
    if (cause instanceof StackOverflowError) {
      return StackDepth.exceeded(cause);
    }
    throw (Error) cause;
  }

  /** Any thread. */
  void cancel() {
    abandon();
    events.add(new Event.Cancelled<>());
  }

  /** The session's thread waits no more. */
  void abandon() {
    abandoned = true;
    CompletableFuture<?> waited = awaited;
    if (waited != null) {
      waited.completeExceptionally(new AbandonedException());
    }
  }

  /** With a place; does not wait. */
  private void start() {
    if (abandoned) {
      pool.leave();
      return;
    }
    try {
      pool.start(this::compute);
    } catch (Throwable e) {
      // No thread is to be had.
      pool.leave();
      events.add(new Event.Failed<>(e));
    }
  }

  private void compute() {
    takePlace();
    try {
      if (context != null) {
        MDC.setContextMap(context);
      }
      events.add(new Event.Done<>(work.apply(this)));
    } catch (AbandonedException e) {
      LOG.debug("what nobody waits for any more has ended");
    } catch (Throwable e) {
      events.add(new Event.Failed<>(e));
    } finally {
      MDC.clear();
      if (placed) {
        pool.leave();
      }
    }
  }

  private void takePlace() {
    placed = true;
    since = System.nanoTime();
  }

  private void leavePlace() {
    placed = false;
    computed += System.nanoTime() - since;
    pool.leave();
  }

  private void requireWanted() {
    if (abandoned) {
      throw new AbandonedException();
    }
  }

  /** Ends what nobody waits for, and lets others have their turn. */
  private void lookUp() {
    requireWanted();
    if (System.nanoTime() - since > SLICE && pool.isWanted()) {
      CompletableFuture<Void> turn = new CompletableFuture<>();
      awaited = turn;
      leavePlace();
      pool.enter(() -> give(turn, null));
      await(turn);
    }
  }

  private <A> A ask(Supplier<A> question) {
    CompletableFuture<A> answer = new CompletableFuture<>();
    awaited = answer;
    leavePlace();
    events.add(
        new Event.Question<>(
            () -> {
              long begun = System.nanoTime();
              A value = question.get();
              answered += System.nanoTime() - begun;
              pool.enter(() -> give(answer, value));
            }));
    return await(answer);
  }

  /** Passes an answer on, and a place with it, unless nobody waits for them. */
  private <A> void give(CompletableFuture<A> answer, A value) {
    if (!answer.complete(value)) {
      pool.leave();
    }
  }

  private <A> A await(CompletableFuture<A> answer) {
    if (abandoned) {
      // That is seen here, or the answer is seen there.
      answer.completeExceptionally(new AbandonedException());
    }
    try {
      A value = answer.join();
      takePlace();
      return value;
    } catch (CompletionException e) {
      throw new AbandonedException();
    } finally {
      awaited = null;
    }
  }

  /** The time that it has taken, but for that of waiting for its turn. */
  private long used() {
    return computed + answered + System.nanoTime() - since;
  }

  @Override
  public Estimator asking(Estimator estimator) {
    return asking(estimator, Duration.ZERO);
  }

  @Override
  public Estimator asking(Estimator estimator, Duration budget) {
    double nanoseconds = budget.isZero() ? Double.POSITIVE_INFINITY : budget.toNanos();
    return new Estimator() {
      @Override
      public Estimate of(String sql) {
        return ask(() -> estimator.of(sql));
      }

      @Override
      public void lookUp() {
        PlanningRun.this.lookUp();
      }

      @Override
      public double timeUsed() {
        return used() / nanoseconds;
      }

      @Override
      public void searched(SearchSummary summary) {
        estimator.searched(summary);
      }
    };
  }
}
