package io.argosy.coordinator.execute.modify;

import io.argosy.coordinator.analysis.CarriedTable;
import io.argosy.coordinator.analysis.PlannedStatement;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.planner.plan.Plan;
import java.util.List;

/** Strategy CARRIED: the home node changes rows, and the other nodes do the same to the same. */
public final class CarriedExecution {
  private CarriedExecution() {}

  /** Starts the statement, in the transaction that is open. */
  public static Execution start(PlannedStatement planned, Plan.Carried plan, StatementRun run) {
    CarriedTable table = new CarriedTable(plan);
    return new CarriedRows(run, table.definition(), table.columns())
        .start(
            plan.sql(),
            run.binding(),
            planned.description().fields().map(List::size).orElse(0),
            table.command(),
            table::changing);
  }
}
