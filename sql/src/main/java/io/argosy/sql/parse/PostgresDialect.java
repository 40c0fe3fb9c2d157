package io.argosy.sql.parse;

import io.argosy.sql.lexer.Keywords;
import io.argosy.sql.template.SqlTemplate;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDialect;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.dialect.PostgresqlSqlDialect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.pretty.SqlPrettyWriter;
import org.checkerframework.checker.nullness.qual.Nullable;

/** Writes trees as PostgreSQL reads them, with quotes only where a name needs them. */
final class PostgresDialect extends PostgresqlSqlDialect {
  private static final SqlDialect.Context CONTEXT =
      PostgresqlSqlDialect.DEFAULT_CONTEXT.withIdentifierQuoteString("\"");

  private final Map<String, String> materialized;

  PostgresDialect(Map<String, String> materialized) {
    super(CONTEXT);
    this.materialized = materialized;
  }

  /** The SQL of a tree. */
  SqlTemplate template(SqlNode node) {
    return new TemplateWriter(
            SqlPrettyWriter.config()
                .withDialect(this)
                .withQuoteAllIdentifiers(true)
                .withAlwaysUseParentheses(false)
                .withSelectListItemsOnSeparateLines(false)
                .withUpdateSetListNewline(false)
                .withClauseStartsLine(false)
                .withIndentation(0))
        .template(node);
  }

  /** The SQL of an expression; Calcite knows only within a SELECT what needs parentheses. */
  SqlTemplate expression(SqlNode node) {
    SqlNodeList columns = new SqlNodeList(List.of(node), SqlParserPos.ZERO);
    return template(PlainSelect.of(columns, null, null)).after("SELECT");
  }

  /** The SQL of a FROM clause. */
  SqlTemplate tables(SqlNode from) {
    return template(PlainSelect.of(SqlNodeList.SINGLETON_STAR, from, null))
        .after("SELECT *")
        .after("FROM");
  }

  static String name(String name) {
    return Keywords.needsQuotes(name) ? quoted(name) : name;
  }

  static String functionName(String name) {
    return Keywords.functionNeedsQuotes(name) ? quoted(name) : name;
  }

  private static String quoted(String name) {
    return "\"" + name.replace("\"", "\"\"") + "\"";
  }

  @Override
  public StringBuilder quoteIdentifier(StringBuilder text, String value) {
    return text.append(name(value));
  }

  @Override
  public void unparseCall(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
    switch (call.getKind()) {
      case VALUES -> rows(writer, call);
      case COLLECTION_TABLE -> call.operand(0).unparse(writer, 0, 0);
      case BETWEEN -> between(writer, call);
      case IS_TRUE, IS_NOT_TRUE, IS_FALSE, IS_NOT_FALSE, IS_NULL, IS_NOT_NULL -> {
        if (isDistinction(call.operand(0))) {
          aboutDistinction(writer, call);
        } else {
          super.unparseCall(writer, call, leftPrec, rightPrec);
        }
      }
      case EXISTS -> exists(writer, call.operand(0));
      case WITH_ITEM -> withItem(writer, (SqlWithItem) call);
      default -> super.unparseCall(writer, call, leftPrec, rightPrec);
    }
  }

  @Override
  public void unparseOffsetFetch(
      SqlWriter writer, @Nullable SqlNode offset, @Nullable SqlNode fetch) {
    if (!RowCountOperator.hasTies(fetch)) {
      super.unparseOffsetFetch(writer, offset, fetch);
      return;
    }
    if (offset != null) {
      super.unparseOffsetFetch(writer, offset, null);
    }
    writer.newlineAndIndent();
    writer.keyword("FETCH FIRST");
    fetch.unparse(writer, 0, 0);
    writer.keyword("ROWS WITH TIES");
  }

  private static void rows(SqlWriter writer, SqlCall values) {
    SqlWriter.Frame list = writer.startList("VALUES", "");
    for (SqlNode row : values.getOperandList()) {
      writer.sep(",");
      SqlWriter.Frame frame = writer.startList("(", ")");
      for (SqlNode value : ((SqlCall) row).getOperandList()) {
        writer.sep(",");
        value.unparse(writer, 0, 0);
      }
      writer.endList(frame);
    }
    writer.endList(list);
  }

  /** In a list of its own a SELECT gets parentheses, behind HAVING it gets none otherwise. */
  private static void exists(SqlWriter writer, SqlNode query) {
    writer.keyword("EXISTS");
    if (query.getKind() == SqlKind.SELECT) {
      SqlWriter.Frame frame = writer.startList("", "");
      query.unparse(writer, 0, 0);
      writer.endList(frame);
    } else {
      parenthesised(writer, query);
    }
  }

  /**
   * Writes what stands alone between words or commas. Calcite gives parentheses to a query where
   * precedence asks for them, and to a SELECT depending on what is around it.
   */
  static void enclosed(SqlWriter writer, SqlNode operand) {
    switch (operand.getKind()) {
      case ORDER_BY, WITH, UNION, INTERSECT, EXCEPT -> parenthesised(writer, operand);
      default -> operand.unparse(writer, 0, 0);
    }
  }

  private static void parenthesised(SqlWriter writer, SqlNode query) {
    SqlWriter.Frame frame = writer.startList(SqlWriter.FrameTypeEnum.SUB_QUERY, "(", ")");
    query.unparse(writer, 0, 0);
    writer.endList(frame);
  }

  private static boolean isDistinction(SqlNode node) {
    return node.getKind() == SqlKind.IS_DISTINCT_FROM
        || node.getKind() == SqlKind.IS_NOT_DISTINCT_FROM;
  }

  /** {@code a IS DISTINCT FROM b IS TRUE} would ask whether b is true. */
  private static void aboutDistinction(SqlWriter writer, SqlCall call) {
    SqlWriter.Frame whole = writer.startList("(", ")");
    SqlWriter.Frame distinction = writer.startList("(", ")");
    call.operand(0).unparse(writer, 0, 0);
    writer.endList(distinction);
    writer.keyword(call.getOperator().getName());
    writer.endList(whole);
  }

  private static void between(SqlWriter writer, SqlCall call) {
    String name = call.getOperator().getName();
    int tight = 2 * 32 + 1;
    SqlWriter.Frame frame = writer.startList("(", ")");
    call.operand(0).unparse(writer, tight, tight);
    writer.keyword(name.startsWith("NOT") ? "NOT BETWEEN" : "BETWEEN");
    if (name.endsWith(" SYMMETRIC")) {
      writer.keyword("SYMMETRIC");
    }
    call.operand(1).unparse(writer, tight, tight);
    writer.keyword("AND");
    call.operand(2).unparse(writer, tight, tight);
    writer.endList(frame);
  }

  private void withItem(SqlWriter writer, SqlWithItem item) {
    item.name.unparse(writer, 0, 0);
    SqlNodeList columns = item.columnList;
    if (columns != null) {
      columns.unparse(writer, 1, 1);
    }
    writer.keyword("AS");
    String words = materialized.get(item.name.getSimple());
    if (words != null) {
      writer.keyword(words);
    }
    if (item.query instanceof SqlSelect) {
      item.query.unparse(writer, 10, 10);
    } else {
      SqlWriter.Frame frame = writer.startList("(", ")");
      item.query.unparse(writer, 0, 0);
      writer.endList(frame);
    }
  }
}
