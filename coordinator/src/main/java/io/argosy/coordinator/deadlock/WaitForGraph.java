package io.argosy.coordinator.deadlock;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which transaction waits for which, and on which node.
 *
 * @param edges in any order
 */
record WaitForGraph(Set<Edge> edges) {
  /**
   * One waits for another.
   *
   * @param waiter its number
   * @param blocker the other's
   * @param node where, by position
   */
  record Edge(long waiter, long blocker, int node) {}

  WaitForGraph {
    edges = Set.copyOf(edges);
  }

  /** What is in both. */
  WaitForGraph and(WaitForGraph later) {
    Set<Edge> both = new HashSet<>(edges);
    both.retainAll(later.edges());
    return new WaitForGraph(both);
  }

  /** A cycle over more than one node; PostgreSQL finds those on one node by itself. */
  Optional<List<Edge>> cycle() {
    for (Edge start : edges) {
      Optional<List<Edge>> found = cycleFrom(List.of(start), start.waiter());
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private Optional<List<Edge>> cycleFrom(List<Edge> path, long start) {
    long reached = path.getLast().blocker();
    if (reached == start) {
      return path.stream().map(Edge::node).distinct().count() > 1
          ? Optional.of(path)
          : Optional.empty();
    }
    if (path.stream().anyMatch(edge -> edge.waiter() == reached)) {
      return Optional.empty();
    }
    for (Edge next : edges) {
      if (next.waiter() == reached) {
        List<Edge> longer = new ArrayList<>(path);
        longer.add(next);
        Optional<List<Edge>> found = cycleFrom(longer, start);
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }
}
