package io.argosy.coordinator.cluster.tuning;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.LoggedInRole;
import io.argosy.node.Machine;
import io.argosy.node.NodeSession;
import io.argosy.node.ReadFrom;
import io.argosy.node.SessionOptions;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** What is known of the nodes of a cluster, for all its roles. Thread-safe. */
public final class NodeProfiles {
  private static final Duration MACHINE_GOOD_FOR = Duration.ofHours(1);
  private static final Duration PROFILE_GOOD_FOR = Duration.ofMinutes(10);

  private record RoleOnNode(int node, LoggedInRole role) {}

  private final Cluster cluster;
  private final Map<Integer, Remeasured<Optional<Machine>>> machines = new ConcurrentHashMap<>();
  private final Map<RoleOnNode, Remeasured<Map<String, String>>> settings =
      new ConcurrentHashMap<>();

  public NodeProfiles(Cluster cluster) {
    this.cluster = cluster;
    // Nobody has to wait for the disks when they first want to know.
    cluster
        .positions()
        .forEach(node -> Thread.ofVirtual().name("measure").start(machine(node)::get));
  }

  private Remeasured<Optional<Machine>> machine(int node) {
    return machines.computeIfAbsent(
        node,
        position -> new Remeasured<>(cluster.nodes().get(position)::machine, MACHINE_GOOD_FOR));
  }

  /**
   * The planner settings that suit a node, without those that its administrator or the role has
   * chosen. Empty where the node could not be asked. Waits for the node at a role's first statement
   * there.
   */
  public Map<String, String> plannerSettings(int node, LoggedInRole role) {
    return settings
        .computeIfAbsent(
            new RoleOnNode(node, role),
            key -> new Remeasured<>(() -> measure(key), PROFILE_GOOD_FOR))
        .get()
        .orElse(Map.of());
  }

  private Map<String, String> measure(RoleOnNode where) {
    Optional<Machine> machine = machine(where.node()).get().flatMap(known -> known);
    try (NodeSession session =
        cluster
            .nodes()
            .get(where.node())
            .open(
                new SessionOptions(
                    cluster.database(),
                    where.role().name(),
                    where.role().incarnation(),
                    Map.of(),
                    SessionOptions.DEFAULT_INLINE,
                    ReadFrom.PRIMARY))) {
      return PlannerSettings.of(NodeProfile.of(session, machine));
    }
  }
}
