package io.argosy.sql.parse;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** A function or aggregate by its name alone. What it is only PostgreSQL knows. */
public final class PostgresFunction extends SqlUnresolvedFunction {
  private final List<String> names;
  private final List<String> argumentNames;

  /**
   * @param name as PostgreSQL has folded it, perhaps with its schema
   */
  public PostgresFunction(SqlIdentifier name) {
    this(name, List.of());
  }

  /**
   * One whose arguments say which ones they are: {@code f(a => 1)}.
   *
   * @param argumentNames a name for each argument, empty where it has none; none at all where no
   *     argument has a name
   */
  PostgresFunction(SqlIdentifier name, List<String> argumentNames) {
    super(
        withNames(name, argumentNames),
        null,
        null,
        null,
        null,
        SqlFunctionCategory.USER_DEFINED_FUNCTION);
    this.names = List.copyOf(name.names);
    this.argumentNames = List.copyOf(argumentNames);
  }

  /** Calcite takes calls of operators with one name for the same. */
  private static SqlIdentifier withNames(SqlIdentifier name, List<String> argumentNames) {
    if (argumentNames.isEmpty()) {
      return name;
    }
    List<String> names = new ArrayList<>(name.names);
    names.add(names.removeLast() + argumentNames);
    return new SqlIdentifier(names, SqlParserPos.ZERO);
  }

  /** A name for each argument, empty where it has none; none at all where no argument has one. */
  public List<String> argumentNames() {
    return argumentNames;
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
    for (int i = 0; i < call.operandCount(); i++) {
      separate(writer, i == 0);
      if (!argumentNames.isEmpty() && !argumentNames.get(i).isEmpty()) {
        writer.identifier(argumentNames.get(i), true);
        writer.print("=> ");
      }
      PostgresDialect.enclosed(writer, call.operand(i));
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
