package io.argosy.coordinator.session.backend;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.SlotMap;
import io.argosy.coordinator.metadata.CatalogVersions;
import io.argosy.coordinator.metadata.SlotMaps;
import io.argosy.coordinator.metadata.SlotMaps.MovedSlots;
import io.argosy.coordinator.session.transaction.TransactionBlock;
import io.argosy.coordinator.session.transaction.TransactionModes.Isolation;
import io.argosy.node.TextResult;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Which nodes own which rows, for the statement that runs. A transaction that has one snapshot for
 * all its statements finds the rows where they were then, whatever has moved since. Changed by the
 * session's thread, read by those of its fragments.
 */
final class StatementSlots {
  private static final String HOLD = "SELECT moves, owners, nodes FROM argosy.held_map()";

  private final Cluster cluster;
  private final SessionTransaction transaction;
  private final CatalogVersions versions;
  private final CatalogGuard guard;
  private final SlotMap ofOneNode;
  private SlotMap ofStatement;

  StatementSlots(
      Cluster cluster,
      SessionTransaction transaction,
      CatalogVersions versions,
      CatalogGuard guard) {
    this.cluster = cluster;
    this.transaction = transaction;
    this.versions = versions;
    this.guard = guard;
    this.ofOneNode = SlotMap.even(1);
  }

  /** A statement starts, whose guard knows what it is based on. */
  synchronized void starts() {
    ofStatement = null;
  }

  /**
   * Those of the statement. Its guard keeps it from nodes that have moved more or fewer since it
   * has started.
   */
  synchronized SlotMap slots() {
    if (cluster.nodes().size() == 1) {
      return ofOneNode;
    }
    if (ofStatement == null) {
      TransactionBlock block = transaction.block();
      ofStatement = hasSnapshot(block) ? ofSnapshot(block) : ofVersions();
    }
    return ofStatement;
  }

  /** The same, which do not move until the transaction ends. */
  synchronized SlotMap held() {
    if (cluster.nodes().size() == 1) {
      return ofOneNode;
    }
    ofStatement = ofKnownNodes(SlotMaps.of(TextResult.run(transaction.home(), HOLD)).slots());
    return ofStatement;
  }

  /** The statement that runs may not know of a node yet that has joined. */
  private SlotMap ofKnownNodes(SlotMap map) {
    if (map.nodes() != cluster.nodes().size()) {
      throw CatalogVersions.outdated();
    }
    return map;
  }

  /** Whether a transaction keeps the snapshot that it has, and looks for rows where they were. */
  static boolean hasSnapshot(TransactionBlock block) {
    return block != null && block.begun() && block.queried() && !block.is(Isolation.READ_COMMITTED);
  }

  private SlotMap ofVersions() {
    MovedSlots known = versions.slots().known();
    guard.looksBy(known.moves());
    return ofKnownNodes(known.slots());
  }

  private SlotMap ofSnapshot(TransactionBlock block) {
    if (block.slots().isEmpty()) {
      block.useSlots(readOfSnapshot(block));
    }
    return block.slots().orElseGet(this::ofVersions);
  }

  /** Empty where the transaction has no snapshot of a node yet. */
  private Optional<SlotMap> readOfSnapshot(TransactionBlock block) {
    MovedSlots known = versions.slots().known();
    if (block.snapshotVersion().isPresent()
        && SlotMaps.moves(block.snapshotVersion().getAsLong()) == known.moves()) {
      return Optional.of(ofNodesWithSnapshot(known.slots()));
    }
    OptionalInt node =
        block.is(Isolation.SERIALIZABLE) ? transaction.onlyNode() : OptionalInt.of(Cluster.HOME);
    return node.isEmpty()
        ? Optional.empty()
        : Optional.of(
            ofNodesWithSnapshot(
                SlotMaps.of(TextResult.run(transaction.asked(node.getAsInt()), SlotMaps.QUESTION))
                    .slots()));
  }

  /**
   * A node may have joined that the transaction has no snapshot of. Where it owns slots, it is
   * needed.
   */
  private SlotMap ofNodesWithSnapshot(SlotMap map) {
    int nodes = cluster.nodes().size();
    if (map.nodes() <= nodes || map.owners().stream().anyMatch(owner -> owner >= nodes)) {
      return ofKnownNodes(map);
    }
    return SlotMap.of(nodes, map.owners());
  }
}
