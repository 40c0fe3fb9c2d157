package io.argosy.planner.proof;

import io.argosy.planner.bind.Column;
import io.argosy.planner.facts.Colocation;
import java.util.Set;

/** Where the rows of a source, a join or a block live when it runs on every node. */
public sealed interface Distribution {
  /** Every node has all of them. */
  record Everywhere() implements Distribution {}

  /** The node of the outer row has all that matter for that row. */
  record Tied() implements Distribution {}

  /**
   * Each on the node that owns its key; together they are all rows, each once.
   *
   * @param keys columns each of which is the key, and never NULL
   */
  record Partitioned(Colocation colocation, Set<Column> keys) implements Distribution {}
}
