package io.argosy.coordinator.statement.placement;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.execute.run.NodeBackends;
import io.argosy.coordinator.metadata.TableFact;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;

/** Which nodes have a table, and rows of it, before it has a placement. */
public final class ExistingTables {
  private ExistingTables() {}

  /**
   * Sees that all nodes have the table.
   *
   * @throws PostgresException 42P01 naming a node that does not
   */
  public static void requireEverywhere(NodeBackends backends, TableFact table) {
    String name = Identifiers.literal(table.qualifiedName());
    for (int node : backends.cluster().positions()) {
      NodeSession session = backends.on(node);
      if (TextResult.run(session, "SELECT pg_catalog.to_regclass(" + name + ")").single() == null) {
        throw new PostgresException(
            "42P01",
            "node %s does not have table %s"
                .formatted(session.node().name(), table.qualifiedName()),
            "Create it there, as it is on the other nodes.");
      }
    }
  }

  /**
   * Sees that only the home node has rows of the table: those of others have never been looked for,
   * and nobody has said what they are.
   *
   * @throws PostgresException 55000 naming a node that has some
   */
  public static void requireRowsAtHomeOnly(NodeBackends backends, TableFact table) {
    for (int node = Cluster.HOME + 1; node < backends.cluster().nodes().size(); node++) {
      NodeSession session = backends.on(node);
      if (hasRows(session, table)) {
        throw new PostgresException(
            "55000",
            "node %s already has rows of table %s"
                .formatted(session.node().name(), table.qualifiedName()),
            "Take the table over as it lies on the nodes, with attach_distributed_table or"
                + " attach_reference_table, or empty it there.");
      }
    }
  }

  /** Whether a node has rows of a table. */
  public static boolean hasRows(NodeSession session, TableFact table) {
    return TextResult.run(session, "SELECT EXISTS (SELECT FROM " + table.qualifiedName() + ")")
        .single()
        .equals("t");
  }
}
