package io.argosy.coordinator.metadata;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.NodeDirectory;
import io.argosy.node.Node;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.util.List;

/** Which nodes are the members of a database's cluster: the metadata of its home node say it. */
public final class Members {
  private static final String MADE = "SELECT pg_catalog.to_regclass('argosy.nodes')";
  private static final String NAMES = "SELECT name FROM argosy.nodes ORDER BY position";

  private Members() {}

  /**
   * The members, all of which can be reached. The home node is looked for: it need not be the first
   * one.
   *
   * @param configured all nodes that may be members
   * @return all of these where there are no metadata yet
   * @throws PostgresException 55000 when there is a member that the directory does not have; what a
   *     node says that cannot be asked, if no other has metadata
   */
  public static Cluster of(Cluster configured, NodeDirectory directory) {
    PostgresException failure = null;
    for (Node asked : configured.nodes()) {
      List<String> names = List.of();
      try {
        names = names(configured, asked);
      } catch (PostgresException e) {
        failure = failure == null ? e : failure;
      }
      if (!names.isEmpty()) {
        Node home = reachable(names.getFirst(), directory);
        return cluster(home.equals(asked) ? names : names(configured, home), configured, directory);
      }
    }
    if (failure != null) {
      throw failure;
    }
    return configured;
  }

  /**
   * The same where the home node is known.
   *
   * @param cluster nodes of which the first one is the home node
   * @return all of these where there are no metadata yet
   */
  public static Cluster asHomeSays(Cluster cluster, NodeDirectory directory) {
    List<String> names = names(cluster, cluster.home());
    return names.isEmpty() ? cluster : cluster(names, cluster, directory);
  }

  private static Cluster cluster(List<String> names, Cluster like, NodeDirectory directory) {
    return new Cluster(
        names.stream().map(name -> reachable(name, directory)).toList(),
        like.database(),
        like.administrator());
  }

  private static List<String> names(Cluster cluster, Node asked) {
    try (NodeSession session = cluster.openAsAdministrator(asked)) {
      if (TextResult.run(session, MADE).single() == null) {
        return List.of();
      }
      return TextResult.run(session, NAMES).rows().stream().map(List::getFirst).toList();
    }
  }

  private static Node reachable(String name, NodeDirectory directory) {
    return directory
        .find(name)
        .orElseThrow(
            () ->
                new PostgresException(
                    "55000",
                    "node \"%s\" is a member of the cluster, but the configuration does not list it"
                        .formatted(name),
                    "List it under nodes in the coordinator's configuration file; send a"
                        + " coordinator SIGHUP that is running."));
  }
}
