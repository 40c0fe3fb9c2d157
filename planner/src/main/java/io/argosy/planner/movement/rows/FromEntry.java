package io.argosy.planner.movement.rows;

import io.argosy.planner.write.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Makes changed copies of a table's entry in FROM. */
public final class FromEntry {
  private FromEntry() {}

  /** The entry with another name of the table, so that all that refers to it still does. */
  public static SqlNode renamed(Site.Table table, UnaryOperator<SqlIdentifier> other) {
    SqlNode item = table.source().item();
    if (item.getKind() != SqlKind.AS) {
      return Trees.as(other.apply((SqlIdentifier) item), table.source().alias());
    }
    List<SqlNode> operands = new ArrayList<>(((SqlCall) item).getOperandList());
    operands.set(0, other.apply((SqlIdentifier) operands.get(0)));
    return ((SqlCall) item).getOperator().createCall(SqlParserPos.ZERO, operands);
  }
}
