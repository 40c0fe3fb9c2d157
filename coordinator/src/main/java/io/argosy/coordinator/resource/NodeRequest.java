package io.argosy.coordinator.resource;

import io.argosy.node.ResourceUse;
import java.util.Optional;

/**
 * A request that a node has answered for a statement.
 *
 * @param step the stage that it belongs to, by its table's name; empty for others
 * @param node the node's name
 * @param kind what it was
 * @param begin nanoseconds from the statement's start until it was sent
 * @param end the same until it was answered
 * @param rawBytes bytes of its answer, or that it sent to nodes, before compression
 * @param wireBytes what of these crossed the network, compressed
 * @param use what it has used there; empty where nobody could tell
 */
public record NodeRequest(
    String step,
    String node,
    Kind kind,
    long begin,
    long end,
    long rawBytes,
    long wireBytes,
    Optional<ResourceUse> use) {
  /** What a node is asked for. */
  public enum Kind {
    /** A statement whose answer comes to the coordinator. */
    STATEMENT,
    /** A query whose rows go to nodes. */
    SEND,
    /** Rows of nodes are loaded into a table. */
    LOAD
  }

  /**
   * Its last part, for which it did what it had to do itself.
   *
   * @param later where the part begins
   */
  NodeRequest from(long later) {
    Optional<ResourceUse> own = use.map(known -> known.withoutPeers(later - begin));
    return new NodeRequest(step, node, kind, later, end, rawBytes, wireBytes, own);
  }

  /** Nanoseconds from its start to its end. */
  public long duration() {
    return end - begin;
  }
}
