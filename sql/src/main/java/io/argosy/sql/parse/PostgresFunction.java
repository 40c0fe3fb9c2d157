package io.argosy.sql.parse;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.SqlWriter;

/** A function or aggregate by its name alone. What it is only PostgreSQL knows. */
public final class PostgresFunction extends SqlUnresolvedFunction {
  private final List<String> names;

  /**
   * @param name as PostgreSQL has folded it, perhaps with its schema
   */
  public PostgresFunction(SqlIdentifier name) {
    super(name, null, null, null, null, SqlFunctionCategory.USER_DEFINED_FUNCTION);
    this.names = List.copyOf(name.names);
  }

  /** The schema, if it was written, and the name. */
  public List<String> names() {
    return names;
  }

  /** The name without a schema. */
  public String simpleName() {
    return names.get(names.size() - 1);
  }

  @Override
  public void unparse(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
    unparseWithOrder(writer, call, SqlNodeList.EMPTY);
  }

  void unparseWithOrder(SqlWriter writer, SqlCall call, SqlNodeList order) {
    StringBuilder text = new StringBuilder();
    for (String name : names) {
      text.append(text.isEmpty() ? "" : ".").append(PostgresDialect.functionName(name));
    }
    writer.print(text + "(");
    writer.setNeedWhitespace(false);
    if (call.getFunctionQuantifier() != null) {
      call.getFunctionQuantifier().unparse(writer, 0, 0);
      writer.setNeedWhitespace(true);
    }
    boolean first = true;
    for (SqlNode operand : call.getOperandList()) {
      separate(writer, first);
      PostgresDialect.enclosed(writer, operand);
      first = false;
    }
    for (int i = 0; i < order.size(); i++) {
      if (i == 0) {
        writer.keyword("ORDER BY");
      }
      separate(writer, i == 0);
      order.get(i).unparse(writer, 0, 0);
    }
    writer.setNeedWhitespace(false);
    writer.print(")");
    writer.setNeedWhitespace(true);
  }

  private static void separate(SqlWriter writer, boolean first) {
    if (!first) {
      writer.setNeedWhitespace(false);
      writer.print(", ");
      writer.setNeedWhitespace(false);
    }
  }
}
