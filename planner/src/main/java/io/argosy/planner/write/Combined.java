package io.argosy.planner.write;

import io.argosy.planner.parse.PostgresFunction;
import io.argosy.planner.parse.Syntax;
import io.argosy.planner.parse.SyntaxOperator;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Makes the expressions that put partial aggregates together. */
public final class Combined {
  private Combined() {}

  /** A count over all rows, from a column of counts over parts of them; 0 without any. */
  public static SqlNode count(SqlNode counts) {
    SqlNode zero = SqlLiteral.createExactNumeric("0", SqlParserPos.ZERO);
    return cast(function("coalesce", function("sum", counts), zero), "bigint");
  }

  /** A call of a function or an aggregate. */
  public static SqlNode function(String name, SqlNode... operands) {
    return new PostgresFunction(Trees.name(name)).createCall(null, SqlParserPos.ZERO, operands);
  }

  /** A value as one of another type. */
  public static SqlNode cast(SqlNode operand, String type) {
    Syntax cast =
        new Syntax(Syntax.Form.CAST, Optional.empty(), List.of("CAST(", " AS " + type + ")"));
    return new SyntaxOperator(cast).createCall(SqlParserPos.ZERO, operand);
  }
}
