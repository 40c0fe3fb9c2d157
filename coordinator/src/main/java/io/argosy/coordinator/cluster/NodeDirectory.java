package io.argosy.coordinator.cluster;

import io.argosy.node.Node;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The nodes that a coordinator can reach, members of the cluster or not: its configuration has
 * their addresses. Which of them are members, the metadata say. Thread-safe.
 */
public final class NodeDirectory {
  private volatile List<Node> nodes;

  /**
   * @param nodes each with a name of its own
   */
  public NodeDirectory(Collection<Node> nodes) {
    this.nodes = List.copyOf(nodes);
  }

  /** All of them. */
  public List<Node> nodes() {
    return nodes;
  }

  /** The one of that name. */
  public Optional<Node> find(String name) {
    return nodes.stream().filter(node -> node.name().equals(name)).findFirst();
  }

  /** Another one can be reached from now on, perhaps instead of one of the same name. */
  public synchronized void put(Node node) {
    nodes =
        Stream.concat(
                nodes.stream().filter(before -> !before.name().equals(node.name())),
                Stream.of(node))
            .toList();
  }
}
