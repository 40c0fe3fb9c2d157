package io.argosy.coordinator.limit;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What one session has read and planned in the {@link PlanningPool}, while its own thread waits.
 * Used by the session's thread; {@link #cancel} by any.
 */
public final class Planning {
  /** A text up to this length is taken apart in less time than another thread needs to begin. */
  private static final int SHORT = 32 * 1024;

  private final PlanningPool pool;
  private final Supplier<Duration> budget;
  private final BooleanSupplier learns;

  /** Null while nothing runs. */
  private volatile PlanningRun<?> current;

  /**
   * @param budget how long a better plan is looked for, zero for any time; asked for each statement
   * @param learns whether plans may depend on what ran before; asked for each statement
   */
  public Planning(PlanningPool pool, Supplier<Duration> budget, BooleanSupplier learns) {
    this.learns = learns;
    this.pool = pool;
    this.budget = budget;
  }

  /** How long a better plan is looked for, zero for any time. */
  public Duration budget() {
    return budget.get();
  }

  /** Whether plans may depend on what ran before. */
  public boolean learns() {
    return learns.getAsBoolean();
  }

  /**
   * Runs something on a thread that may compute for long and deeply. What it asks is answered by
   * the thread that calls this, which alone uses the session's backends. So the work itself has
   * nothing planned, which would wait for a thread that waits for the work.
   *
   * @throws IllegalStateException when a thread of the pool calls this
   * @throws io.argosy.protocol.message.PostgresException 57014 when it is cancelled; 54001 when it
   *     is nested too deeply
   */
  public <T> T run(Function<PlanningWork, T> work) {
    if (PlanningPool.isOwn(Thread.currentThread())) {
      throw new IllegalStateException("what is planned must not have something planned");
    }
    PlanningRun<T> run = new PlanningRun<>(pool, work);
    PlanningRun<?> outer = current;
    current = run;
    try {
      return run.result();
    } finally {
      current = outer;
      run.abandon();
    }
  }

  /** The same for what takes time only where a text is long, and is not recursive. */
  public <T> T read(String text, Supplier<T> work) {
    return text.length() <= SHORT ? work.get() : run(ignored -> work.get());
  }

  /** Ends what runs: the session's thread at once, and the other as soon as it looks up. */
  public void cancel() {
    PlanningRun<?> run = current;
    if (run != null) {
      run.cancel();
    }
  }
}
