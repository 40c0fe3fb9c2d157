package io.argosy.coordinator.cluster.types;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.node.NodeSession;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The types of users on every node, read when one is met that is not known. A type that is dropped
 * and made again has another number, and so is not known. Its name would still lead to the number
 * that it had on a node whose types were read before; so those of two nodes are read together.
 * Thread-safe.
 */
public final class TypeNumbers {
  /** What the home node and another one had at about the same time. */
  private record Pair(NodeTypes home, NodeTypes other) {}

  private final Cluster cluster;
  private final Map<Integer, Pair> pairs = new ConcurrentHashMap<>();

  public TypeNumbers(Cluster cluster) {
    this.cluster = cluster;
  }

  /**
   * A backend that speaks of types as the home node does.
   *
   * @param node its node's position
   */
  public NodeSession translating(int node, NodeSession session) {
    return node == Cluster.HOME ? session : new TranslatingSession(node, session, this);
  }

  /** Types may have been made or dropped: all are read again. */
  public void clear() {
    pairs.clear();
  }

  /** From the home node's numbers to those of another one. */
  TypeTranslation fromHome(int node, int... numbers) {
    Pair pair = knowing(node, Pair::home, numbers);
    return new TypeTranslation(pair.home(), pair.other());
  }

  /** From a node's numbers to those of the home node. */
  TypeTranslation toHome(int node, int... numbers) {
    Pair pair = knowing(node, Pair::other, numbers);
    return new TypeTranslation(pair.other(), pair.home());
  }

  /** Whether values of a type on a node can hold numbers of types. */
  boolean holdNumbers(int node, int number) {
    return knowing(node, Pair::other, number).other().holdsNumbers(number);
  }

  /** What one node has made anew, the others have too: all are read again. */
  private Pair knowing(int node, Function<Pair, NodeTypes> side, int... numbers) {
    if (!Arrays.stream(numbers).allMatch(side.apply(known(node))::knows)) {
      clear();
    }
    return known(node);
  }

  private Pair known(int node) {
    return pairs.computeIfAbsent(node, this::read);
  }

  private Pair read(int node) {
    NodeTypes other = typesOf(node);
    return new Pair(typesOf(Cluster.HOME), other);
  }

  private NodeTypes typesOf(int node) {
    try (NodeSession session = cluster.openAsAdministrator(cluster.nodes().get(node))) {
      return NodeTypes.read(session);
    }
  }
}
