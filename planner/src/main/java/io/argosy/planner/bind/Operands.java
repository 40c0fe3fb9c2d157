package io.argosy.planner.bind;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;

/** Takes expressions apart: nested AND or OR, items of ORDER BY. */
public final class Operands {
  private Operands() {}

  /**
   * What is combined by operators of a kind, however they are nested; the condition itself if it is
   * no such operator.
   */
  public static List<SqlNode> of(SqlNode condition, SqlKind kind) {
    List<SqlNode> result = new ArrayList<>();
    add(condition, kind, result);
    return result;
  }

  private static void add(SqlNode condition, SqlKind kind, List<SqlNode> result) {
    if (condition.getKind() == kind) {
      ((SqlCall) condition).getOperandList().forEach(operand -> add(operand, kind, result));
    } else {
      result.add(condition);
    }
  }

  /** What an item of ORDER BY sorts by, without the direction. */
  public static SqlNode sortKey(SqlNode item) {
    SqlNode key = item;
    while (key.getKind() == SqlKind.DESCENDING
        || key.getKind() == SqlKind.NULLS_FIRST
        || key.getKind() == SqlKind.NULLS_LAST) {
      key = ((SqlCall) key).operand(0);
    }
    return key;
  }
}
