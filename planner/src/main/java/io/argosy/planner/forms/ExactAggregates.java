package io.argosy.planner.forms;

import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Column;
import io.argosy.planner.facts.KeyTypes;
import io.argosy.sql.parse.PostgresFunction;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;

/**
 * Tells aggregates that raise no error, whatever rows they are asked of, and whose result does not
 * depend on the rows' order: of columns, and of sums and products of exact numbers that are too
 * short to overflow.
 */
public final class ExactAggregates {
  private static final Set<SqlKind> ARITHMETIC = Set.of(SqlKind.PLUS, SqlKind.MINUS, SqlKind.TIMES);

  /** Far below the 131072 digits at which numeric overflows. */
  private static final int MOST_DIGITS = 5000;

  private static final Pattern NUMERIC = Pattern.compile("numeric\\((\\d+), ?(-?\\d+)\\)");

  private final Binding binding;

  public ExactAggregates(Binding binding) {
    this.binding = binding;
  }

  /** Whether an aggregate is one of them. */
  boolean isExact(SqlCall call) {
    String name = ((PostgresFunction) call.getOperator()).simpleName();
    if (call.operandCount() != 1) {
      return false;
    }
    SqlNode argument = call.operand(0);
    if (argument instanceof SqlIdentifier star && star.isStar()) {
      return name.equals("count") && star.names.size() == 1;
    }
    Optional<String> type = binding.column(argument).map(Column::type);
    return switch (name) {
      case "count" -> type.isPresent();
      case "min", "max" -> type.filter(ExactAggregates::isOrdered).isPresent();
      case "sum", "avg" ->
          type.filter(ExactAggregates::isInteger).isPresent()
              || digits(argument).filter(digits -> digits <= MOST_DIGITS).isPresent();
      default -> false;
    };
  }

  /**
   * Whether an aggregate's result does not depend on the rows' order; it may raise an error. This
   * is for what is written to copies that must stay the same: stricter than what decides whether a
   * query may be answered once for each reading, it does not trust expressions of numerics, of
   * which equal ones may be written differently.
   */
  public boolean isSameInAnyOrder(SqlCall call) {
    String name = ((PostgresFunction) call.getOperator()).simpleName();
    return switch (name) {
      case "count", "bool_and", "bool_or", "every", "bit_and", "bit_or", "bit_xor" -> true;
      case "sum", "avg" ->
          isExact(call)
              || call.operandCount() == 1
                  && binding
                      .column(call.operand(0))
                      .filter(column -> KeyTypes.base(column.type()).equals("numeric"))
                      .isPresent();
      case "min", "max" ->
          call.operandCount() == 1
              && binding
                  .column(call.operand(0))
                  .filter(column -> KeyTypes.identical(column.type()))
                  .isPresent();
      default -> false;
    };
  }

  private static boolean isOrdered(String type) {
    String base = KeyTypes.base(type);
    return KeyTypes.ordered(type) || base.equals("real") || base.equals("double precision");
  }

  private static boolean isInteger(String type) {
    return switch (KeyTypes.base(type)) {
      case "smallint", "integer", "bigint" -> true;
      default -> false;
    };
  }

  /**
   * How many digits a number has at most: a numeric column that says so, or what is calculated from
   * such columns; empty for anything else.
   */
  private Optional<Integer> digits(SqlNode node) {
    if (!ARITHMETIC.contains(node.getKind())) {
      return binding.column(node).map(Column::type).flatMap(ExactAggregates::precision);
    }
    List<SqlNode> operands = ((SqlCall) node).getOperandList();
    if (operands.size() != 2 || operands.stream().allMatch(SqlNumericLiteral.class::isInstance)) {
      return Optional.empty();
    }
    int all = 1;
    for (SqlNode operand : operands) {
      Optional<Integer> digits =
          operand instanceof SqlNumericLiteral literal ? digits(literal) : digits(operand);
      if (digits.isEmpty()) {
        return Optional.empty();
      }
      all += digits.get();
    }
    return Optional.of(all);
  }

  private static Optional<Integer> digits(SqlNumericLiteral literal) {
    BigDecimal value = literal.bigDecimalValue();
    return value == null
        ? Optional.empty()
        : Optional.of(value.precision() + Math.abs(value.scale()));
  }

  /** Of {@code numeric(p,s)}, at least p. */
  private static Optional<Integer> precision(String type) {
    Matcher modified = NUMERIC.matcher(type);
    return modified.matches()
        ? Optional.of(
            Integer.parseInt(modified.group(1)) + Math.abs(Integer.parseInt(modified.group(2))))
        : Optional.empty();
  }
}
