package io.argosy.planner.write;

import io.argosy.sql.template.SqlTemplate;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;

/**
 * One item of ORDER BY.
 *
 * @param expression without its direction
 * @param nullsFirst as written, or PostgreSQL's default: with DESC
 */
public record SortItem(SqlNode expression, boolean descending, boolean nullsFirst) {
  /** Reads an item. */
  public static SortItem of(SqlNode node) {
    SqlNode expression = node;
    boolean descending = false;
    Boolean nullsFirst = null;
    while (true) {
      if (expression.getKind() == SqlKind.DESCENDING) {
        descending = true;
      } else if (expression.getKind() == SqlKind.NULLS_FIRST) {
        nullsFirst = true;
      } else if (expression.getKind() == SqlKind.NULLS_LAST) {
        nullsFirst = false;
      } else {
        break;
      }
      expression = ((SqlCall) expression).operand(0);
    }
    return new SortItem(expression, descending, nullsFirst == null ? descending : nullsFirst);
  }

  /** The item with another expression in its place. */
  SqlTemplate template(SqlTemplate replacement) {
    String direction = descending ? " DESC" : "";
    String nulls = nullsFirst == descending ? "" : nullsFirst ? " NULLS FIRST" : " NULLS LAST";
    return replacement.plus(direction + nulls);
  }

  /** ORDER BY some items, with a blank before; nothing without any. */
  static SqlTemplate clause(List<SqlTemplate> items) {
    SqlTemplate all = SqlTemplate.join(", ", items);
    return items.isEmpty() ? all : all.within(" ORDER BY ", "");
  }
}
