package io.argosy.coordinator.statement.placement;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.execute.run.NodeBackends;
import io.argosy.coordinator.metadata.TableFact;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.util.ArrayList;
import java.util.List;

/** The copies of a table that every node is to have whole. */
public final class EqualCopies {
  private EqualCopies() {}

  /** Whether all nodes have the same rows, as {@link #require} sees it. */
  public static boolean areEqual(NodeBackends backends, TableFact table) {
    return digests(backends, table).stream().distinct().count() == 1;
  }

  private static List<List<String>> digests(NodeBackends backends, TableFact table) {
    String sql =
        "SELECT row_count, digest FROM argosy.table_digest("
            + Identifiers.literal(table.qualifiedName())
            + ")";
    return EachNode.run(backends, node -> sql).stream()
        .map(TextResult::rows)
        .map(List::getFirst)
        .toList();
  }

  /**
   * Sees that all nodes have the same rows, by their number and two sums of 64-bit hashes of them.
   *
   * @throws PostgresException 55000, saying which nodes have other rows than the home node
   */
  static void require(NodeBackends backends, TableFact table) {
    List<List<String>> digests = digests(backends, table);
    List<String> home = digests.get(Cluster.HOME);
    if (digests.stream().allMatch(home::equals)) {
      return;
    }
    List<String> found = new ArrayList<>();
    for (int node = Cluster.HOME; node < digests.size(); node++) {
      List<String> digest = digests.get(node);
      boolean onlyValues = digest.get(0).equals(home.get(0)) && !digest.equals(home);
      found.add(
          "%s has %s rows%s"
              .formatted(
                  backends.cluster().nodes().get(node).name(),
                  digest.get(0),
                  onlyValues ? ", not the same ones" : ""));
    }
    throw new PostgresException(
        PostgresError.of(
                "55000", "table " + table.qualifiedName() + " has not the same rows on all nodes")
            .withDetail("Compared with the first node: " + String.join("; ", found) + ".")
            .withHint(
                "Make the copies equal on the nodes themselves, to the last digit, then attach"
                    + " again. If the other copies can go, empty them: create_reference_table"
                    + " copies the first node's rows."));
  }
}
