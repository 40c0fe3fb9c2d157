package io.argosy.planner.movement.rows;

import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Column;
import io.argosy.planner.bind.Names;
import io.argosy.planner.facts.KeyTypes;
import io.argosy.planner.write.Trees;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * What an IN over a partner's column says of the column that must be equal to it (TPC-H 20: the
 * line items of parts that are among some): the same, so that the partner need not be looked up.
 */
final class ImpliedMembership {
  private ImpliedMembership() {}

  /**
   * The condition that follows from one on the partner; empty if none does.
   *
   * @param columns that must be equal to those of the partner
   */
  static Optional<SqlNode> of(Binding binding, SqlNode conjunct, List<Reduction.Partner> columns) {
    if (conjunct.getKind() != SqlKind.IN) {
      return Optional.empty();
    }
    SqlNode query = ((SqlCall) conjunct).operand(1);
    boolean correlated =
        Names.in(query).stream()
            .map(binding::column)
            .flatMap(Optional::stream)
            .map(Column::source)
            .anyMatch(source -> source == columns.getFirst().other().source());
    if (correlated || !Trees.containsQuery(query)) {
      return Optional.empty();
    }
    Optional<Column> asked = binding.column(((SqlCall) conjunct).operand(0));
    return columns.stream()
        .filter(partner -> asked.filter(partner.other()::equals).isPresent())
        .filter(ImpliedMembership::isInterchangeable)
        .findFirst()
        .map(
            partner ->
                SqlStdOperatorTable.IN.createCall(
                    SqlParserPos.ZERO, TableMove.name(partner.column()), query));
  }

  private static boolean isInterchangeable(Reduction.Partner partner) {
    String type = partner.other().type();
    return KeyTypes.hashed(type) && KeyTypes.comparable(partner.column().type(), type);
  }
}
