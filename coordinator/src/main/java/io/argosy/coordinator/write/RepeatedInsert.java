package io.argosy.coordinator.write;

import io.argosy.coordinator.catalog.TableFact;
import io.argosy.coordinator.execute.Binding;
import io.argosy.coordinator.execute.RepeatedRuns;
import io.argosy.coordinator.execute.RunsOnAllNodes;
import io.argosy.coordinator.execute.RunsOnOwners;
import io.argosy.coordinator.execute.StatementRun;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * Several runs of an INSERT of one constant row. The owners of a distributed table insert their
 * rows beside each other where nothing that they do to others' rows depends on the order: with ON
 * CONFLICT or triggers they could lock rows in another order than other clients do, and wait for
 * each other for ever.
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
      return startsAll(rule, target) ? everywhere(bindings) : Optional.empty();
    }
    int key = insert.columns().indexOf(target.distributionColumn());
    return key < 0 ? Optional.empty() : onOwners(row.get().getFirst().values().get(key), bindings);
  }

  private Optional<RepeatedRuns> everywhere(Iterator<Binding> bindings) {
    List<Binding> all = new ArrayList<>();
    bindings.forEachRemaining(all::add);
    return all.size() < 2 ? Optional.empty() : Optional.of(new RunsOnAllNodes(all, sql(), run));
  }

  private Optional<RepeatedRuns> onOwners(ConstantRows.Value key, Iterator<Binding> bindings) {
    RowOwner owner = new RowOwner(insert, target, run.backends());
    boolean all = startsAll(rule, target);
    List<RunsOnOwners.Run> runs = new ArrayList<>();
    while (bindings.hasNext()) {
      Binding next = bindings.next();
      int node = owner.of(key, next);
      if (!all && !runs.isEmpty() && node != runs.getFirst().node()) {
        break;
      }
      runs.add(new RunsOnOwners.Run(node, next));
    }
    return runs.size() < 2
        ? Optional.empty()
        : Optional.of(RunsOnOwners.start(runs, ignored -> sql(), run));
  }

  private String sql() {
    return insert.head() + insert.source() + " " + rule.tail().text();
  }
}
