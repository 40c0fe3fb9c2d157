package io.argosy.coordinator.types;

import io.argosy.agent.node.NodeSession;
import io.argosy.coordinator.cluster.Cluster;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The types of users on every node, read when one is met that is not known. A type that is dropped
 * and made again has another number, and so is not known. Thread-safe.
 */
public final class TypeNumbers {
  private final Cluster cluster;
  private final Map<Integer, NodeTypes> types = new ConcurrentHashMap<>();

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

  /** From the home node's numbers to those of another one. */
  TypeTranslation fromHome(int node, int... numbers) {
    return between(Cluster.HOME, node, numbers);
  }

  /** From a node's numbers to those of the home node. */
  TypeTranslation toHome(int node, int... numbers) {
    return between(node, Cluster.HOME, numbers);
  }

  /** Whether values of a type on a node can hold numbers of types. */
  boolean holdNumbers(int node, int number) {
    require(node, number);
    return known(node).holdsNumbers(number);
  }

  private TypeTranslation between(int from, int to, int... numbers) {
    require(from, numbers);
    return new TypeTranslation(known(from), known(to));
  }

  /** What one node has made anew, the others have too: all are read again. */
  private void require(int node, int... numbers) {
    if (!Arrays.stream(numbers).allMatch(known(node)::knows)) {
      types.clear();
    }
  }

  private NodeTypes known(int node) {
    return types.computeIfAbsent(node, this::read);
  }

  private NodeTypes read(int node) {
    try (NodeSession session = cluster.openAsAdministrator(cluster.nodes().get(node))) {
      return NodeTypes.read(session);
    }
  }
}
