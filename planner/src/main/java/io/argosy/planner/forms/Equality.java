package io.argosy.planner.forms;

import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Column;
import io.argosy.planner.facts.KeyTypes;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;

/** Two columns that a condition makes equal, as grouping compares them. */
record Equality(Column left, Column right) {
  /** What a condition makes equal; empty if it is no such condition. */
  static Optional<Equality> of(Binding binding, SqlNode condition) {
    if (condition.getKind() != SqlKind.EQUALS) {
      return Optional.empty();
    }
    Optional<Column> left = binding.column(((SqlCall) condition).operand(0));
    Optional<Column> right = binding.column(((SqlCall) condition).operand(1));
    return left.isPresent()
            && right.isPresent()
            && KeyTypes.comparable(left.get().type(), right.get().type())
            && KeyTypes.hashed(left.get().type())
        ? Optional.of(new Equality(left.get(), right.get()))
        : Optional.empty();
  }
}
