package io.argosy.planner.proof;

import io.argosy.planner.bind.Query;
import io.argosy.planner.plan.UnprovenException;
import java.util.HashSet;
import java.util.Set;

/**
 * Clause (d) for set operations: all branches are partitioned, and rows that meet share the key.
 */
final class SetOperationRule {
  private SetOperationRule() {}

  /** The rows of a set operation that is not outermost. */
  static QueryDistribution combine(
      Query.SetOperation operation, QueryDistribution left, QueryDistribution right) {
    if (left instanceof QueryDistribution.Partitioned leftRows
        && right instanceof QueryDistribution.Partitioned rightRows) {
      return checked(operation, union(operation, leftRows, rightRows));
    }
    if (left instanceof QueryDistribution.NoRows) {
      return right instanceof QueryDistribution.Partitioned rows ? checked(operation, rows) : right;
    }
    if (right instanceof QueryDistribution.NoRows) {
      return left instanceof QueryDistribution.Partitioned rows ? checked(operation, rows) : left;
    }
    if (left instanceof QueryDistribution.Partitioned
        || right instanceof QueryDistribution.Partitioned) {
      throw new UnprovenException(
          operation.name() + " of partitioned rows with rows that every node has");
    }
    boolean tied =
        left instanceof QueryDistribution.Tied || right instanceof QueryDistribution.Tied;
    return tied ? new QueryDistribution.Tied() : new QueryDistribution.Everywhere();
  }

  private static QueryDistribution checked(
      Query.SetOperation operation, QueryDistribution.Partitioned rows) {
    if (operation.cut() != Query.Cut.NONE) {
      throw new UnprovenException("LIMIT in a subquery over partitioned rows");
    }
    if (!operation.appends() && rows.keys().isEmpty()) {
      throw new UnprovenException(operation.name() + " without the distribution column");
    }
    return rows;
  }

  /** The rows of two partitioned branches together. */
  static QueryDistribution.Partitioned union(
      Query.SetOperation operation,
      QueryDistribution.Partitioned left,
      QueryDistribution.Partitioned right) {
    if (!left.colocation().equals(right.colocation())) {
      throw new UnprovenException(operation.name() + " of tables that are not colocated");
    }
    Set<Integer> keys = new HashSet<>(left.keys());
    keys.retainAll(right.keys());
    return new QueryDistribution.Partitioned(left.colocation(), keys);
  }
}
