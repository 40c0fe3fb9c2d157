package io.argosy.sql.parse;

import java.util.OptionalLong;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;

/**
 * What stands behind LIMIT, OFFSET or FETCH where it is more than a number or a parameter: ALL,
 * arithmetic of numbers, or a number WITH TIES.
 */
public final class RowCountOperator extends SqlSpecialOperator {
  private final String text;
  private final OptionalLong rows;
  private final boolean ties;

  /**
   * @param text an operand of FETCH FIRST, in parentheses unless it is a number
   * @param rows its value, empty for all rows
   * @param ties whether rows that are tied with the last one are there too
   */
  RowCountOperator(String text, OptionalLong rows, boolean ties) {
    super(text, SqlKind.OTHER, 100);
    this.text = text;
    this.rows = rows;
    this.ties = ties;
  }

  /** How many rows, not negative; empty for all. */
  public OptionalLong rows() {
    return rows;
  }

  /** Whether a node is a number of rows WITH TIES. */
  public static boolean hasTies(SqlNode count) {
    return count instanceof SqlCall call
        && call.getOperator() instanceof RowCountOperator operator
        && operator.ties;
  }

  /** Whether what stands behind LIMIT or OFFSET, null if nothing does, may leave rows out. */
  public static boolean cuts(SqlNode count) {
    return count != null
        && !(count instanceof SqlCall call
            && call.getOperator() instanceof RowCountOperator operator
            && operator.rows.isEmpty());
  }

  @Override
  public void unparse(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
    writer.print(text);
    writer.setNeedWhitespace(true);
  }
}
