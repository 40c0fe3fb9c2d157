package io.argosy.planner.search;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * The name of a query's result that is computed where it is read, since a temporary table of it
 * would be filled and read once on the same node. Bound by a name of its own, it is written as the
 * query.
 */
final class ResultInPlace extends SqlIdentifier {
  private final transient String query;

  /**
   * @param names the name under which it is bound
   * @param query as SQL, of which nothing is left to be replaced by types
   */
  ResultInPlace(List<String> names, String query) {
    super(names, SqlParserPos.ZERO.withQuoting(true));
    this.query = query;
  }

  @Override
  public ResultInPlace clone(SqlParserPos position) {
    return new ResultInPlace(names, query);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    SqlWriter.Frame frame = writer.startList("(", ")");
    writer.print(query);
    writer.endList(frame);
  }
}
