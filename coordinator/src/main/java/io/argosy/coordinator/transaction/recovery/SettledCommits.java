package io.argosy.coordinator.transaction.recovery;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.transaction.barrier.NodeSnapshot;
import io.argosy.coordinator.transaction.commit.CommitRecord;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Which commits of other coordinators all later snapshots are known to see whole, so that their
 * records need not be read or looked at any more. Thread-safe.
 */
final class SettledCommits {
  private final AtomicReference<Known> known =
      new AtomicReference<>(new Known(0, List.of(), Set.of()));

  /**
   * Of each node the transactions that all later snapshots see, by the first that may be missed.
   */
  private final Map<Integer, Long> horizons = new ConcurrentHashMap<>();

  /**
   * What holds for all snapshots that are taken from now on.
   *
   * @param floor records of transactions whose number on the home node is smaller need not be read
   * @param open of these, those that a snapshot may not see on all nodes
   * @param ended names of transactions with greater numbers that they see on all nodes, or of which
   *     they see no more than is to be seen
   */
  record Known(long floor, List<CommitRecord> open, Set<String> ended) {
    /** Whether they see all of a transaction that is not among the open ones. */
    boolean knows(CommitRecord commit) {
      return ended.contains(commit.id().text())
          || (commit.onHome() < floor
              && open.stream().noneMatch(each -> each.id().equals(commit.id())));
    }
  }

  Known known() {
    return known.get();
  }

  boolean isAnyOpen() {
    return !known.get().open().isEmpty();
  }

  /**
   * A read has come to know records.
   *
   * @param xmin of the snapshot with which they were read: no more come with smaller numbers
   * @param commits those from the floor on that was known before the snapshots
   * @param snapshots of nodes, taken before
   */
  void learn(long xmin, List<CommitRecord> commits, Map<Integer, NodeSnapshot> snapshots) {
    snapshots.forEach((node, snapshot) -> horizons.merge(node, snapshot.xmin(), Math::max));
    known.updateAndGet(now -> with(now, xmin, commits, snapshots));
  }

  private Known with(
      Known now, long xmin, List<CommitRecord> commits, Map<Integer, NodeSnapshot> snapshots) {
    long floor = Math.max(now.floor(), xmin);
    Map<String, CommitRecord> open = new LinkedHashMap<>();
    Set<String> ended = new HashSet<>();
    now.open().forEach(commit -> open.put(commit.id().text(), commit));
    for (CommitRecord commit : commits) {
      String name = commit.id().text();
      if (now.ended().contains(name)) {
        ended.add(name);
      } else if (commit.onHome() < floor) {
        open.put(name, commit);
      }
    }
    open.values().removeIf(commit -> isSettled(commit, snapshots));
    return new Known(floor, List.copyOf(open.values()), Set.copyOf(ended));
  }

  private boolean isSettled(CommitRecord commit, Map<Integer, NodeSnapshot> snapshots) {
    return commit.parts().entrySet().stream()
        .allMatch(
            part -> {
              NodeSnapshot snapshot = snapshots.get(part.getKey());
              // Where there is a record the home node has committed.
              return part.getKey() == Cluster.HOME
                  || (snapshot != null && snapshot.sees(part.getValue()))
                  || part.getValue() < horizons.getOrDefault(part.getKey(), 0L);
            });
  }

  /** No node has a part of some transactions prepared any more. */
  void markEnded(Set<String> transactions) {
    known.updateAndGet(
        now -> {
          Set<String> ended = new HashSet<>(now.ended());
          ended.addAll(transactions);
          return new Known(
              now.floor(),
              now.open().stream()
                  .filter(commit -> !transactions.contains(commit.id().text()))
                  .toList(),
              Set.copyOf(ended));
        });
  }
}
