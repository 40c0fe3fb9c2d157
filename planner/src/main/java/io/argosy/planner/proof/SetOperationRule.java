package io.argosy.planner.proof;

import io.argosy.planner.bind.Query;
import io.argosy.planner.facts.KeyTypes;
import io.argosy.planner.plan.UnprovenException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Clause (d) for set operations: all branches are partitioned, and rows that meet share the key.
 */
final class SetOperationRule {
  private SetOperationRule() {}

  /** The rows of a set operation that is not outermost. */
  static QueryDistribution combine(
      Query.SetOperation operation, QueryDistribution left, QueryDistribution right) {
    Optional<QueryDistribution.Partitioned> partitioned = partitioned(operation, left, right);
    if (partitioned.isPresent()) {
      if (operation.cut() != Query.Cut.NONE) {
        throw new UnprovenException("LIMIT in a subquery over partitioned rows");
      }
      if (!operation.appends() && partitioned.get().keys().isEmpty()) {
        throw new UnprovenException(operation.name() + " without the distribution column");
      }
      return partitioned.get();
    }
    if (left instanceof QueryDistribution.NoRows) {
      return right;
    }
    if (right instanceof QueryDistribution.NoRows) {
      return left;
    }
    if (left instanceof QueryDistribution.Partitioned
        || right instanceof QueryDistribution.Partitioned) {
      throw otherRows(operation);
    }
    boolean tied =
        left instanceof QueryDistribution.Tied || right instanceof QueryDistribution.Tied;
    return tied ? new QueryDistribution.Tied() : new QueryDistribution.Everywhere();
  }

  static UnprovenException otherRows(Query.SetOperation operation) {
    return new UnprovenException(
        operation.name() + " of partitioned rows with rows that every node has");
  }

  /** The rows of two branches together of which one is partitioned and the other nothing else. */
  static Optional<QueryDistribution.Partitioned> partitioned(
      Query.SetOperation operation, QueryDistribution left, QueryDistribution right) {
    boolean onlyRight = left instanceof QueryDistribution.NoRows;
    QueryDistribution first = onlyRight ? right : left;
    QueryDistribution second = onlyRight ? left : right;
    return first instanceof QueryDistribution.Partitioned rows
        ? keys(operation, rows, second).map(keys -> withKeys(operation, rows, keys))
        : Optional.empty();
  }

  /** The keys of partitioned rows that are keys of others as well; empty for rows anywhere else. */
  private static Optional<Set<Integer>> keys(
      Query.SetOperation operation, QueryDistribution.Partitioned rows, QueryDistribution others) {
    return switch (others) {
      case QueryDistribution.NoRows ignored -> Optional.of(rows.keys());
      case QueryDistribution.Partitioned partitioned -> {
        if (!rows.colocation().equals(partitioned.colocation())) {
          throw new UnprovenException(operation.name() + " of tables that are not colocated");
        }
        Set<Integer> common = new HashSet<>(rows.keys());
        common.retainAll(partitioned.keys());
        yield Optional.of(common);
      }
      case QueryDistribution.Everywhere ignored -> Optional.empty();
      case QueryDistribution.Tied ignored -> Optional.empty();
    };
  }

  /**
   * A column of a set operation has a type of its own, to which the values of both branches are
   * converted, be it of a branch without rows. What was told apart before may then be equal, and
   * what is equal then may lie on two nodes.
   */
  private static QueryDistribution.Partitioned withKeys(
      Query.SetOperation operation, QueryDistribution.Partitioned rows, Set<Integer> keys) {
    return new QueryDistribution.Partitioned(
        rows.colocation(),
        keys.stream()
            .filter(key -> type(operation, key).isPresent())
            .collect(Collectors.toUnmodifiableSet()));
  }

  /** The type of a column; empty if it is not known, or more than one between which = is exact. */
  private static Optional<String> type(Query query, int column) {
    return switch (query) {
      case Query.SetOperation operation ->
          type(operation.left(), column)
              .filter(
                  left ->
                      type(operation.right(), column)
                          .filter(right -> KeyTypes.comparable(left, right))
                          .isPresent());
      case Query.Select select -> type(select.outputs().get(column));
      case Query.Values values -> type(values.outputs().get(column));
    };
  }

  private static Optional<String> type(Query.Output output) {
    return Optional.of(output.type()).filter(type -> !type.isEmpty());
  }
}
