package io.argosy.coordinator.cluster;

import io.argosy.node.Node;
import io.argosy.node.NodeSession;
import io.argosy.node.SessionOptions;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The nodes of one database. Immutable and thread-safe.
 *
 * @param nodes at least one; the first one is the home node, which answers for system catalogs, has
 *     the rows of tables without a declared placement, and is locked first by writes to replicated
 *     tables
 * @param database the database's name on every node
 * @param administrator the role that owns Argosy's metadata
 */
public record Cluster(List<Node> nodes, String database, String administrator) {
  /** The position of the home node. */
  public static final int HOME = 0;

  public Cluster {
    nodes = List.copyOf(nodes);
  }

  /** The positions of all nodes. */
  public List<Integer> positions() {
    return IntStream.range(0, nodes.size()).boxed().toList();
  }

  public Node home() {
    return nodes.get(HOME);
  }

  /**
   * A backend for Argosy's own purposes, in which what others have made in a schema of the role's
   * path stands for nothing of PostgreSQL's.
   */
  public NodeSession openAsAdministrator(Node node) {
    return node.open(
        new SessionOptions(database, administrator, Map.of("search_path", "pg_catalog, pg_temp")));
  }
}
