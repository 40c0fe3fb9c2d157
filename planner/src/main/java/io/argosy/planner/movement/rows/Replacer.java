package io.argosy.planner.movement.rows;

import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;

/** Puts other trees in the place of some. */
public final class Replacer extends SqlShuttle {
  /** Stands for a condition that all rows meet. */
  public static final SqlNode TRUE = SqlLiteral.createBoolean(true, SqlParserPos.ZERO);

  /** A condition that no row meets. */
  public static final SqlNode FALSE = SqlLiteral.createBoolean(false, SqlParserPos.ZERO);

  private final Map<SqlNode, SqlNode> replaced;

  /**
   * @param replaced by identity
   */
  public Replacer(Map<SqlNode, SqlNode> replaced) {
    this.replaced = replaced;
  }

  @Override
  public SqlNode visit(SqlIdentifier name) {
    return replaced.getOrDefault(name, name);
  }

  @Override
  public SqlNode visit(SqlCall call) {
    SqlNode other = replaced.get(call);
    if (other != null) {
      return other;
    }
    SqlNode visited = super.visit(call);
    if (visited != call && visited.getKind() == SqlKind.AND) {
      List<SqlNode> left =
          ((SqlCall) visited).getOperandList().stream().filter(o -> o != TRUE).toList();
      if (left.size() < 2) {
        return left.isEmpty() ? TRUE : left.get(0);
      }
    }
    return visited;
  }
}
