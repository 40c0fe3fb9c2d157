package io.argosy.planner.proof;

import io.argosy.planner.bind.Column;
import io.argosy.planner.facts.Colocation;
import io.argosy.planner.plan.Pruning.KeyValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which columns are equal in every row that matters: a union-find. */
public final class EqualityClasses {
  /** The key of the outer row, for which a nested query runs. */
  record OuterKey(Colocation colocation) {}

  /** A value that is known when the statement runs. */
  record Known(KeyValue value) {}

  private final Map<Object, Object> parents;

  EqualityClasses() {
    parents = new HashMap<>();
  }

  private EqualityClasses(Map<Object, Object> parents) {
    this.parents = new HashMap<>(parents);
  }

  EqualityClasses copy() {
    return new EqualityClasses(parents);
  }

  private Object root(Object element) {
    Object root = element;
    while (parents.containsKey(root)) {
      root = parents.get(root);
    }
    return root;
  }

  /** Makes two elements equal: columns, outer keys, known values. */
  void unite(Object left, Object right) {
    Object leftRoot = root(left);
    Object rightRoot = root(right);
    if (!leftRoot.equals(rightRoot)) {
      parents.put(leftRoot, rightRoot);
    }
  }

  boolean same(Object left, Object right) {
    return root(left).equals(root(right));
  }

  boolean isOuterKey(Column column, Colocation colocation) {
    return same(column, new OuterKey(colocation));
  }

  /** The markers in a column's class. */
  List<Object> markers(Column column) {
    return parents.entrySet().stream()
        .flatMap(entry -> List.of(entry.getKey(), entry.getValue()).stream())
        .distinct()
        .filter(element -> !(element instanceof Column) && same(element, column))
        .toList();
  }

  /** A value that the column has. */
  Optional<KeyValue> known(Column column) {
    return markers(column).stream()
        .filter(Known.class::isInstance)
        .map(marker -> ((Known) marker).value())
        .findFirst();
  }
}
