package io.argosy.sql.parse;

import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** A piece of PostgreSQL's syntax as a node of the tree, which writes itself as it was read. */
public final class SyntaxOperator extends SqlSpecialOperator {
  /** Above every infix operator that Calcite writes, so that such operands get parentheses. */
  private static final int TIGHT = 98;

  private final Syntax syntax;

  public SyntaxOperator(Syntax syntax) {
    super(String.join("_", syntax.pieces()), SqlKind.OTHER, 100);
    this.syntax = syntax;
  }

  /**
   * A cast.
   *
   * @param type the type as SQL
   */
  public static SqlCall cast(SqlNode value, String type) {
    Syntax cast =
        new Syntax(Syntax.Form.CAST, Optional.empty(), List.of("CAST(", " AS " + type + ")"));
    return new SyntaxOperator(cast).createCall(SqlParserPos.ZERO, value);
  }

  /** What it is. */
  public Syntax syntax() {
    return syntax;
  }

  @Override
  public void unparse(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
    if (syntax.form() == Syntax.Form.ORDERED_AGGREGATE) {
      unparseOrdered(writer, call);
      return;
    }
    boolean enclosed = !syntax.pieces().get(0).startsWith("(");
    boolean list = syntax.form() == Syntax.Form.DISTINCT_ON;
    writer.print(syntax.pieces().get(0));
    for (int i = 0; i < call.operandCount(); i++) {
      if (enclosed) {
        PostgresDialect.enclosed(writer, call.operand(i));
      } else {
        call.operand(i).unparse(writer, TIGHT, TIGHT);
      }
      boolean last = i == call.operandCount() - 1;
      writer.setNeedWhitespace(false);
      writer.print(list && !last ? ", " : syntax.pieces().get(list ? 1 : i + 1));
    }
    writer.setNeedWhitespace(true);
  }

  private static void unparseOrdered(SqlWriter writer, SqlCall call) {
    SqlCall aggregate = call.operand(0);
    PostgresFunction function = (PostgresFunction) aggregate.getOperator();
    function.unparseWithOrder(writer, aggregate, call.operand(1));
  }

  /** Whether a node is such a piece. */
  public static boolean isSyntax(SqlNode node, Syntax.Form form) {
    return node instanceof SqlCall call
        && call.getOperator() instanceof SyntaxOperator operator
        && operator.syntax.form() == form;
  }

  /** The type of a {@link Syntax.Form#CAST}, as it is written. */
  public static String castType(SqlCall cast) {
    String end = ((SyntaxOperator) cast.getOperator()).syntax().pieces().getLast();
    return end.substring(" AS ".length(), end.length() - ")".length());
  }
}
