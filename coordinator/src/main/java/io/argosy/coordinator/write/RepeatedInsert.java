package io.argosy.coordinator.write;

import io.argosy.coordinator.catalog.TableFact;
import io.argosy.coordinator.execute.Binding;
import io.argosy.coordinator.execute.OrderedRuns;
import io.argosy.coordinator.execute.RepeatedRuns;
import io.argosy.coordinator.execute.RunsOnAllNodes;
import io.argosy.coordinator.execute.StatementRun;
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

  RepeatedInsert(InsertStatement insert, TailRule rule, TableFact target, StatementRun run) {
    this.insert = insert;
    this.rule = rule;
    this.target = target;
    this.run = run;
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
      return RunsOnAllNodes.start(bindings, sql(), run);
    }
    int key = insert.columns().indexOf(target.distributionColumn());
    return key < 0 ? Optional.empty() : onOwners(row.get().getFirst().values().get(key), bindings);
  }

  private Optional<RepeatedRuns> onOwners(ConstantRows.Value key, Iterator<Binding> bindings) {
    RowOwner owner = new RowOwner(insert, target, run.backends());
    return new OrderedRuns(sql(), run)
        .start(bindings, binding -> OptionalInt.of(owner.of(key, binding)));
  }

  private String sql() {
    return insert.head() + insert.source() + " " + rule.tail().text();
  }
}
