package io.argosy.planner.write;

import io.argosy.planner.bind.Column;
import io.argosy.planner.bind.Query;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Makes changed copies of trees. */
final class Trees {
  private Trees() {}

  static SqlIdentifier name(String... names) {
    // Without quotes Calcite writes some names as its own functions.
    return new SqlIdentifier(List.of(names), SqlParserPos.ZERO.withQuoting(true));
  }

  static SqlNode as(SqlNode expression, String name) {
    return SqlStdOperatorTable.AS.createCall(SqlParserPos.ZERO, expression, name(name));
  }

  static SqlNodeList list(List<? extends SqlNode> nodes) {
    return new SqlNodeList(nodes, SqlParserPos.ZERO);
  }

  /** The same SELECT with other columns. */
  static SqlSelect withColumns(SqlSelect select, List<SqlNode> columns) {
    SqlSelect copy = (SqlSelect) select.clone(SqlParserPos.ZERO);
    copy.setSelectList(list(columns));
    return copy;
  }

  /** An output as an expression. */
  static SqlNode expression(Query.Output output) {
    return output.expression().orElseGet(() -> reference(output.column().orElseThrow()));
  }

  private static SqlNode reference(Column column) {
    String alias = column.source().alias();
    return alias.isEmpty() ? name(column.name()) : name(alias, column.name());
  }
}
