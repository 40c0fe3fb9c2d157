package io.argosy.coordinator.execute.repeat;

import io.argosy.coordinator.analysis.PlannedStatement;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.StatementRun;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * Starts runs of a statement together, so that nobody can tell that they were not started one after
 * the other.
 *
 * @param planned the statement
 * @param sql what the nodes run for it
 */
public record OrderedRuns(PlannedStatement planned, String sql, StatementRun run) {
  /**
   * Starts runs on one node each, or the first of them.
   *
   * @param bindings the values of each; as many are taken as are started, or a few more
   * @param owner the position of the node that has a run; empty where it is not one
   * @return empty when none could be started
   */
  public Optional<RepeatedRuns> onOwners(
      Iterator<Binding> bindings, Function<Binding, OptionalInt> owner) {
    boolean beside = planned.standsAlone();
    boolean returnsRows = planned.description().fields().isPresent();
    SentBytes sent = new SentBytes();
    List<RunsOnNodes.Run> runs = new ArrayList<>();
    int ofFirst = 0;
    while (bindings.hasNext()) {
      Binding next = bindings.next();
      OptionalInt node = owner.apply(next);
      boolean sameNode = runs.isEmpty() || node.equals(OptionalInt.of(runs.getFirst().node()));
      if (node.isEmpty()
          || !beside && !sameNode
          || returnsRows && !sent.take(node.getAsInt(), next)) {
        break;
      }
      ofFirst += sameNode && ofFirst == runs.size() ? 1 : 0;
      runs.add(new RunsOnNodes.Run(node.getAsInt(), next));
    }
    if (ofFirst < runs.size() && runs.size() >= RunsWithoutWaiting.FEWEST) {
      return RunsWithoutWaiting.start(runs, sql, run);
    }
    return ofFirst < 2
        ? Optional.empty()
        : Optional.of(RunsOnNodes.start(runs.subList(0, ofFirst), sql, run));
  }

  /**
   * Starts runs that return no rows on all nodes.
   *
   * @param bindings the values of each
   * @return empty when none could be started
   */
  public Optional<RepeatedRuns> onAllNodes(Iterator<Binding> bindings) {
    return planned.standsAlone() ? RunsOnAllNodes.start(bindings, sql, run) : Optional.empty();
  }
}
