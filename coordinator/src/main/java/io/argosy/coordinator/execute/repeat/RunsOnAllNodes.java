package io.argosy.coordinator.execute.repeat;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.HeldNotices;
import io.argosy.coordinator.execute.run.NodesSavepoint;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.protocol.message.PostgresException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs of one statement that returns no rows, each on all nodes, which have the same rows. The home
 * node has all of them before the others get the first, so that those who change the same rows wait
 * for each other there. Where another node does not do the same at once, they are undone.
 */
final class RunsOnAllNodes {
  private RunsOnAllNodes() {}

  /**
   * Runs all of them.
   *
   * @param bindings the values of each run, in the same formats
   * @return empty when there are too few, or all were undone
   * @throws PostgresException when they were cancelled, or a node was lost
   */
  static Optional<RepeatedRuns> start(Iterator<Binding> bindings, String sql, StatementRun run) {
    List<Binding> all = new ArrayList<>();
    bindings.forEachRemaining(all::add);
    if (all.size() < RunsWithoutWaiting.FEWEST) {
      return Optional.empty();
    }
    List<Integer> nodes = run.backends().cluster().positions();
    NodesSavepoint savepoint = NodesSavepoint.set(nodes, run.backends());
    List<Integer> home = List.of(Cluster.HOME);
    KeptRuns kept = on(home, all, sql, Map.of(), run).getFirst();
    boolean same = kept.size() == all.size();
    if (same) {
      List<Integer> others = nodes.stream().filter(node -> node != Cluster.HOME).toList();
      same =
          on(others, all, sql, RunsWithoutWaiting.PATIENCE, run).stream()
              .allMatch(other -> other.tags().equals(kept.tags()));
    }
    if (!same) {
      savepoint.undo();
      return Optional.empty();
    }
    savepoint.release();
    return Optional.of(kept);
  }

  private static List<KeptRuns> on(
      List<Integer> nodes,
      List<Binding> bindings,
      String sql,
      Map<String, String> settings,
      StatementRun run) {
    List<RunsOnNodes> started = new ArrayList<>();
    HeldNotices notices = new HeldNotices(run.client());
    try {
      for (int node : nodes) {
        List<RunsOnNodes.Run> runs =
            bindings.stream().map(binding -> new RunsOnNodes.Run(node, binding)).toList();
        started.add(RunsOnNodes.start(runs, sql, settings, run, notices));
      }
      return started.stream().map(runs -> KeptRuns.read(runs, notices)).toList();
    } finally {
      started.forEach(RunsOnNodes::close);
    }
  }
}
