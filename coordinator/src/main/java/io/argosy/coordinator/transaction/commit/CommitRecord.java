package io.argosy.coordinator.transaction.commit;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.transaction.barrier.NodeSnapshot;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A committed transaction over several nodes, as {@code argosy.commit_records} tells of it.
 *
 * @param parts the numbers (PostgreSQL's {@code xid8}) that it has on its nodes, by their
 *     positions; that of the home node among them
 */
public record CommitRecord(GlobalTransactionId id, Map<Integer, Long> parts) {
  private static final Pattern PART = Pattern.compile("(\\d{1,9})=(\\d{1,18})");

  /** The parts on other nodes than the home node as a record has them. */
  static String written(Map<Integer, Long> others) {
    return others.entrySet().stream()
        .map(part -> part.getKey() + "=" + part.getValue())
        .collect(Collectors.joining(","));
  }

  /**
   * Reads a record; empty where nobody has written it who keeps to the protocol: any role can write
   * one.
   *
   * @param home the number on the home node
   * @param others as {@link #written}; records of earlier versions have none
   */
  public static Optional<CommitRecord> of(GlobalTransactionId id, long home, String others) {
    Map<Integer, Long> parts = new TreeMap<>();
    parts.put(Cluster.HOME, home);
    if (!others.isEmpty()) {
      for (String text : others.split(",", -1)) {
        Matcher part = PART.matcher(text);
        if (!part.matches()) {
          return Optional.empty();
        }
        parts.put(Integer.valueOf(part.group(1)), Long.valueOf(part.group(2)));
      }
    }
    return Optional.of(new CommitRecord(id, parts));
  }

  public long onHome() {
    return parts.get(Cluster.HOME);
  }

  /** Whether some snapshots see the transaction and others, of nodes that take part, do not. */
  public boolean fractures(Map<Integer, NodeSnapshot> snapshots) {
    boolean seen = false;
    boolean missed = false;
    for (Map.Entry<Integer, Long> part : parts.entrySet()) {
      NodeSnapshot snapshot = snapshots.get(part.getKey());
      if (snapshot != null) {
        boolean sees = snapshot.sees(part.getValue());
        seen |= sees;
        missed |= !sees;
      }
    }
    return seen && missed;
  }
}
