package io.argosy.coordinator.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Which node owns which slot. A row lives in slot {@code hash(key) mod 1024}; a cluster begins with
 * slots in ranges as equal as can be, and later slots move from node to node. Immutable.
 */
public final class SlotMap {
  /** How many slots there are, a power of two. */
  public static final int SLOTS = 1024;

  private final int nodes;
  private final int[] owners;
  private final List<Range> ranges;
  private final boolean even;

  /** Slots that follow each other and are one node's, from the first one to the next range's. */
  private record Range(int first, int owner) {}

  private SlotMap(int nodes, int[] owners) {
    if (nodes < 1 || nodes > SLOTS) {
      throw new IllegalArgumentException("between 1 and " + SLOTS + " nodes, not " + nodes);
    }
    if (owners.length != SLOTS || Arrays.stream(owners).anyMatch(o -> o < 0 || o >= nodes)) {
      throw new IllegalArgumentException(
          "not the owners of %d slots among %d nodes".formatted(SLOTS, nodes));
    }
    this.nodes = nodes;
    this.owners = owners;
    this.ranges =
        IntStream.range(0, SLOTS)
            .filter(slot -> slot == 0 || owners[slot] != owners[slot - 1])
            .mapToObj(slot -> new Range(slot, owners[slot]))
            .toList();
    this.even = Arrays.equals(owners, evenOwners(nodes));
  }

  /** That of a cluster of which no slot has moved. */
  public static SlotMap even(int nodes) {
    return new SlotMap(nodes, evenOwners(nodes));
  }

  /**
   * That of a cluster of which slots have moved.
   *
   * @param owners the positions of the owners, by slot
   */
  public static SlotMap of(int nodes, List<Integer> owners) {
    return new SlotMap(nodes, owners.stream().mapToInt(Integer::intValue).toArray());
  }

  private static int[] evenOwners(int nodes) {
    return IntStream.range(0, SLOTS).map(slot -> (int) ((long) slot * nodes / SLOTS)).toArray();
  }

  /** The slot of a key with this hash. */
  public static int slot(long hash) {
    return (int) (hash & (SLOTS - 1));
  }

  /** How many nodes there are. */
  public int nodes() {
    return nodes;
  }

  /** The position of the node that owns a slot. */
  public int owner(int slot) {
    return owners[slot];
  }

  /** The positions of the owners, by slot. */
  public List<Integer> owners() {
    return Arrays.stream(owners).boxed().toList();
  }

  /** The slots of a node, in order. */
  public List<Integer> slots(int node) {
    return IntStream.range(0, SLOTS).filter(slot -> owners[slot] == node).boxed().toList();
  }

  /** The map once a node has got slots of others. */
  public SlotMap moved(List<Integer> slots, int node) {
    List<Integer> moved = new ArrayList<>(owners());
    slots.forEach(slot -> moved.set(slot, node));
    return of(nodes, moved);
  }

  /**
   * SQL for the position of the node that owns a slot; NULL for NULL.
   *
   * @param slot SQL for an int8
   */
  String ownerExpression(String slot) {
    if (even) {
      return slot + " OPERATOR(pg_catalog.*) " + nodes + " OPERATOR(pg_catalog./) " + SLOTS;
    }
    // Of ranges that begin at 0, the number of the one that a slot is in.
    return "('{%s}'::pg_catalog.int4[])[pg_catalog.width_bucket(%s, '{%s}'::pg_catalog.int8[])]"
        .formatted(
            ranges.stream()
                .map(range -> Integer.toString(range.owner()))
                .collect(Collectors.joining(",")),
            slot,
            ranges.stream()
                .map(range -> Integer.toString(range.first()))
                .collect(Collectors.joining(",")));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SlotMap map && nodes == map.nodes && Arrays.equals(owners, map.owners);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(owners);
  }

  @Override
  public String toString() {
    return ranges.toString();
  }
}
