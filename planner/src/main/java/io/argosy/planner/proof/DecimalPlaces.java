package io.argosy.planner.proof;

import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Column;
import io.argosy.planner.bind.Query;
import io.argosy.planner.bind.Source;
import io.argosy.planner.facts.KeyTypes;
import io.argosy.sql.parse.PostgresFunction;
import io.argosy.sql.parse.Syntax;
import io.argosy.sql.parse.SyntaxOperator;
import java.util.Optional;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;

/**
 * How many decimal places all values of an exact number have. Where that is known, numbers that are
 * equal have the same text: 1.0 and 1.00 are equal, and are not both among them.
 */
final class DecimalPlaces {
  private static final Set<String> INTEGERS = Set.of("smallint", "integer", "bigint");
  private static final Pattern MODIFIERS =
      Pattern.compile("\\(\\s*\\d+\\s*(?:,\\s*(-?\\d+)\\s*)?\\)");

  /** Functions and aggregates with as many as their arguments have. */
  private static final Set<String> AS_ARGUMENTS =
      Set.of("abs", "coalesce", "greatest", "least", "max", "min", "nullif", "sum");

  private static final BinaryOperator<Optional<Integer>> SAME =
      (one, other) -> one.equals(other) ? one : Optional.empty();

  private final Binding binding;

  DecimalPlaces(Binding binding) {
    this.binding = binding;
  }

  /** Their number; empty if values may differ in it, are no exact numbers, or nothing is known. */
  Optional<Integer> of(SqlNode expression) {
    return switch (expression) {
      case SqlNumericLiteral literal when literal.isExact() ->
          Optional.ofNullable(literal.getScale());
      case SqlLiteral literal -> Optional.empty();
      case SqlCall call -> ofCall(call);
      default -> binding.column(expression).flatMap(this::ofColumn);
    };
  }

  private Optional<Integer> ofCall(SqlCall call) {
    return switch (call.getOperator()) {
      case PostgresFunction function when function.simpleName().equals("count") -> Optional.of(0);
      case PostgresFunction function when AS_ARGUMENTS.contains(function.simpleName()) ->
          same(call.getOperandList().stream());
      case PostgresFunction function -> Optional.empty();
      case SyntaxOperator operator -> ofSyntax(call, operator.syntax());
      default -> ofArithmetic(call);
    };
  }

  private Optional<Integer> ofArithmetic(SqlCall call) {
    return switch (call.getKind()) {
      case OVER, FILTER, MINUS_PREFIX, PLUS_PREFIX -> of(call.operand(0));
      case PLUS, MINUS, MOD -> ofBoth(call, Math::max);
      case TIMES -> ofBoth(call, Integer::sum);
      // A quotient has as many as its digits in front of the point leave room for.
      default -> Optional.empty();
    };
  }

  private Optional<Integer> ofBoth(SqlCall call, BinaryOperator<Integer> result) {
    return of(call.operand(0))
        .flatMap(left -> of(call.operand(1)).map(right -> result.apply(left, right)));
  }

  private Optional<Integer> ofSyntax(SqlCall call, Syntax syntax) {
    return switch (syntax.form()) {
      case CAST -> ofType(SyntaxOperator.castType(call));
      case CASE -> same(ExactNumbers.results(syntax, call.getOperandList()));
      default -> Optional.empty();
    };
  }

  /** NULL has all numbers of them. */
  private Optional<Integer> same(Stream<SqlNode> expressions) {
    return all(expressions.filter(node -> !isNull(node)), this::of);
  }

  private static boolean isNull(SqlNode node) {
    return node instanceof SqlLiteral literal && literal.getValue() == null;
  }

  private static <T> Optional<Integer> all(Stream<T> parts, Function<T, Optional<Integer>> places) {
    return parts.map(places).reduce(SAME).flatMap(Function.identity());
  }

  private Optional<Integer> ofColumn(Column column) {
    if (!column.type().isEmpty()) {
      return ofType(column.type());
    }
    return switch (column.source().origin()) {
      case Source.Derived derived when !derived.recursive() ->
          ExactNumbers.outputs(derived.query(), column.index())
              .flatMap(outputs -> all(outputs.stream(), this::ofOutput));
      case Source.Merged merged -> ofColumn(merged.left().get(column.index()));
      default -> Optional.empty();
    };
  }

  private Optional<Integer> ofOutput(Query.Output output) {
    return output.column().isPresent()
        ? output.column().flatMap(this::ofColumn)
        : output.expression().flatMap(this::of);
  }

  private static Optional<Integer> ofType(String type) {
    String base = KeyTypes.base(type);
    if (INTEGERS.contains(base)) {
      return Optional.of(0);
    }
    Matcher modifiers = MODIFIERS.matcher(type);
    return base.equals("numeric") && modifiers.find()
        ? Optional.of(Optional.ofNullable(modifiers.group(1)).map(Integer::valueOf).orElse(0))
        : Optional.empty();
  }
}
