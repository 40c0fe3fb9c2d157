package io.argosy.coordinator.write;

import io.argosy.coordinator.catalog.TableFact;
import io.argosy.coordinator.execute.Binding;
import io.argosy.coordinator.execute.OrderedRuns;
import io.argosy.coordinator.execute.RepeatedRuns;
import io.argosy.coordinator.execute.RunsOnAllNodes;
import io.argosy.coordinator.execute.RunsOnOwners;
import io.argosy.coordinator.execute.StatementRun;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Several runs of an INSERT of one constant row. The owners of a distributed table insert their
 * rows beside each other; only with ON CONFLICT or triggers may they lock rows that others want.
 */
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

  /** Whether all runs can start at once, whatever their values are. */
  static boolean startsAll(TailRule rule, TableFact target) {
    return target.replicated()
        ? rule.tail().returning().isEmpty()
        : rule.tail().conflict().isEmpty() && !target.triggered();
  }

  /**
   * Starts runs, as many as is possible.
   *
   * @param bindings the values of each; as many are taken as are started, or one more
   * @return empty when only the first could be started
   */
  Optional<RepeatedRuns> start(Iterator<Binding> bindings) {
    Optional<List<ConstantRows.Row>> row =
        ConstantRows.of(insert).map(ConstantRows::rows).filter(rows -> rows.size() == 1);
    if (row.isEmpty()) {
      return Optional.empty();
    }
    if (target.replicated()) {
      return startsAll(rule, target)
          ? RunsOnAllNodes.start(bindings, sql(), run)
          : Optional.empty();
    }
    int key = insert.columns().indexOf(target.distributionColumn());
    return key < 0 ? Optional.empty() : onOwners(row.get().getFirst().values().get(key), bindings);
  }

  private Optional<RepeatedRuns> onOwners(ConstantRows.Value key, Iterator<Binding> bindings) {
    RowOwner owner = new RowOwner(insert, target, run.backends());
    if (!startsAll(rule, target)) {
      return new OrderedRuns(sql(), !rule.tail().returning().isEmpty(), run)
          .start(bindings, binding -> OptionalInt.of(owner.of(key, binding)));
    }
    List<RunsOnOwners.Run> runs = new ArrayList<>();
    bindings.forEachRemaining(
        binding -> runs.add(new RunsOnOwners.Run(owner.of(key, binding), binding)));
    return runs.size() < 2 ? Optional.empty() : Optional.of(RunsOnOwners.start(runs, sql(), run));
  }

  private String sql() {
    return insert.head() + insert.source() + " " + rule.tail().text();
  }
}
