package io.argosy.planner.proof;

import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Column;
import io.argosy.planner.bind.Query;
import io.argosy.planner.bind.Source;
import io.argosy.planner.facts.KeyTypes;
import io.argosy.sql.parse.PostgresFunction;
import io.argosy.sql.parse.Syntax;
import io.argosy.sql.parse.SyntaxOperator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;

/**
 * Tells expressions of exact numbers, whose sum is the same in whatever order they are added:
 * integers and numerics, and what is calculated from these.
 */
final class ExactNumbers {
  private static final Set<String> TYPES = Set.of("smallint", "integer", "bigint", "numeric");

  private static final Set<SqlKind> ARITHMETIC =
      Set.of(
          SqlKind.PLUS,
          SqlKind.MINUS,
          SqlKind.TIMES,
          SqlKind.DIVIDE,
          SqlKind.MOD,
          SqlKind.MINUS_PREFIX,
          SqlKind.PLUS_PREFIX);

  /** Functions whose result is one of their arguments, but for its sign. */
  private static final Set<String> CHOICES =
      Set.of("abs", "coalesce", "greatest", "least", "nullif");

  /** Functions that are exact of numerics. Of integers they give floating-point numbers. */
  private static final Set<String> ROUNDING = Set.of("ceil", "ceiling", "floor", "round");

  /** Aggregates that give exact numbers if they are asked of such. */
  private static final Set<String> AGGREGATES = Set.of("avg", "max", "min", "sum");

  private final Binding binding;

  ExactNumbers(Binding binding) {
    this.binding = binding;
  }

  /** Whether all values of an expression are exact numbers, or null. */
  boolean isExact(SqlNode expression) {
    return switch (expression) {
      case SqlLiteral literal -> literal instanceof SqlNumericLiteral || literal.getValue() == null;
      case SqlCall call -> isExact(call);
      default -> binding.column(expression).filter(this::isExact).isPresent();
    };
  }

  private boolean isExact(SqlCall call) {
    return switch (call.getOperator()) {
      case PostgresFunction function ->
          function.simpleName().equals("count")
              || (CHOICES.contains(function.simpleName())
                      || AGGREGATES.contains(function.simpleName()))
                  && call.getOperandList().stream().allMatch(this::isExact)
              || ROUNDING.contains(function.simpleName()) && isRoundedNumeric(call);
      case SyntaxOperator operator -> isExact(call, operator.syntax());
      default -> isExact(call.getKind(), call.getOperandList());
    };
  }

  private boolean isExact(SqlKind kind, List<SqlNode> operands) {
    return switch (kind) {
      case OVER, FILTER -> isExact(operands.getFirst());
      default -> ARITHMETIC.contains(kind) && operands.stream().allMatch(this::isExact);
    };
  }

  private boolean isExact(SqlCall call, Syntax syntax) {
    return switch (syntax.form()) {
      case CAST -> TYPES.contains(KeyTypes.base(SyntaxOperator.castType(call)));
      case CASE -> results(syntax, call.getOperandList()).allMatch(this::isExact);
      default -> false;
    };
  }

  /** To a number of decimals only numerics are rounded. */
  private boolean isRoundedNumeric(SqlCall call) {
    return call.operandCount() == 1 ? isNumeric(call.operand(0)) : isExact(call.operand(0));
  }

  /** Whether an expression surely is one of type numeric. */
  private boolean isNumeric(SqlNode expression) {
    String type =
        SyntaxOperator.isSyntax(expression, Syntax.Form.CAST)
            ? SyntaxOperator.castType((SqlCall) expression)
            : binding.column(expression).map(Column::type).orElse("");
    return KeyTypes.base(type).equals("numeric");
  }

  /** What CASE may give, but for NULL where there is no ELSE. */
  static Stream<SqlNode> results(Syntax syntax, List<SqlNode> operands) {
    return IntStream.range(0, operands.size())
        .filter(i -> isResult(syntax.pieces().get(i).strip()))
        .mapToObj(operands::get);
  }

  private static boolean isResult(String before) {
    return before.endsWith("THEN") || before.endsWith("ELSE");
  }

  private boolean isExact(Column column) {
    if (!column.type().isEmpty()) {
      return TYPES.contains(KeyTypes.base(column.type()));
    }
    return switch (column.source().origin()) {
      case Source.Derived derived when !derived.recursive() ->
          outputs(derived.query(), column.index())
              .filter(outputs -> outputs.stream().allMatch(this::isExact))
              .isPresent();
      case Source.Merged merged -> isExact(merged.left().get(column.index()));
      default -> false;
    };
  }

  /** What a column of a query is in each of the SELECTs that it may come from, if that is known. */
  static Optional<List<Query.Output>> outputs(Query query, int column) {
    return switch (query) {
      case Query.Select select -> Optional.of(List.of(select.outputs().get(column)));
      case Query.SetOperation operation ->
          outputs(operation.left(), column)
              .flatMap(
                  left ->
                      outputs(operation.right(), column)
                          .map(right -> Stream.concat(left.stream(), right.stream()).toList()));
      case Query.Values values -> Optional.empty();
    };
  }

  private boolean isExact(Query.Output output) {
    Optional<Column> column = output.column();
    return column.isPresent()
        ? isExact(column.get())
        : output.expression().filter(this::isExact).isPresent();
  }
}
