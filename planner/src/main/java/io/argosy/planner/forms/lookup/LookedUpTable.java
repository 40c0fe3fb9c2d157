package io.argosy.planner.forms.lookup;

import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * The name of a table whose rows are looked up for each row of another one. Bound by a name of its
 * own, it is written as a derived table that refers to the other one. OFFSET 0 leaves all rows
 * there, but PostgreSQL then neither makes it a join again nor brings conditions on the table below
 * it.
 */
final class LookedUpTable extends SqlIdentifier {
  private final transient SqlIdentifier table;
  private final String row;
  private final transient Map<SqlIdentifier, SqlIdentifier> equal;

  /**
   * @param names the name under which it is bound
   * @param table the table as the statement names it
   * @param row the name of a row that is looked up
   * @param equal columns of the other table by those of the row that they are equal to
   */
  LookedUpTable(
      List<String> names,
      SqlIdentifier table,
      String row,
      Map<SqlIdentifier, SqlIdentifier> equal) {
    super(names, SqlParserPos.ZERO.withQuoting(true));
    this.table = table;
    this.row = row;
    this.equal = equal;
  }

  @Override
  public LookedUpTable clone(SqlParserPos position) {
    return new LookedUpTable(names, table, row, equal);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("LATERAL");
    SqlWriter.Frame frame = writer.startList("(", ")");
    writer.keyword("SELECT * FROM");
    table.unparse(writer, 0, 0);
    writer.keyword("AS");
    writer.identifier(row, true);
    String before = "WHERE";
    for (Map.Entry<SqlIdentifier, SqlIdentifier> columns : equal.entrySet()) {
      writer.keyword(before);
      columns.getKey().unparse(writer, 0, 0);
      writer.print("= ");
      columns.getValue().unparse(writer, 0, 0);
      before = "AND";
    }
    writer.keyword("OFFSET 0");
    writer.endList(frame);
  }
}
