package io.argosy.planner.plan;

import io.argosy.planner.facts.Colocation;
import java.util.List;

/** Which nodes can have rows for a statement. */
public sealed interface Pruning {
  /** All nodes. */
  record AllNodes() implements Pruning {}

  /**
   * The owners of these keys.
   *
   * @param colocation the group whose slot map applies
   * @param keyType the distribution column's type, to which the values are converted
   * @param hashedAs how they are hashed then
   * @param values at least one
   */
  record Keys(Colocation colocation, String keyType, String hashedAs, List<KeyValue> values)
      implements Pruning {}

  /** A value of the distribution column that is known when the statement runs. */
  sealed interface KeyValue {
    /**
     * @param sql an SQL literal or constant expression as it stands in the statement
     */
    record Constant(String sql) implements KeyValue {}

    /**
     * @param number 1 for $1
     */
    record Parameter(int number) implements KeyValue {}
  }
}
