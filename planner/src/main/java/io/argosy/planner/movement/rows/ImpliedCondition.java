package io.argosy.planner.movement.rows;

import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Operands;
import io.argosy.planner.bind.Source;
import io.argosy.planner.write.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;

/**
 * What an OR over several tables says of one of them: where each of its branches has conjuncts over
 * that table alone, those of one branch must hold (TPC-H 7, 19). The OR itself says more, and must
 * be asked all the same.
 */
final class ImpliedCondition {
  private ImpliedCondition() {}

  /** The condition on a source that follows from a conjunct; empty if none does. */
  static Optional<SqlNode> of(Binding binding, SqlNode conjunct, Source source) {
    if (conjunct.getKind() != SqlKind.OR || Reduction.isOver(binding, conjunct, source)) {
      return Optional.empty();
    }
    List<SqlNode> branches = new ArrayList<>();
    for (SqlNode branch : Operands.of(conjunct, SqlKind.OR)) {
      List<SqlNode> own =
          Operands.of(branch, SqlKind.AND).stream()
              .filter(condition -> Reduction.isOver(binding, condition, source))
              .toList();
      if (own.isEmpty()) {
        return Optional.empty();
      }
      branches.add(Trees.conjunction(own));
    }
    return Optional.of(Trees.disjunction(branches));
  }
}
