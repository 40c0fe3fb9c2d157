package io.argosy.planner.search;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * The name of a replicated table of which each node reads its share. Bound by a name of its own, it
 * is written as a derived table with the share's condition.
 */
final class SharedTable extends SqlIdentifier {
  private final transient SqlIdentifier table;
  private final int share;

  /**
   * @param names the name under which it is bound
   * @param table the table as the statement names it
   * @param share the number of the share
   */
  SharedTable(List<String> names, SqlIdentifier table, int share) {
    super(names, SqlParserPos.ZERO.withQuoting(true));
    this.table = table;
    this.share = share;
  }

  @Override
  public SharedTable clone(SqlParserPos position) {
    return new SharedTable(names, table, share);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    SqlWriter.Frame frame = writer.startList("(", ")");
    writer.keyword("SELECT * FROM");
    table.unparse(writer, 0, 0);
    writer.keyword("WHERE");
    writer.print("@share(" + share + ")@");
    writer.endList(frame);
  }
}
