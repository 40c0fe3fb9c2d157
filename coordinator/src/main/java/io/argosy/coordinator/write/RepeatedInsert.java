package io.argosy.coordinator.write;

import io.argosy.coordinator.catalog.TableFact;
import io.argosy.coordinator.execute.Binding;
import io.argosy.coordinator.execute.RepeatedRuns;
import io.argosy.coordinator.execute.StatementRun;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * Several runs of an INSERT of one constant row into a distributed table. The owners insert their
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

  /**
   * Starts the statement's run and those that follow it, as far as that is possible.
   *
   * @param following the values of those that follow; as many are taken as are started, or one more
   * @return empty when only the first could be started
   */
  Optional<RepeatedRuns> start(Iterator<Binding> following) {
    int key = target.partitioned() ? insert.columns().indexOf(target.distributionColumn()) : -1;
    boolean sameEverywhere =
        !insert.overridesUserValues()
            && !target.variesWithout(insert.columns())
            && rule.once().isEmpty()
            && rule.needsNoCopies(false);
    if (key < 0 || !sameEverywhere) {
      return Optional.empty();
    }
    return ConstantRows.of(insert)
        .map(ConstantRows::rows)
        .filter(rows -> rows.size() == 1)
        .flatMap(rows -> start(rows.getFirst().values().get(key), following));
  }

  private Optional<RepeatedRuns> start(ConstantRows.Value key, Iterator<Binding> following) {
    RowOwner owner = new RowOwner(insert, target, run.backends());
    List<RepeatedRuns.Run> runs = new ArrayList<>();
    Binding next = run.binding();
    int node = owner.of(key, next);
    int first = node;
    boolean beside = rule.tail().conflict().isEmpty() && !target.triggered();
    while (beside || node == first) {
      runs.add(new RepeatedRuns.Run(node, next));
      if (!following.hasNext()) {
        break;
      }
      next = following.next();
      node = owner.of(key, next);
    }
    return runs.size() < 2
        ? Optional.empty()
        : Optional.of(
            RepeatedRuns.start(
                runs, ignored -> insert.head() + insert.source() + " " + rule.text(true), run));
  }
}
