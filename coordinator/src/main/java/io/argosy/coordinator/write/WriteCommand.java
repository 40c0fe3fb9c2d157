package io.argosy.coordinator.write;

import io.argosy.coordinator.catalog.PlannedStatement;
import io.argosy.coordinator.change.ChangeCommand;
import io.argosy.coordinator.change.ModifiedRelations;
import io.argosy.coordinator.execute.Execution;
import io.argosy.coordinator.execute.PlanExecutor;
import io.argosy.coordinator.execute.StatementPlanner;
import io.argosy.coordinator.execute.StatementRun;
import io.argosy.planner.plan.Plan;

/** Runs the statements of one session that change rows. */
public final class WriteCommand {
  private final InsertCommand inserts;
  private final PlanExecutor executor;

  /**
   * @param planner plans sources that are queries over many nodes
   */
  public WriteCommand(StatementPlanner planner, PlanExecutor executor) {
    this.inserts = new InsertCommand(planner, executor);
    this.executor = executor;
  }

  /**
   * Starts a statement, in the transaction that is open.
   *
   * @throws io.argosy.agent.postgres.PostgresException what a node does not accept
   */
  public Execution start(PlannedStatement planned, StatementRun run) {
    if (!(planned.plan() instanceof Plan.Gather)) {
      return executor.start(planned, run);
    }
    return ModifiedRelations.of(planned.canonical().orElseThrow())
            .isInsertIntoTable(planned.relations())
        ? inserts.start(planned, run)
        : ChangeCommand.start(planned, run);
  }
}
