package io.argosy.coordinator.execute.stage;

import io.argosy.planner.movement.Estimator.Estimate;
import io.argosy.planner.plan.Stage;

/** A broadcast has been stopped because it is much larger than it was planned to be. */
public final class UnderestimatedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Stage stage;
  private final transient Estimate atLeast;

  /**
   * @param stage as the plan has it
   * @param atLeast what one node returns of it at least
   */
  UnderestimatedException(Stage stage, Estimate atLeast) {
    super("a broadcast is much larger than estimated: " + stage.query());
    this.stage = stage;
    this.atLeast = atLeast;
  }

  public Stage stage() {
    return stage;
  }

  public Estimate atLeast() {
    return atLeast;
  }
}
