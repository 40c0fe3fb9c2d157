package io.argosy.planner.facts;

import java.util.Optional;

/** Where the rows of a relation live. */
public sealed interface Placement {
  /**
   * Each row on the node that owns the slot of its key.
   *
   * @param colocation tables of one group keep equal keys on the same node
   * @param column the distribution column; never NULL in a row
   * @param keyType how its values are hashed; where that is not said, by its type
   */
  record Hash(Colocation colocation, String column, Optional<String> keyType) implements Placement {
    /** Of rows that are divided while a statement runs. */
    public Hash(Colocation colocation, String column) {
      this(colocation, column, Optional.empty());
    }
  }

  /** A whole copy on every node. */
  record Replicated() implements Placement {}

  /** All rows on the home node: a table whose placement was never declared, or a temporary one. */
  record SingleNode() implements Placement {}

  /** A view: its rows live where those of the relations below it do. */
  record OfDefinition() implements Placement {}

  /** A system catalog: every node has its own, clients see the home node's. */
  record SystemCatalog() implements Placement {}
}
