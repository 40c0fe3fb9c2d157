package io.argosy.planner.proof;

import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Column;
import io.argosy.planner.bind.JoinTree;
import io.argosy.planner.facts.KeyTypes;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;

/** Turns conditions into equalities of columns. */
final class Conditions {
  private final Binding binding;
  private final KnownValues values;

  Conditions(Binding binding, KnownValues values) {
    this.binding = binding;
    this.values = values;
  }

  /** Adds what conjuncts say. Columns from outside bring along what is known of them there. */
  void add(EqualityClasses classes, List<SqlNode> conjuncts, Outer outer) {
    for (SqlNode conjunct : conjuncts) {
      if (conjunct.getKind() == SqlKind.EQUALS) {
        SqlCall equality = (SqlCall) conjunct;
        equal(classes, equality.operand(0), equality.operand(1), outer);
      }
    }
  }

  /** Adds the equalities of USING. */
  static void add(EqualityClasses classes, List<JoinTree.Pair> pairs) {
    for (JoinTree.Pair pair : pairs) {
      if (KeyTypes.comparable(pair.left().type(), pair.right().type())) {
        classes.unite(pair.left(), pair.right());
      }
    }
  }

  private void equal(EqualityClasses classes, SqlNode left, SqlNode right, Outer outer) {
    Optional<Column> leftColumn = binding.column(left);
    Optional<Column> rightColumn = binding.column(right);
    if (leftColumn.isPresent() && rightColumn.isPresent()) {
      unite(classes, leftColumn.get(), rightColumn.get(), outer);
    } else if (leftColumn.isPresent()) {
      known(classes, leftColumn.get(), right, outer);
    } else if (rightColumn.isPresent()) {
      known(classes, rightColumn.get(), left, outer);
    } else if (left.getKind() == SqlKind.ROW && right.getKind() == SqlKind.ROW) {
      List<SqlNode> leftItems = ((SqlCall) left).getOperandList();
      List<SqlNode> rightItems = ((SqlCall) right).getOperandList();
      for (int i = 0; i < Math.min(leftItems.size(), rightItems.size()); i++) {
        equal(classes, leftItems.get(i), rightItems.get(i), outer);
      }
    }
  }

  private static void unite(EqualityClasses classes, Column left, Column right, Outer outer) {
    if (KeyTypes.comparable(left.type(), right.type())) {
      outer.bring(left, classes);
      outer.bring(right, classes);
      classes.unite(left, right);
    }
  }

  private void known(EqualityClasses classes, Column column, SqlNode other, Outer outer) {
    values
        .value(other, column.type())
        .ifPresent(
            value -> {
              outer.bring(column, classes);
              classes.unite(column, new EqualityClasses.Known(value));
            });
  }

  /** The equality classes of a part of a FROM clause in which nothing is null-extended. */
  void addRegion(EqualityClasses classes, JoinTree tree, Outer outer) {
    for (JoinTree.Join join : tree.region().joins()) {
      add(classes, join.on(), outer);
      add(classes, join.using());
    }
  }
}
