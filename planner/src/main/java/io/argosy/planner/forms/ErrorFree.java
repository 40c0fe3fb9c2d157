package io.argosy.planner.forms;

import io.argosy.sql.parse.Syntax;
import io.argosy.sql.parse.SyntaxOperator;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.type.SqlTypeFamily;

/**
 * Whether a condition raises no error, whatever row it is asked of. Only such a one may be asked of
 * rows that another condition, which comes before it in the text, keeps from it: {@code a <> 0 AND
 * 1 / a > b}. A list of a few forms that are known, anything else being taken to fail.
 */
final class ErrorFree {
  private static final Set<SqlKind> CONDITIONS =
      Set.of(
          SqlKind.AND,
          SqlKind.OR,
          SqlKind.NOT,
          SqlKind.EQUALS,
          SqlKind.NOT_EQUALS,
          SqlKind.LESS_THAN,
          SqlKind.LESS_THAN_OR_EQUAL,
          SqlKind.GREATER_THAN,
          SqlKind.GREATER_THAN_OR_EQUAL,
          SqlKind.BETWEEN,
          SqlKind.IN,
          SqlKind.NOT_IN,
          SqlKind.IS_NULL,
          SqlKind.IS_NOT_NULL);

  private ErrorFree() {}

  static boolean isErrorFree(SqlNode node) {
    if (node instanceof SqlIdentifier
        || node instanceof SqlLiteral
        || SyntaxOperator.isSyntax(node, Syntax.Form.CONSTANT)) {
      return true;
    }
    if (node instanceof SqlNodeList list) {
      return list.stream().allMatch(ErrorFree::isErrorFree);
    }
    return node instanceof SqlCall call
        && (CONDITIONS.contains(call.getKind())
            ? call.getOperandList().stream().allMatch(ErrorFree::isErrorFree)
            : isPartOfString(call));
  }

  /** {@code substring(column FROM 1 FOR 2)}: only a negative length is an error. */
  private static boolean isPartOfString(SqlCall call) {
    List<SqlNode> operands = call.getOperandList();
    return SyntaxOperator.isSyntax(call, Syntax.Form.FUNCTION)
        && ((SyntaxOperator) call.getOperator())
            .syntax()
            .function()
            .filter("substring"::equals)
            .isPresent()
        && operands.size() == 3
        && operands.get(0) instanceof SqlIdentifier
        && operands.stream().skip(1).allMatch(ErrorFree::isCount);
  }

  private static boolean isCount(SqlNode node) {
    return node instanceof SqlLiteral literal
        && literal.getTypeName().getFamily() == SqlTypeFamily.NUMERIC
        && literal.bigDecimalValue().signum() >= 0;
  }
}
