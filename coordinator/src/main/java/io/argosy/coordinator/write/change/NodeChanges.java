package io.argosy.coordinator.write.change;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.execute.move.StageNames;
import io.argosy.coordinator.execute.move.TableMove;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.NodeBackends;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Carries the differences of all targets to the nodes. Each node makes all of its own in one
 * statement, so that foreign keys between the targets are checked when all is done.
 */
final class NodeChanges {
  private final NodeBackends backends;
  private final Map<TargetCopy, Map<Integer, Map<Change, Long>>> counts = new LinkedHashMap<>();

  NodeChanges(NodeBackends backends, List<TargetCopy> copies) {
    this.backends = backends;
    copies.forEach(copy -> counts.put(copy, copy.compare()));
  }

  /**
   * Makes the changes, on the home node first.
   *
   * @throws PostgresException what a node does not accept; XX001 when a replicated table does not
   *     have the same rows on all nodes
   */
  void apply() {
    List<String> atHome = List.of();
    for (int node = Cluster.HOME; node < backends.cluster().nodes().size(); node++) {
      List<String> changed = apply(node);
      if (node == Cluster.HOME) {
        atHome = changed;
      } else if (!changed.equals(atHome)) {
        throw new PostgresException(
            "XX001",
            "a replicated table has other rows on node "
                + backends.cluster().nodes().get(node).name()
                + " than on the home node",
            "Compare the copies, and load the table again.");
      }
    }
  }

  /** Gives how many rows of the replicated targets have changed. */
  private List<String> apply(int node) {
    List<String> steps = new ArrayList<>();
    List<String> counted = new ArrayList<>();
    List<String> made = new ArrayList<>();
    counts.forEach(
        (copy, byNode) -> {
          Map<Change, Long> changes = byNode.getOrDefault(node, Map.of());
          if (changes.isEmpty()) {
            return;
          }
          String differences =
              node == Cluster.HOME ? homeDifferences(copy) : sent(copy, node, made);
          changes
              .keySet()
              .forEach(
                  change -> {
                    String step = "argosy_step_" + (steps.size() + 1);
                    steps.add(
                        step
                            + " AS ("
                            + copy.target().applying(change, differences)
                            + " RETURNING 1)");
                    if (copy.target().replicated()) {
                      counted.add("(SELECT pg_catalog.count(*) FROM " + step + ")");
                    }
                  });
        });
    if (steps.isEmpty()) {
      return List.of();
    }
    NodeSession session = backends.on(node);
    List<String> changed =
        TextResult.run(
                session,
                Binding.none()
                    .request("WITH " + String.join(", ", steps) + " SELECT 0" + counted(counted)))
            .rows()
            .getFirst();
    made.forEach(table -> TextResult.run(session, "DROP TABLE " + table));
    return changed.subList(1, changed.size());
  }

  private static String counted(List<String> counted) {
    return counted.isEmpty() ? "" : ", " + String.join(", ", counted);
  }

  private static String homeDifferences(TargetCopy copy) {
    return "(" + copy.differencesOf(Cluster.HOME) + ")";
  }

  private String sent(TargetCopy copy, int node, List<String> made) {
    String table = StageNames.unused();
    NodeSession session = backends.on(node);
    TextResult.run(
        session, "CREATE UNLOGGED TABLE " + table + " " + copy.target().differenceDefinitions());
    made.add(table);
    TableMove.copy(
        backends.home(),
        Request.Extended.of(copy.differencesOf(node), 1),
        session,
        table,
        copy.target().differenceColumns());
    return table;
  }
}
