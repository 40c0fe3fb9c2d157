package io.argosy.coordinator;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.DatabaseLocale;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.transaction.barrier.SnapshotBarrier;
import io.argosy.node.Node;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;

/** Opens a database for its first client: sees that it is one on all nodes. */
final class OpenedDatabase {
  private static final String NO_SUCH_DATABASE = "3D000";
  private static final String NOT_PERMITTED = "42501";
  private static final String ENCODING_AND_LOCALE =
      "SELECT pg_catalog.pg_encoding_to_char(encoding) || ' ' || "
          + DatabaseLocale.SQL
          + " FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database()";

  private OpenedDatabase() {}

  /**
   * A coordinator for it.
   *
   * @throws PostgresException 3D000 when a node lacks it, 55000 when nodes would sort and compare
   *     its texts differently, 42501 when the administrator may not make the metadata in it
   */
  static Coordinator open(Cluster cluster, SnapshotBarrier snapshots, CoordinatorParts parts) {
    requireAlike(cluster);
    try {
      return new Coordinator(cluster, snapshots, parts);
    } catch (PostgresException e) {
      throw e.error().sqlState().equals(NOT_PERMITTED) ? withoutRight(e, cluster) : e;
    }
  }

  private static PostgresException withoutRight(PostgresException e, Cluster cluster) {
    return new PostgresException(
        PostgresError.of(
                "FATAL",
                NOT_PERMITTED,
                "the coordinator cannot make its metadata in database \""
                    + cluster.database()
                    + "\": "
                    + e.error().message())
            .withHint(
                "GRANT CREATE ON DATABASE "
                    + Identifiers.quote(cluster.database())
                    + " TO "
                    + Identifiers.quote(cluster.administrator())
                    + " on every node."),
        e);
  }

  private static void requireAlike(Cluster cluster) {
    String first = locale(cluster, Cluster.HOME);
    for (int position = Cluster.HOME + 1; position < cluster.nodes().size(); position++) {
      String locale = locale(cluster, position);
      if (!locale.equals(first)) {
        throw new PostgresException(
            PostgresError.of(
                    "FATAL",
                    "55000",
                    "database \"" + cluster.database() + "\" is not the same on all nodes")
                .withDetail(
                    "Encoding and locale are %s on node %s and %s on node %s."
                        .formatted(
                            first,
                            cluster.home().name(),
                            locale,
                            cluster.nodes().get(position).name()))
                .withHint("CREATE DATABASE through a coordinator makes one on all nodes."));
      }
    }
  }

  private static String locale(Cluster cluster, int position) {
    Node node = cluster.nodes().get(position);
    try (NodeSession session = cluster.openAsAdministrator(node)) {
      return TextResult.run(session, ENCODING_AND_LOCALE).single();
    } catch (PostgresException e) {
      if (position == Cluster.HOME || !e.error().sqlState().equals(NO_SUCH_DATABASE)) {
        throw e;
      }
      throw new PostgresException(
          PostgresError.of("FATAL", NO_SUCH_DATABASE, e.error().message() + " on all nodes")
              .withDetail("It is missing on node " + node.name() + ".")
              .withHint("CREATE DATABASE through a coordinator makes one on all nodes."),
          e);
    }
  }
}
