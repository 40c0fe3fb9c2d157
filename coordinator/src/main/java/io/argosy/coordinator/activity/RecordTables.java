package io.argosy.coordinator.activity;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import java.time.Instant;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Tables of the home node in which each coordinator has rows of its own, that it writes before they
 * are read. It takes away those of coordinators that have ended, too.
 */
final class RecordTables {
  private static final double NANOSECONDS_PER_MILLISECOND = 1e6;

  private final Cluster cluster;
  private final LongSupplier coordinator;

  /**
   * @param coordinator the number under which the coordinator is listed; 0 where it is not
   */
  RecordTables(Cluster cluster, LongSupplier coordinator) {
    this.cluster = cluster;
    this.coordinator = coordinator;
  }

  /**
   * Writes the rows of this coordinator in the place of those before.
   *
   * @param table its name in schema argosy; its first column is the coordinator's number
   * @param rows values as SQL
   * @throws io.argosy.protocol.message.PostgresException when the home node cannot be reached
   */
  void replace(String table, List<String> rows) {
    StringBuilder script =
        new StringBuilder()
            .append("BEGIN; LOCK TABLE argosy.")
            .append(table)
            .append(" IN SHARE ROW EXCLUSIVE MODE; DELETE FROM argosy.")
            .append(table)
            .append(" WHERE coordinator = ")
            .append(coordinator.getAsLong())
            .append(" OR coordinator NOT IN (SELECT id FROM argosy.coordinators)");
    if (!rows.isEmpty()) {
      script
          .append("; INSERT INTO argosy.")
          .append(table)
          .append(" VALUES (")
          .append(String.join("), (", rows))
          .append(')');
    }
    try (NodeSession home = cluster.openAsAdministrator(cluster.home())) {
      TextResult.run(home, script.append("; COMMIT").toString());
    }
  }

  /** The coordinator's number as SQL. */
  String coordinator() {
    return Long.toString(coordinator.getAsLong());
  }

  /** A time as SQL. */
  static String time(Instant instant) {
    return "'" + instant + "'";
  }

  /** Nanoseconds as a number of milliseconds in SQL. */
  static String milliseconds(long nanoseconds) {
    return Double.toString(nanoseconds / NANOSECONDS_PER_MILLISECOND);
  }
}
