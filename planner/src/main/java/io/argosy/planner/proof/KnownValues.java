package io.argosy.planner.proof;

import io.argosy.planner.facts.KeyTypes;
import io.argosy.planner.plan.Pruning.KeyValue;
import io.argosy.sql.parse.ParsedStatement;
import io.argosy.sql.parse.Syntax;
import io.argosy.sql.parse.SyntaxOperator;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;

/** Recognises constants and parameters that are, unchanged, values of a key's type. */
final class KnownValues {
  private static final BigDecimal LONG_MIN = BigDecimal.valueOf(Long.MIN_VALUE);
  private static final BigDecimal LONG_MAX = BigDecimal.valueOf(Long.MAX_VALUE);

  private final ParsedStatement statement;
  private final List<String> parameterTypes;

  KnownValues(ParsedStatement statement, List<String> parameterTypes) {
    this.statement = statement;
    this.parameterTypes = parameterTypes;
  }

  /** The value that an expression has for a column of a type; empty if that is not certain. */
  Optional<KeyValue> value(SqlNode node, String type) {
    Optional<Long> integer = integer(node);
    if (integer.isPresent()) {
      return KeyTypes.holds(type, integer.get())
          ? Optional.of(new KeyValue.Constant(Long.toString(integer.get())))
          : Optional.empty();
    }
    if (node instanceof SqlDynamicParam parameter) {
      int index = parameter.getIndex();
      boolean same =
          index < parameterTypes.size() && KeyTypes.widens(parameterTypes.get(index), type);
      return same ? Optional.of(new KeyValue.Parameter(index + 1)) : Optional.empty();
    }
    if (SyntaxOperator.isSyntax(node, Syntax.Form.CONSTANT)) {
      if (KeyTypes.base(type).equals("cidr")) {
        // It is compared as inet is, and so PostgreSQL reads it.
        return Optional.empty();
      }
      return Optional.of(new KeyValue.Constant(statement.text(node)));
    }
    return cast(node, type);
  }

  private Optional<KeyValue> cast(SqlNode node, String type) {
    if (!SyntaxOperator.isSyntax(node, Syntax.Form.CAST)) {
      return Optional.empty();
    }
    SqlCall call = (SqlCall) node;
    String target = SyntaxOperator.castType(call);
    boolean plain =
        !target.contains("(") && !isOfLengthOne(target) && KeyTypes.widens(target, type);
    return plain ? value(call.operand(0), target) : Optional.empty();
  }

  /** Whether a type is {@code character(1)} or {@code bit(1)}, although it does not say so. */
  private static boolean isOfLengthOne(String type) {
    return KeyTypes.base(type).equals("character") && !type.strip().equalsIgnoreCase("bpchar")
        || KeyTypes.base(type).equals("bit");
  }

  private static Optional<Long> integer(SqlNode node) {
    if (node.getKind() == SqlKind.MINUS_PREFIX) {
      return integer(((SqlCall) node).operand(0)).map(value -> -value);
    }
    if (node instanceof SqlNumericLiteral number && number.isInteger()) {
      BigDecimal value = number.bigDecimalValue();
      boolean fits = value.compareTo(LONG_MIN) > 0 && value.compareTo(LONG_MAX) < 0;
      return fits ? Optional.of(value.longValueExact()) : Optional.empty();
    }
    return Optional.empty();
  }
}
