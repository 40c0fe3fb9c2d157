package io.argosy.tests.histories;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.EnumSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;

/** What depends on what. Nodes are numbered from 0. */
final class Graph {
  private final List<List<Edge>> edges = new ArrayList<>();

  /** Why the later one of two nodes depends on the earlier one, or in which order they are. */
  enum Kind {
    /** It has appended behind it. */
    OVERWRITES,

    /** It has read what the other one has appended last. */
    READS,

    /** The statement is one of the transaction. */
    BELONGS,

    /** It has begun when the other one had ended. */
    FOLLOWS,

    /** The other one has read the list as it was before it has appended to it. */
    MISSED
  }

  /**
   * From the earlier node to the later one.
   *
   * @param key by which they depend on each other; nothing where it is not about a list
   */
  record Edge(int from, int to, Kind kind, Key key) {}

  int add() {
    edges.add(new ArrayList<>());
    return edges.size() - 1;
  }

  void connect(int from, int to, Kind kind, Key key) {
    if (from != to) {
      edges.get(from).add(new Edge(from, to, kind, key));
    }
  }

  int size() {
    return edges.size();
  }

  List<Edge> from(int node) {
    return edges.get(node);
  }

  /**
   * A shortest path.
   *
   * @param kinds of the edges that may be gone
   * @param nodes that may be passed
   * @return nothing if there is none
   */
  List<Edge> path(int from, int to, Set<Kind> kinds, IntPredicate nodes) {
    BitSet seen = new BitSet();
    List<Edge> arrivals = new ArrayList<>();
    Deque<Integer> ends = new ArrayDeque<>(List.of(-1));
    for (int node = from; ; node = arrivals.get(ends.peek()).to()) {
      int end = ends.remove();
      for (Edge edge : edges.get(node)) {
        if (kinds.contains(edge.kind()) && !seen.get(edge.to())) {
          if (edge.to() == to) {
            return back(arrivals, end, edge);
          }
          if (nodes.test(edge.to())) {
            seen.set(edge.to());
            arrivals.add(edge);
            ends.add(arrivals.size() - 1);
          }
        }
      }
      if (ends.isEmpty()) {
        return List.of();
      }
    }
  }

  private static List<Edge> back(List<Edge> arrivals, int end, Edge last) {
    LinkedList<Edge> path = new LinkedList<>(List.of(last));
    for (int i = end; i >= 0; i--) {
      if (arrivals.get(i).to() == path.getFirst().from()) {
        path.addFirst(arrivals.get(i));
      }
    }
    return path;
  }

  /** Cycles of some kinds of edges, none of which has a node of another one. */
  List<List<Edge>> cycles(EnumSet<Kind> kinds, IntPredicate nodes) {
    BitSet left = inCycles(kinds, nodes);
    List<List<Edge>> cycles = new ArrayList<>();
    for (int node = left.nextSetBit(0); node >= 0; node = left.nextSetBit(node + 1)) {
      List<Edge> cycle = path(node, node, kinds, left::get);
      cycle.forEach(edge -> left.clear(edge.to()));
      if (!cycle.isEmpty()) {
        cycles.add(cycle);
      }
    }
    return cycles;
  }

  /** What is left when nodes without predecessors are taken away, again and again. */
  private BitSet inCycles(EnumSet<Kind> kinds, IntPredicate nodes) {
    int[] predecessors = new int[size()];
    BitSet left = new BitSet();
    for (int node = 0; node < size(); node++) {
      if (nodes.test(node)) {
        left.set(node);
        followers(node, kinds, nodes).forEach(edge -> predecessors[edge.to()]++);
      }
    }
    Deque<Integer> free = new ArrayDeque<>();
    left.stream().filter(node -> predecessors[node] == 0).forEach(free::add);
    while (!free.isEmpty()) {
      int node = free.remove();
      left.clear(node);
      for (Edge edge : followers(node, kinds, nodes)) {
        if (--predecessors[edge.to()] == 0) {
          free.add(edge.to());
        }
      }
    }
    return left;
  }

  private List<Edge> followers(int node, EnumSet<Kind> kinds, IntPredicate nodes) {
    return edges.get(node).stream()
        .filter(edge -> kinds.contains(edge.kind()) && nodes.test(edge.to()))
        .toList();
  }
}
