package io.argosy.coordinator.write;

import io.argosy.coordinator.analysis.PlannedStatement;
import io.argosy.coordinator.analysis.RowLocks;
import io.argosy.coordinator.cluster.KeyType;
import io.argosy.coordinator.execute.PlanExecutor;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.Part;
import io.argosy.coordinator.execute.run.StatementPlanner;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.coordinator.execute.stage.MovedRows;
import io.argosy.coordinator.metadata.TableFact;
import io.argosy.planner.facts.Colocation;
import io.argosy.planner.plan.Plan;
import java.util.List;
import java.util.Optional;

/**
 * An INSERT of what the nodes read of their own rows. Where the rows lie by the target's key
 * already, each node inserts what it reads; otherwise they go from node to node, and never through
 * the home node.
 */
final class NodeInsert {
  private final InsertStatement insert;
  private final TailRule rule;
  private final TableFact target;
  private final StatementRun run;
  private final StatementPlanner planner;
  private final PlanExecutor executor;

  NodeInsert(
      InsertStatement insert,
      TailRule rule,
      TableFact target,
      StatementRun run,
      StatementPlanner planner,
      PlanExecutor executor) {
    this.insert = insert;
    this.rule = rule;
    this.target = target;
    this.run = run;
    this.planner = planner;
    this.executor = executor;
  }

  /**
   * Starts it; empty where something must be evaluated once: defaults, identities, or a source that
   * is more than the rows of the nodes.
   *
   * @param planned the INSERT
   */
  Optional<Execution> start(PlannedStatement planned) {
    boolean identities = target.columns().stream().anyMatch(c -> !c.identity().isEmpty());
    boolean conflicts = !rule.tail().conflict().isEmpty();
    List<String> listed = insert.listed(target);
    if (identities
        || target.variesWithout(listed)
        || !rule.plain()
        || insert.assignsParts()
        // Which of several rows in conflict comes first could differ between the nodes.
        || (conflicts && target.replicated())
        || !insert.tokens().get(insert.sourceStart()).isWord("select")) {
      return Optional.empty();
    }
    PlannedStatement query =
        RowLocks.kept(
            insert.source(),
            planner.plan(insert.with() + insert.source(), planned.description().parameterTypes()));
    SourceColumns columns =
        SourceColumns.of(insert, target, query.description().fields().orElseThrow());
    int key = target.partitioned() ? columns.targets().indexOf(target.distributionColumn()) : -1;
    Optional<List<Part>> parts = executor.parts(query, run);
    if (!(query.plan() instanceof Plan.Pushdown pushdown)
        || parts.isEmpty()
        || (target.partitioned() && key < 0)) {
      return Optional.empty();
    }
    boolean inPlace =
        target.partitioned()
            && pushdown.colocation().equals(new Colocation.Group(target.colocationGroup()))
            && pushdown.keys().contains(key)
            && !isChangedByAssignment();
    MovedRows rows =
        new MovedRows(run, run.binding(), parts.get(), !planned.sideEffects().mayWrite());
    return Optional.of(
        inPlace
            ? rows.keep(part -> statement(columns, "(" + part.sql() + "\n)"))
            : rows.move(
                columns.names(),
                columns.definitions(run.backends().home()),
                target.partitioned() ? Optional.of(owner(key)) : Optional.empty(),
                table -> statement(columns, table)));
  }

  /** Whether the key may be stored as another value: one with a length, a precision, a cast. */
  private boolean isChangedByAssignment() {
    return !target.declaredKeyType().equals(target.keyType());
  }

  private String owner(int key) {
    return KeyType.of(target.keyType())
        .nodeExpression(
            "CAST(c" + (key + 1) + " AS " + target.declaredKeyType() + ")", run.backends().slots());
  }

  private String statement(SourceColumns columns, String source) {
    return "INSERT INTO "
        + insert.target()
        + " ("
        + columns.targetList()
        + ") SELECT "
        + columns.values()
        + " FROM "
        + source
        + " AS argosy_source ("
        + columns.names()
        // Without it, ON CONFLICT could be read as a join's condition.
        + ") WHERE true "
        + rule.tail().text();
  }
}
