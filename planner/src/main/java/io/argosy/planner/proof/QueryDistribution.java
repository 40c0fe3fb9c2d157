package io.argosy.planner.proof;

import io.argosy.planner.facts.Colocation;
import java.util.Set;

/** Where the rows of a query's result live when it runs on every node. */
public sealed interface QueryDistribution {
  /** As {@link Distribution.Everywhere}. */
  record Everywhere() implements QueryDistribution {}

  /** There are none, whichever node is asked. */
  record NoRows() implements QueryDistribution {}

  /** As {@link Distribution.Tied}. */
  record Tied() implements QueryDistribution {}

  /**
   * As {@link Distribution.Partitioned}.
   *
   * @param keys the positions, from 0, of the columns that are the key
   */
  record Partitioned(Colocation colocation, Set<Integer> keys) implements QueryDistribution {}
}
