package io.argosy.coordinator.statement.placement;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.execute.run.NodeBackends;
import io.argosy.coordinator.metadata.TableFact;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How the nodes define a table: its columns, constraints, indexes, triggers, rules and policies.
 */
final class Definitions {
  private static final int SHOWN = 10;

  private Definitions() {}

  /**
   * Sees that they are equal.
   *
   * @throws PostgresException 55000, saying in which parts which node differs from the home node
   */
  static void requireEqual(NodeBackends backends, TableFact table) {
    String sql =
        "SELECT part, definition FROM argosy.table_definition("
            + Identifiers.literal(table.qualifiedName())
            + ") ORDER BY part";
    List<Map<String, String>> definitions =
        EachNode.run(backends, node -> sql).stream().map(Definitions::parts).toList();
    List<String> differences = new ArrayList<>();
    for (int node = Cluster.HOME + 1; node < definitions.size(); node++) {
      differences.addAll(
          differences(
              definitions.get(Cluster.HOME),
              definitions.get(node),
              backends.cluster().home().name(),
              backends.cluster().nodes().get(node).name()));
    }
    if (!differences.isEmpty()) {
      throw new PostgresException(
          PostgresError.of(
                  "55000", "the nodes do not define table " + table.qualifiedName() + " alike")
              .withDetail(firstOf(differences))
              .withHint("Make the definitions equal on the nodes themselves, then attach again."));
    }
  }

  /** The first ones, a line each, and how many more there are. */
  static String firstOf(List<String> differences) {
    int hidden = differences.size() - SHOWN;
    return differences.stream().limit(SHOWN).collect(Collectors.joining("\n"))
        + (hidden > 0 ? "\nand " + hidden + " more differences" : "");
  }

  private static Map<String, String> parts(TextResult answer) {
    Map<String, String> parts = new LinkedHashMap<>();
    answer.rows().forEach(row -> parts.put(row.get(0), row.get(1)));
    return parts;
  }

  private static List<String> differences(
      Map<String, String> home, Map<String, String> other, String homeName, String otherName) {
    Set<String> parts = new LinkedHashSet<>(home.keySet());
    parts.addAll(other.keySet());
    return parts.stream()
        .filter(part -> !home.getOrDefault(part, "").equals(other.getOrDefault(part, "")))
        .map(
            part ->
                "%s: %s on %s, %s on %s"
                    .formatted(
                        part,
                        home.getOrDefault(part, "missing"),
                        homeName,
                        other.getOrDefault(part, "missing"),
                        otherName))
        .toList();
  }
}
