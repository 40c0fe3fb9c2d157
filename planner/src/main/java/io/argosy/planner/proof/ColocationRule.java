package io.argosy.planner.proof;

import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Column;
import io.argosy.planner.bind.JoinTree;
import io.argosy.planner.plan.UnprovenException;
import io.argosy.planner.proof.Distribution.Partitioned;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;

/**
 * Clause (b): two partitioned sides of a join must be equal on their keys, by conditions that hold
 * where they are joined.
 */
final class ColocationRule {
  private final Binding binding;

  ColocationRule(Binding binding) {
    this.binding = binding;
  }

  /**
   * @param classes the equalities that hold where the sides are joined
   * @param conditions the conditions among which the reason for a failure is looked up
   */
  Partitioned join(
      JoinTree.Join join,
      Partitioned left,
      Partitioned right,
      EqualityClasses classes,
      List<SqlNode> conditions) {
    if (!left.colocation().equals(right.colocation())) {
      throw new UnprovenException(
          PreservedSideRule.names(join.left())
              + " and "
              + PreservedSideRule.names(join.right())
              + " are not colocated");
    }
    boolean equal =
        left.keys().stream()
            .anyMatch(key -> right.keys().stream().anyMatch(other -> classes.same(key, other)));
    if (!equal) {
      throw new UnprovenException(reason(join, left, right, conditions));
    }
    Set<Column> keys = new HashSet<>();
    if (join.type() == JoinTree.Type.INNER || join.type() == JoinTree.Type.LEFT) {
      keys.addAll(left.keys());
    }
    if (join.type() == JoinTree.Type.INNER || join.type() == JoinTree.Type.RIGHT) {
      keys.addAll(right.keys());
    }
    return new Partitioned(left.colocation(), keys);
  }

  private String reason(
      JoinTree.Join join, Partitioned left, Partitioned right, List<SqlNode> conditions) {
    String rightName = PreservedSideRule.names(join.right());
    if (left.keys().isEmpty() || right.keys().isEmpty()) {
      return "where "
          + PreservedSideRule.names(join.left())
          + " and "
          + rightName
          + " are joined, the distribution column is not known or may be null";
    }
    Column rightKey = right.keys().iterator().next();
    for (Column column : comparedColumns(conditions)) {
      if (column.source() == rightKey.source() && !column.equals(rightKey)) {
        return rightKey.source().describe()
            + " is joined on "
            + column.name()
            + ", which is not its distribution column "
            + rightKey.name();
      }
    }
    return PreservedSideRule.names(join.left())
        + " and "
        + rightName
        + " are not joined on their distribution columns";
  }

  private List<Column> comparedColumns(List<SqlNode> conditions) {
    List<Column> columns = new ArrayList<>();
    for (SqlNode condition : conditions) {
      if (condition.getKind() == SqlKind.EQUALS) {
        Optional<Column> left = binding.column(((SqlCall) condition).operand(0));
        Optional<Column> right = binding.column(((SqlCall) condition).operand(1));
        if (left.isPresent() && right.isPresent()) {
          columns.add(left.get());
          columns.add(right.get());
        }
      }
    }
    return columns;
  }
}
