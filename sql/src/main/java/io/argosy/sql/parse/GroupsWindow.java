package io.argosy.sql.parse;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.checkerframework.checker.nullness.qual.Nullable;

/** A window whose frame counts groups of peers, which Calcite does not have. */
final class GroupsWindow extends SqlWindow {
  private static final SqlOperator OPERATOR = new GroupsOperator();

  private GroupsWindow(SqlParserPos position, List<? extends @Nullable SqlNode> operands) {
    super(
        position,
        (SqlIdentifier) operands.get(0),
        (SqlIdentifier) operands.get(1),
        (SqlNodeList) operands.get(2),
        (SqlNodeList) operands.get(3),
        (SqlLiteral) operands.get(4),
        operands.get(5),
        operands.get(6),
        (SqlLiteral) operands.get(7),
        (SqlLiteral) operands.get(8));
  }

  /** The window with GROUPS in the place of ROWS, if the bridge has marked it as one. */
  static SqlWindow of(SqlWindow window) {
    SqlNodeList order = window.getOrderList();
    boolean marked =
        !order.isEmpty()
            && SyntaxOperator.isSyntax(order.get(order.size() - 1), Syntax.Form.GROUPS);
    if (!marked) {
      return window;
    }
    List<@Nullable SqlNode> operands = new ArrayList<>(window.getOperandList());
    operands.set(3, new SqlNodeList(order.subList(0, order.size() - 1), order.getParserPosition()));
    return new GroupsWindow(window.getParserPosition(), operands);
  }

  @Override
  public SqlOperator getOperator() {
    return OPERATOR;
  }

  private static final class GroupsOperator extends SqlSpecialOperator {
    GroupsOperator() {
      super("GROUPS", SqlKind.WINDOW);
    }

    @Override
    public SqlCall createCall(
        @Nullable SqlLiteral quantifier, SqlParserPos position, @Nullable SqlNode... operands) {
      return new GroupsWindow(position, Arrays.asList(operands));
    }

    @Override
    public void unparse(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
      GroupsWindow window = (GroupsWindow) call;
      SqlWriter.Frame frame = writer.startList(SqlWriter.FrameTypeEnum.WINDOW, "(", ")");
      if (window.getRefName() != null) {
        window.getRefName().unparse(writer, 0, 0);
      }
      list(writer, "PARTITION BY", window.getPartitionList());
      list(writer, "ORDER BY", window.getOrderList());
      writer.sep(window.getUpperBound() == null ? "GROUPS" : "GROUPS BETWEEN");
      window.getLowerBound().unparse(writer, 0, 0);
      if (window.getUpperBound() != null) {
        writer.keyword("AND");
        window.getUpperBound().unparse(writer, 0, 0);
      }
      if (!SqlWindow.isExcludeNoOthers(window.getExclude())) {
        window.getExclude().unparse(writer, 0, 0);
      }
      writer.endList(frame);
    }

    private static void list(SqlWriter writer, String words, SqlNodeList list) {
      if (!list.isEmpty()) {
        writer.sep(words);
        SqlWriter.Frame frame = writer.startList("", "");
        list.unparse(writer, 0, 0);
        writer.endList(frame);
      }
    }
  }
}
