package io.argosy.planner.forms.lookup;

import io.argosy.planner.movement.rows.Replacer;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * An equality that all rows meet which are joined. Bound as what it is, so that it is known to
 * hold, it is written as true: asked once more, PostgreSQL would take it for another condition,
 * which few of them meet.
 */
final class MetEquality extends SqlBasicCall {
  MetEquality(SqlCall equality) {
    super(equality.getOperator(), equality.getOperandList(), equality.getParserPosition());
  }

  @Override
  public MetEquality clone(SqlParserPos position) {
    return new MetEquality(this);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    Replacer.TRUE.unparse(writer, leftPrec, rightPrec);
  }
}
