package io.argosy.coordinator.cluster;

/**
 * Which node owns which slot. A row lives in slot {@code hash(key) mod 1024}; slots map to nodes in
 * ranges as equal as can be.
 *
 * @param nodes how many nodes there are
 */
public record SlotMap(int nodes) {
  /** How many slots there are, a power of two. */
  public static final int SLOTS = 1024;

  public SlotMap {
    if (nodes < 1 || nodes > SLOTS) {
      throw new IllegalArgumentException("between 1 and " + SLOTS + " nodes, not " + nodes);
    }
  }

  /** The slot of a key with this hash. */
  public static int slot(long hash) {
    return (int) (hash & (SLOTS - 1));
  }

  /** The position of the node that owns a slot. */
  public int owner(int slot) {
    return (int) ((long) slot * nodes / SLOTS);
  }

  /** The first slot of a node; that of the node after the last one is {@link #SLOTS}. */
  public int firstSlot(int node) {
    return (int) (((long) node * SLOTS + nodes - 1) / nodes);
  }
}
