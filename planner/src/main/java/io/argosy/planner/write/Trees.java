package io.argosy.planner.write;

import io.argosy.planner.bind.Binder;
import io.argosy.planner.bind.Column;
import io.argosy.planner.bind.Query;
import java.util.List;
import java.util.function.Predicate;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.checkerframework.checker.nullness.qual.Nullable;

/** Makes changed copies of trees. */
public final class Trees {
  private Trees() {}

  /** A qualified name. */
  public static SqlIdentifier name(String... names) {
    // Without quotes Calcite writes some names as its own functions.
    return new SqlIdentifier(List.of(names), SqlParserPos.ZERO.withQuoting(true));
  }

  /** An expression with a name. */
  public static SqlNode as(SqlNode expression, String name) {
    return SqlStdOperatorTable.AS.createCall(SqlParserPos.ZERO, expression, name(name));
  }

  /** A list of nodes. */
  public static SqlNodeList list(List<? extends SqlNode> nodes) {
    return new SqlNodeList(nodes, SqlParserPos.ZERO);
  }

  /** All of some conditions; null for none. */
  public static @Nullable SqlNode conjunction(List<SqlNode> conditions) {
    return conditions.stream()
        .reduce((a, b) -> SqlStdOperatorTable.AND.createCall(SqlParserPos.ZERO, a, b))
        .orElse(null);
  }

  /** FROM with some entries, of which there is at least one. */
  public static SqlNode from(List<SqlNode> entries) {
    return entries.stream()
        .reduce(
            (a, b) ->
                new SqlJoin(
                    SqlParserPos.ZERO,
                    a,
                    SqlLiteral.createBoolean(false, SqlParserPos.ZERO),
                    JoinType.COMMA.symbol(SqlParserPos.ZERO),
                    b,
                    JoinConditionType.NONE.symbol(SqlParserPos.ZERO),
                    null))
        .orElseThrow();
  }

  /** One of some conditions, of which there is at least one. */
  public static SqlNode disjunction(List<SqlNode> conditions) {
    return conditions.stream()
        .reduce((a, b) -> SqlStdOperatorTable.OR.createCall(SqlParserPos.ZERO, a, b))
        .orElseThrow();
  }

  /** Whether a node stands in a tree. */
  public static boolean contains(SqlNode tree, SqlNode node) {
    return hasCall(tree, call -> call == node);
  }

  /** Whether a query stands in an expression. */
  public static boolean containsQuery(SqlNode tree) {
    return hasCall(tree, Binder::isQuery);
  }

  /** Whether one of a tree's calls, on whatever level, is such a one. */
  public static boolean hasCall(SqlNode tree, Predicate<SqlCall> such) {
    boolean[] found = {false};
    tree.accept(
        new SqlBasicVisitor<Void>() {
          @Override
          public Void visit(SqlCall call) {
            found[0] |= such.test(call);
            return super.visit(call);
          }
        });
    return found[0];
  }

  /** The same SELECT with other columns. */
  public static SqlSelect withColumns(SqlSelect select, List<SqlNode> columns) {
    SqlSelect copy = (SqlSelect) select.clone(SqlParserPos.ZERO);
    copy.setSelectList(list(columns));
    return copy;
  }

  /** An output as an expression. */
  public static SqlNode expression(Query.Output output) {
    return output.expression().orElseGet(() -> reference(output.column().orElseThrow()));
  }

  /** A column by its name. */
  static SqlNode reference(Column column) {
    String alias = column.source().alias();
    return alias.isEmpty() ? name(column.name()) : name(alias, column.name());
  }
}
