package io.argosy.coordinator.execute;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * Starts runs of a statement, each on one node, so that nobody can tell that they were not started
 * one after the other.
 */
public record OrderedRuns(String sql, StatementRun run) {
  /**
   * Starts them, or the first of them.
   *
   * @param bindings the values of each; as many are taken as are started, or one more
   * @param owner the position of the node that has a run; empty where it is not one
   * @return empty when only the first could be started
   */
  public Optional<RepeatedRuns> start(
      Iterator<Binding> bindings, Function<Binding, OptionalInt> owner) {
    List<RunsOnOwners.Run> runs = new ArrayList<>();
    while (bindings.hasNext()) {
      Binding next = bindings.next();
      OptionalInt node = owner.apply(next);
      if (node.isEmpty()) {
        break;
      }
      runs.add(new RunsOnOwners.Run(node.getAsInt(), next));
    }
    if (runs.size() < 2) {
      return Optional.empty();
    }
    return runs.stream().map(RunsOnOwners.Run::node).distinct().count() == 1
        ? Optional.of(RunsOnOwners.start(runs, sql, run))
        : RunsWithoutWaiting.start(runs, sql, run);
  }
}
