package io.argosy.planner.movement;

import io.argosy.sql.parse.TemplateWriter;
import io.argosy.sql.template.SqlTemplate;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * The name of a replicated table of which a node reads a share. Bound by a name of its own, it is
 * written as a derived table with the share's condition.
 */
final class SharedTable extends SqlIdentifier {
  private final transient SqlIdentifier table;
  private final transient SqlTemplate condition;

  /**
   * @param names the name under which it is bound
   * @param table the table as the statement names it
   * @param condition of the share
   */
  SharedTable(List<String> names, SqlIdentifier table, SqlTemplate condition) {
    super(names, SqlParserPos.ZERO.withQuoting(true));
    this.table = table;
    this.condition = condition;
  }

  @Override
  public SharedTable clone(SqlParserPos position) {
    return new SharedTable(names, table, condition);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    SqlWriter.Frame frame = writer.startList("(", ")");
    writer.keyword("SELECT * FROM");
    table.unparse(writer, 0, 0);
    writer.keyword("WHERE");
    TemplateWriter.print(writer, condition);
    writer.endList(frame);
  }
}
