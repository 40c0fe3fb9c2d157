package io.argosy.coordinator.transaction.barrier;

import io.argosy.node.ResultEvent;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which transactions of a node a snapshot sees. Numbers are PostgreSQL's {@code xid8}.
 *
 * @param xmin all transactions below it have ended
 * @param xmax none from here on had begun
 * @param running those between that had not ended
 */
public record NodeSnapshot(long xmin, long xmax, Set<Long> running) {
  /** Reads one as PostgreSQL's type {@code pg_snapshot} is written: {@code xmin:xmax:xid,xid}. */
  public static NodeSnapshot parse(String text) {
    String[] parts = text.split(":", -1);
    return new NodeSnapshot(
        Long.parseLong(parts[0]),
        Long.parseLong(parts[1]),
        parts[2].isEmpty()
            ? Set.of()
            : Arrays.stream(parts[2].split(","))
                .map(Long::valueOf)
                .collect(Collectors.toUnmodifiableSet()));
  }

  /** The one that a node tells; empty where it does not. */
  public static Optional<NodeSnapshot> of(ResultEvent.SnapshotTaken taken) {
    return Optional.of(taken.snapshot()).filter(text -> !text.isEmpty()).map(NodeSnapshot::parse);
  }

  /** Whether it sees what a transaction has done that commits in the end. */
  public boolean sees(long xid) {
    return xid < xmin || (xid < xmax && !running.contains(xid));
  }
}
