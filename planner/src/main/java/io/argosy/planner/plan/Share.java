package io.argosy.planner.plan;

import java.util.List;

/**
 * CARVE: which rows of a replicated table a node reads, so that all nodes together read each row
 * once. A statement has, for each node, another condition in the place of the share.
 *
 * @param column the column as SQL, as it can be named where the condition stands
 * @param nullable whether it can be NULL
 * @param division how its values are divided among the nodes
 */
public record Share(String column, boolean nullable, Division division) {
  /** How values are divided; NULL belongs to the home node. */
  public sealed interface Division {
    /** For EXPLAIN: of which column, and how. */
    default String words(String column) {
      return switch (this) {
        case Slots slots -> column;
        case Ranges ranges -> "ranges of " + column;
      };
    }

    /**
     * As the rows of a distributed table with this key would be.
     *
     * @param keyType the column's type as {@code format_type} prints it
     */
    record Slots(String keyType) implements Division {}

    /**
     * By ranges, open at both ends.
     *
     * @param bounds the first value of the second node, of the third, ..: SQL constants, ascending,
     *     one fewer than there are nodes
     */
    record Ranges(List<String> bounds) implements Division {}
  }
}
