package io.argosy.coordinator.execute.stage;

import io.argosy.planner.movement.Estimator.Estimate;
import io.argosy.planner.plan.Stage;

/** A broadcast has been stopped because it is much larger than it was planned to be. */
public final class UnderestimatedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Stage stage;
  private final transient Estimate atLeast;
  private final double rows;

  /**
   * @param stage as the plan has it
   * @param atLeast what one node returns of it at least
   * @param rows how many rows of the expected length it has over all nodes, at least
   */
  UnderestimatedException(Stage stage, Estimate atLeast, double rows) {
    super("a broadcast is much larger than estimated: " + stage.query());
    this.stage = stage;
    this.atLeast = atLeast;
    this.rows = rows;
  }

  public Stage stage() {
    return stage;
  }

  /** How many rows of the expected length the stage has over all nodes, at least. */
  public double rows() {
    return rows;
  }

  public Estimate atLeast() {
    return atLeast;
  }
}
