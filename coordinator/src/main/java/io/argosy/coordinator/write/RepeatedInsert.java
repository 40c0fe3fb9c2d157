package io.argosy.coordinator.write;

import io.argosy.coordinator.analysis.PlannedStatement;
import io.argosy.coordinator.execute.repeat.OrderedRuns;
import io.argosy.coordinator.execute.repeat.RepeatedRuns;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.coordinator.metadata.TableFact;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Several runs of an INSERT of one constant row. */
final class RepeatedInsert {
  private final InsertStatement insert;
  private final TailRule rule;
  private final TableFact target;
  private final StatementRun run;
  private final OrderedRuns runs;

  /**
   * @param planned the INSERT as it is planned
   * @param insert with its rows as they can be run
   */
  RepeatedInsert(
      PlannedStatement planned,
      InsertStatement insert,
      TailRule rule,
      TableFact target,
      StatementRun run) {
    this.insert = insert;
    this.rule = rule;
    this.target = target;
    this.run = run;
    this.runs =
        new OrderedRuns(planned, insert.head() + insert.source() + " " + rule.tail().text(), run);
  }

  /** Whether there may be several: all nodes of a replicated table would return rows. */
  static boolean isPossible(TailRule rule, TableFact target) {
    return !target.replicated() || rule.tail().returning().isEmpty();
  }

  /**
   * Starts runs.
   *
   * @param bindings the values of each
   * @return empty where each is to be started by itself
   */
  Optional<RepeatedRuns> start(Iterator<Binding> bindings) {
    Optional<List<ConstantRows.Row>> row =
        ConstantRows.of(insert).map(ConstantRows::rows).filter(rows -> rows.size() == 1);
    if (row.isEmpty() || !isPossible(rule, target)) {
      return Optional.empty();
    }
    if (target.replicated()) {
      return runs.onAllNodes(bindings);
    }
    int key = insert.columns().indexOf(target.distributionColumn());
    if (key < 0) {
      return Optional.empty();
    }
    RowOwner owner = new RowOwner(insert, target, run.backends());
    ConstantRows.Value value = row.get().getFirst().values().get(key);
    return runs.onOwners(bindings, binding -> OptionalInt.of(owner.of(value, binding)));
  }
}
