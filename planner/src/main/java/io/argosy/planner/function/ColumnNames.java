package io.argosy.planner.function;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;

/** The names that PostgreSQL gives to columns without one. */
final class ColumnNames {
  private ColumnNames() {}

  /**
   * A column is named after its function, so what stands in its place must be given the name.
   *
   * @param lost the name of an item of the list before that has another one, or none, afterwards
   */
  static void keep(SqlSelect before, SqlSelect after, Function<SqlNode, Optional<String>> lost) {
    List<SqlNode> items = new ArrayList<>();
    for (int i = 0; i < before.getSelectList().size(); i++) {
      SqlNode item = after.getSelectList().get(i);
      items.add(
          lost.apply(before.getSelectList().get(i)).map(name -> named(item, name)).orElse(item));
    }
    after.setSelectList(new SqlNodeList(items, SqlParserPos.ZERO));
  }

  private static SqlNode named(SqlNode item, String name) {
    return SqlStdOperatorTable.AS.createCall(
        SqlParserPos.ZERO, item, new SqlIdentifier(name, SqlParserPos.ZERO.withQuoting(true)));
  }
}
