package io.argosy.planner.proof;

import io.argosy.planner.bind.Column;
import io.argosy.planner.facts.Colocation;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a nested query knows of the row for which it runs.
 *
 * @param classes the equalities in the block outside
 * @param keys the keys of the partitioned references of that block, with their colocation group:
 *     the row is on the node that owns each of them
 * @param next the block around that block
 */
record Outer(EqualityClasses classes, Map<Column, Colocation> keys, Optional<Outer> next) {
  /** What the outermost block knows. */
  static Outer none() {
    return new Outer(new EqualityClasses(), Map.of(), Optional.empty());
  }

  /** Adds to a nested query's classes what is known of a column, if it comes from outside. */
  void bring(Column column, EqualityClasses nested) {
    List<Object> markers = classes.markers(column);
    markers.forEach(marker -> nested.unite(column, marker));
    keys.forEach(
        (key, group) -> {
          if (classes.same(column, key)) {
            nested.unite(column, new EqualityClasses.OuterKey(group));
          }
        });
    next.ifPresent(outer -> outer.bring(column, nested));
  }
}
