package io.argosy.coordinator.limit;

import io.argosy.planner.movement.Estimator;
import java.time.Duration;

/** What runs in the pool, as it sees itself. Used by its thread. */
public interface PlanningWork {
  /** Somebody whom the session's thread asks, while the place in the pool is another's. */
  Estimator asking(Estimator estimator);

  /**
   * The same with an end to the search for a better plan. What counts is the time in which this
   * computes or waits for an answer, not that in which it waits for its turn.
   *
   * @param budget zero for any time
   */
  Estimator asking(Estimator estimator, Duration budget);
}
