package io.argosy.coordinator.transaction.recovery;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Who may commit transactions over several nodes, and who of them lives. */
public final class Coordinators {
  /**
   * A bigint that is locked stands in two halves in pg_locks. Only the administrator's locks count:
   * anybody can lock any number.
   */
  private static final String ENTRIES =
      """
      SELECT c.id, EXISTS (
          SELECT FROM pg_catalog.pg_locks l JOIN pg_catalog.pg_stat_activity a ON a.pid = l.pid
          WHERE l.locktype = 'advisory' AND l.objsubid = 1 AND l.granted
            AND l.database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database())
            AND (l.classid::bigint << 32 | l.objid::bigint) = c.id AND a.usename = current_user)
      FROM argosy.coordinators c\
      """;

  private final Cluster cluster;

  public Coordinators(Cluster cluster) {
    this.cluster = cluster;
  }

  /** The coordinators that may commit, and whether each lives. */
  public Map<Long, Boolean> entries() {
    try (NodeSession home = cluster.openAsAdministrator(cluster.home())) {
      return entries(home);
    }
  }

  private static Map<Long, Boolean> entries(NodeSession home) {
    Map<Long, Boolean> entries = new HashMap<>();
    for (List<String> row : TextResult.run(home, ENTRIES).rows()) {
      entries.put(Long.parseLong(row.get(0)), row.get(1).equals("t"));
    }
    return entries;
  }

  /**
   * Takes the right to commit from those that are dead. Waits for those of their commits that are
   * under way all the same. One that lives and was taken for dead, because its connection to the
   * home node was lost, fails to commit what it has under way, and enters itself anew.
   *
   * @return those that may still commit
   * @throws io.argosy.protocol.message.PostgresException when the home node cannot be reached, or a
   *     commit does not end for some seconds
   */
  Set<Long> withoutTheDead() {
    try (NodeSession home = cluster.openAsAdministrator(cluster.home())) {
      Set<Long> living = new HashSet<>();
      entries(home)
          .forEach(
              (id, lives) -> {
                if (lives) {
                  living.add(id);
                } else {
                  TextResult.run(
                      home,
                      "BEGIN; SET LOCAL lock_timeout = '5s';"
                          + " DELETE FROM argosy.coordinators WHERE id = "
                          + id
                          + "; COMMIT");
                }
              });
      return living;
    }
  }
}
