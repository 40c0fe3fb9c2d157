package io.argosy.coordinator.write;

import io.argosy.coordinator.analysis.ModifiedRelations;
import io.argosy.coordinator.analysis.PlannedStatement;
import io.argosy.coordinator.execute.PlanExecutor;
import io.argosy.coordinator.execute.modify.CommittingExecution;
import io.argosy.coordinator.execute.repeat.RepeatedRuns;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.StatementPlanner;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.coordinator.write.change.ChangeCommand;
import io.argosy.planner.facts.Volatility;
import io.argosy.planner.plan.Plan;
import io.argosy.protocol.message.PostgresException;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;

/** Runs the statements of one session that change rows. */
public final class WriteCommand {
  private final InsertCommand inserts;
  private final PlanExecutor executor;

  /**
   * @param planner plans sources that are queries over many nodes
   * @param builtins the volatility of pg_catalog's functions by name
   */
  public WriteCommand(
      StatementPlanner planner, PlanExecutor executor, Map<String, Volatility> builtins) {
    this.inserts = new InsertCommand(planner, executor, builtins);
    this.executor = executor;
  }

  /**
   * Starts a statement, in the transaction that is open.
   *
   * @throws PostgresException 25006 in a transaction that may not write; what a node does not
   *     accept
   */
  public Execution start(PlannedStatement planned, StatementRun run) {
    refuseInReadOnly(planned, run);
    if (!(planned.plan() instanceof Plan.Gather)) {
      return executor.start(planned, run);
    }
    return planned.insertsRows() ? inserts.start(planned, run) : ChangeCommand.start(planned, run);
  }

  /**
   * Starts a statement that changes one node's rows and returns none, while no transaction is open,
   * and commits it with that.
   *
   * @return empty where it must run in a transaction
   * @throws PostgresException as {@link #start}; 08007 where its outcome is not known
   */
  public Optional<Execution> startCommitting(
      PlannedStatement planned, StatementRun run, CommittingExecution.Caller caller) {
    return planned.insertsRows()
        ? inserts.startCommitting(planned, run, caller)
        : executor.startCommitting(planned, run, caller);
  }

  /**
   * Starts a statement and runs of it that follow, all at once.
   *
   * @param bindings the values of each run, of which the first is the one of {@code run}; as many
   *     are taken as are started, or one more
   * @return empty where it is to be started alone
   * @throws PostgresException as {@link #start}
   */
  public Optional<RepeatedRuns> startRepeated(
      PlannedStatement planned, StatementRun run, Iterator<Binding> bindings) {
    refuseInReadOnly(planned, run);
    return planned.plan() instanceof Plan.Gather
        ? planned.insertsRows() ? inserts.startRepeated(planned, run, bindings) : Optional.empty()
        : executor.startRepeated(planned, run, bindings);
  }

  private static void refuseInReadOnly(PlannedStatement planned, StatementRun run) {
    ModifiedRelations modified = planned.modified();
    if (run.backends().readOnly() && !modified.entries().isEmpty()) {
      // What no row meets would not come to a node that refuses it, and what needs temporary tables
      // runs beside such a transaction.
      throw new PostgresException(
          "25006", "cannot execute " + modified.command() + " in a read-only transaction");
    }
  }
}
