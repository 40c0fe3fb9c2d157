package io.argosy.coordinator.transaction.commit;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The decisions about transactions over several nodes: a record on the home node says that one is
 * committed. It is written in the home node's own part of the transaction.
 */
public final class CommitRecords {
  private static final String UNIQUE_VIOLATION = "23505";

  private final Cluster cluster;

  public CommitRecords(Cluster cluster) {
    this.cluster = cluster;
  }

  /**
   * The statement that writes a record in the transaction of a home node's backend.
   *
   * @param others the numbers of the transaction on the other nodes, by position
   */
  static String writing(GlobalTransactionId id, Map<Integer, Long> others) {
    return "SELECT argosy.record_commit(%d, %d, %s)"
        .formatted(
            id.coordinator(), id.number(), Identifiers.literal(CommitRecord.written(others)));
  }

  /**
   * Whether a transaction is committed, of which it is known that nobody will begin to write a
   * record from now on. Where the home node's part is still under way, waits a few seconds for its
   * end: a second record of the same name must wait for the first.
   *
   * @throws PostgresException when it cannot be found out: 08006 when the home node cannot be
   *     reached, 55P03 when its part does not end
   */
  public boolean committed(GlobalTransactionId id) {
    try (NodeSession home = cluster.openAsAdministrator(cluster.home())) {
      TextResult.run(
          home,
          "BEGIN; SET LOCAL lock_timeout = '5s'; INSERT INTO argosy.commit_records VALUES ("
              + Identifiers.literal(id.text())
              + "); ROLLBACK");
      return false;
    } catch (PostgresException e) {
      if (e.error().sqlState().equals(UNIQUE_VIOLATION)) {
        return true;
      }
      throw e;
    }
  }

  /** The transactions that have a record. */
  public Set<GlobalTransactionId> all() {
    try (NodeSession home = cluster.openAsAdministrator(cluster.home())) {
      return TextResult.run(home, "SELECT gid FROM argosy.commit_records").rows().stream()
          .map(row -> GlobalTransactionId.parse(row.getFirst()))
          .flatMap(Optional::stream)
          .collect(Collectors.toCollection(LinkedHashSet::new));
    }
  }

  /** Forgets transactions of which no part is prepared any more. */
  public void delete(Collection<GlobalTransactionId> ids) {
    String gids =
        ids.stream().map(id -> Identifiers.literal(id.text())).collect(Collectors.joining(", "));
    try (NodeSession home = cluster.openAsAdministrator(cluster.home())) {
      TextResult.run(home, "DELETE FROM argosy.commit_records WHERE gid IN (" + gids + ")");
    }
  }
}
