package io.argosy.coordinator.resource;

import io.argosy.node.ResourceUse;

/**
 * What several requests have used of one node.
 *
 * @param node the node's name
 * @param requests how many there were
 * @param known of how many of them it is known what they used
 * @param rawBytes bytes of their answers, or that they sent to nodes, before compression
 * @param wireBytes what of these crossed the network, compressed
 * @param use of those of which it is known
 */
public record NodeUse(
    String node, long requests, long known, long rawBytes, long wireBytes, ResourceUse use) {
  /** That of one request. */
  static NodeUse of(NodeRequest request) {
    return new NodeUse(
        request.node(),
        1,
        request.use().isPresent() ? 1 : 0,
        request.rawBytes(),
        request.wireBytes(),
        request.use().orElse(ResourceUse.NOTHING));
  }

  /** Both together, of the same node. */
  NodeUse plus(NodeUse other) {
    return new NodeUse(
        node,
        requests + other.requests,
        known + other.known,
        rawBytes + other.rawBytes,
        wireBytes + other.wireBytes,
        use.plus(other.use));
  }
}
