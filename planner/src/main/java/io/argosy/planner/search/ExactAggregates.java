package io.argosy.planner.search;

import io.argosy.planner.bind.Aggregates;
import io.argosy.planner.bind.Binder;
import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Column;
import io.argosy.planner.catalog.KeyTypes;
import io.argosy.planner.parse.PostgresFunction;
import io.argosy.planner.parse.Syntax;
import io.argosy.planner.parse.SyntaxOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/**
 * Collects the aggregates of expressions, and tells whether all of them are such that raise no
 * error, whatever rows they are asked of, and whose result does not depend on the rows' order: of
 * columns, and of sums and products of exact numbers that are too short to overflow.
 */
final class ExactAggregates extends SqlBasicVisitor<Void> {
  private static final Set<String> OF_ANY = Set.of("count", "min", "max");
  private static final Set<String> OF_NUMBERS = Set.of("sum", "avg");
  private static final Set<SqlKind> ARITHMETIC = Set.of(SqlKind.PLUS, SqlKind.MINUS, SqlKind.TIMES);

  private final Binding binding;
  private final Aggregates aggregates;
  private final List<SqlCall> found = new ArrayList<>();
  private boolean others;

  ExactAggregates(Binding binding, Aggregates aggregates) {
    this.binding = binding;
    this.aggregates = aggregates;
  }

  /** The aggregates that have been visited. */
  List<SqlCall> found() {
    return found;
  }

  /** Whether nothing else has been visited that may depend on which rows there are. */
  boolean areAll() {
    return !others;
  }

  @Override
  public Void visit(SqlIdentifier name) {
    others |= name.isStar();
    return null;
  }

  @Override
  public Void visit(SqlCall call) {
    if (aggregates.isAggregate(call)) {
      found.add(call);
      others |= !isExact(call);
      return null;
    }
    others |=
        Binder.isQuery(call)
            || call.getKind() == SqlKind.OVER
            || call.getKind() == SqlKind.FILTER
            || call.getKind() == SqlKind.WITHIN_GROUP
            || SyntaxOperator.isSyntax(call, Syntax.Form.ORDERED_AGGREGATE);
    return super.visit(call);
  }

  private boolean isExact(SqlCall call) {
    String name = ((PostgresFunction) call.getOperator()).simpleName();
    if (call.operandCount() != 1) {
      return false;
    }
    SqlNode argument = call.operand(0);
    if (argument instanceof SqlIdentifier star && star.isStar()) {
      return name.equals("count");
    }
    Optional<Column> column = binding.column(argument);
    return OF_ANY.contains(name) && column.isPresent()
        || OF_NUMBERS.contains(name)
            && (column.filter(ExactAggregates::isExactNumber).isPresent() || isShort(argument));
  }

  private static boolean isExactNumber(Column column) {
    return switch (KeyTypes.base(column.type())) {
      case "smallint", "integer", "bigint", "numeric" -> true;
      default -> false;
    };
  }

  /** A numeric column that says how long it is, or what is calculated from such. */
  private boolean isShort(SqlNode node) {
    if (ARITHMETIC.contains(node.getKind())) {
      List<SqlNode> operands = ((SqlCall) node).getOperandList();
      return operands.size() == 2
          && operands.stream().allMatch(each -> each instanceof SqlLiteral || isShort(each))
          && operands.stream().anyMatch(this::isShort);
    }
    return binding
        .column(node)
        .filter(column -> KeyTypes.base(column.type()).equals("numeric"))
        .filter(column -> column.type().contains("("))
        .isPresent();
  }
}
