package io.argosy.coordinator.execute.stage;

import io.argosy.planner.movement.Estimator.Estimate;

/** A broadcast has been stopped because it is much larger than it was planned to be. */
public final class UnderestimatedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String query;
  private final transient Estimate atLeast;

  /**
   * @param query the stage's query as the plan has it
   * @param atLeast what one node returns of it at least
   */
  UnderestimatedException(String query, Estimate atLeast) {
    super("a broadcast is much larger than estimated: " + query);
    this.query = query;
    this.atLeast = atLeast;
  }

  public String query() {
    return query;
  }

  public Estimate atLeast() {
    return atLeast;
  }
}
