package io.argosy.planner.write;

import io.argosy.sql.parse.PostgresFunction;
import io.argosy.sql.parse.Syntax;
import io.argosy.sql.parse.SyntaxOperator;
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
    SqlNode sum = function("sum", counts);
    SqlNode orZero =
        new PostgresFunction(Trees.name("coalesce")).createCall(null, SqlParserPos.ZERO, sum, zero);
    return SyntaxOperator.cast(orZero, "bigint");
  }

  /** A call of one of PostgreSQL's own functions or aggregates. */
  public static SqlNode function(String name, SqlNode... operands) {
    return own(name).createCall(null, SqlParserPos.ZERO, operands);
  }

  /** A function or aggregate of PostgreSQL's own, whatever the search_path has of its name. */
  static PostgresFunction own(String name) {
    return new PostgresFunction(Trees.name("pg_catalog", name));
  }

  /** What an operator of PostgreSQL's own gives, whatever the search_path has of its name. */
  static SqlNode operator(SqlNode left, String operator, SqlNode right) {
    String name = "OPERATOR(pg_catalog." + operator + ")";
    Syntax syntax =
        new Syntax(Syntax.Form.OPERATOR, Optional.of(name), List.of("(", " " + name + " ", ")"));
    return new SyntaxOperator(syntax).createCall(SqlParserPos.ZERO, left, right);
  }
}
