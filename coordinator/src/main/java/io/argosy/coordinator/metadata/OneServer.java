package io.argosy.coordinator.metadata;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.node.Node;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.util.List;

/** Sees that all ways to a node lead to one server. */
public final class OneServer {
  /** The backend itself: its process id, and when it began, by which servers can be told apart. */
  private static final String SELF =
      "SELECT pid, EXTRACT(epoch FROM backend_start)::pg_catalog.text"
          + " FROM pg_catalog.pg_stat_activity"
          + " WHERE pid OPERATOR(pg_catalog.=) pg_catalog.pg_backend_pid()";

  /** Whether a server has that backend. */
  private static final String HAS =
      "SELECT FROM pg_catalog.pg_stat_activity"
          + " WHERE pid OPERATOR(pg_catalog.=) $1::pg_catalog.int4"
          + " AND EXTRACT(epoch FROM backend_start)::pg_catalog.text OPERATOR(pg_catalog.=) $2";

  private OneServer() {}

  /**
   * Looks by one way for the backend that it has by another. Asks nobody where there is one way
   * only.
   *
   * @throws PostgresException 55000 when they are different servers; what a node says that cannot
   *     be asked
   */
  public static void verify(Cluster cluster, Node node) {
    List<Node> ways = node.byEachWay();
    if (ways.size() == 1) {
      return;
    }
    try (NodeSession first = cluster.openAsAdministrator(ways.getFirst())) {
      List<String> self = TextResult.run(first, SELF).rows().getFirst();
      ways.stream().skip(1).forEach(other -> requireBackend(cluster, other, self));
    }
  }

  private static void requireBackend(Cluster cluster, Node way, List<String> backend) {
    try (NodeSession session = cluster.openAsAdministrator(way)) {
      // A row without columns is a row.
      if (TextResult.run(session, HAS, backend).tags().equals(List.of("SELECT 1"))) {
        return;
      }
    }
    throw new PostgresException(
        "55000",
        "the agent and the url of node " + way.name() + " lead to different servers",
        "Compare the url in the coordinator's file with postgres in the agent's file.");
  }
}
