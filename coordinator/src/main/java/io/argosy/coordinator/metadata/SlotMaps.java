package io.argosy.coordinator.metadata;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.PromptAnswer;
import io.argosy.coordinator.cluster.SlotMap;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Which nodes own which slots, as the home node's {@code argosy.slot_map} says it: read when it is
 * needed, and forgotten with all that is known of the catalog. A move of slots counts {@link #MOVE}
 * in the version of a node's catalog, as does a node that joins; so a version tells which map the
 * node's rows lie by. Thread-safe.
 */
public final class SlotMaps {
  /** What a move adds to the version of a catalog; other changes add 1. */
  private static final long MOVE = 1L << 40;

  /** What {@link #of} reads. */
  public static final String QUESTION =
      "SELECT moves, owners, (SELECT pg_catalog.count(*) FROM argosy.nodes) FROM argosy.slot_map";

  private final Cluster cluster;
  private volatile MovedSlots known;
  private final ReentrantLock reading = new ReentrantLock();
  private long forgotten;

  SlotMaps(Cluster cluster) {
    this.cluster = cluster;
  }

  /**
   * A map.
   *
   * @param moves how many moves there have been; a node that has joined counts as one
   */
  public record MovedSlots(long moves, SlotMap slots) {
    /** That when a node has joined, which has no slots. */
    public MovedSlots joined() {
      return new MovedSlots(moves + 1, SlotMap.of(slots.nodes() + 1, slots.owners()));
    }

    /** The lowest version of a node's catalog with this map. */
    public long firstVersion() {
      return moves * MOVE;
    }
  }

  /** How many moves of slots a node has seen that has this version of its catalog. */
  public static long moves(long version) {
    return version / MOVE;
  }

  /** Reads a map from the answer to {@link #QUESTION}. */
  public static MovedSlots of(TextResult answer) {
    List<String> row = answer.rows().getFirst();
    String owners = row.get(1);
    return new MovedSlots(
        Long.parseLong(row.get(0)),
        SlotMap.of(
            Integer.parseInt(row.get(2)),
            Arrays.stream(owners.substring(1, owners.length() - 1).split(","))
                .map(Integer::valueOf)
                .toList()));
  }

  /**
   * The map that is known, which is at least as new as the versions that were known before.
   *
   * @throws io.argosy.protocol.message.PostgresException when the home node cannot be asked
   */
  public MovedSlots known() {
    MovedSlots map = known;
    return map != null ? map : read();
  }

  /** One at a time: the others find what the first one has read. */
  private MovedSlots read() {
    reading.lock();
    try {
      MovedSlots map = known;
      if (map != null) {
        return map;
      }
      long before = forgotten();
      MovedSlots read;
      try (NodeSession home = cluster.openAsAdministrator(cluster.home())) {
        read = of(PromptAnswer.of(home, QUESTION));
      }
      keep(read, before);
      return read;
    } finally {
      reading.unlock();
    }
  }

  private synchronized long forgotten() {
    return forgotten;
  }

  private synchronized void keep(MovedSlots read, long before) {
    if (before == forgotten) {
      known = read;
    }
  }

  /** Nodes have these versions of their catalogs: what is known may be older. */
  synchronized void forgetIfMoved(Collection<Long> versions) {
    MovedSlots map = known;
    if (map == null || versions.stream().anyMatch(version -> moves(version) != map.moves())) {
      known = null;
      forgotten++;
    }
  }
}
