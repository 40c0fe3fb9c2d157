package io.argosy.planner.function;

import io.argosy.planner.plan.Plan;
import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.Token;
import io.argosy.sql.parse.ParsedStatement;
import io.argosy.sql.parse.PostgresFunction;
import io.argosy.sql.parse.Syntax;
import io.argosy.sql.parse.SyntaxOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.checkerframework.checker.nullness.qual.Nullable;

/** Replaces functions that have one value for the whole statement by parameters. */
public final class OnceRewriter extends SqlShuttle {
  private final ParsedStatement statement;
  private final int parameters;
  private final BiConsumer<SqlNode, SqlNode> rewritten;
  private final List<Plan.Once> once = new ArrayList<>();

  /**
   * @param parameters how many parameters the statement has itself
   */
  public OnceRewriter(ParsedStatement statement, int parameters) {
    this(statement, parameters, (before, after) -> {});
  }

  /**
   * @param parameters how many parameters the statement has itself
   * @param rewritten is told of each part that becomes another one
   */
  public OnceRewriter(
      ParsedStatement statement, int parameters, BiConsumer<SqlNode, SqlNode> rewritten) {
    this.statement = statement;
    this.parameters = parameters;
    this.rewritten = rewritten;
  }

  /** The statement with parameters. */
  public SqlNode rewrite() {
    return statement.tree().accept(this);
  }

  /** The values of the parameters, in order. */
  public List<Plan.Once> once() {
    return List.copyOf(once);
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    Optional<String> function = functionOf(call);
    if (function.isPresent() && BuiltinFunctions.hasOneValue(function.get())) {
      return parameter(statement.text(call), type(call, function.get()));
    }
    if (tellsServersSetting(call)) {
      return parameter(statement.text(call), "text");
    }
    SqlNode visited = super.visit(call);
    if (call instanceof SqlSelect before && visited instanceof SqlSelect after) {
      ColumnNames.keep(
          before,
          after,
          item ->
              functionOf(item)
                  .filter(name -> BuiltinFunctions.hasOneValue(name) || tellsServersSetting(item)));
    }
    if (visited != call) {
      rewritten.accept(call, visited);
    }
    return visited;
  }

  private boolean tellsServersSetting(SqlNode node) {
    return functionOf(node).filter("current_setting"::equals).isPresent()
        && ((SqlCall) node).getOperandList().stream().allMatch(OnceRewriter::isConstant)
        && SqlLexer.tokens(statement.text(((SqlCall) node).operand(0))).stream()
            .filter(token -> token.kind() == Token.Kind.STRING)
            .anyMatch(token -> BuiltinFunctions.isOfServer(token.value()));
  }

  private static boolean isConstant(SqlNode node) {
    return node instanceof SqlLiteral
        || SyntaxOperator.isSyntax(node, Syntax.Form.CONSTANT)
        || SyntaxOperator.isSyntax(node, Syntax.Form.CAST)
            && isConstant(((SqlCall) node).operand(0));
  }

  private static Optional<String> functionOf(SqlNode node) {
    if (node instanceof SqlCall call) {
      if (call.getOperator() instanceof PostgresFunction function) {
        return Optional.of(function.simpleName());
      }
      if (call.getOperator() instanceof SyntaxOperator operator
          && operator.syntax().form() == Syntax.Form.VALUE_FUNCTION) {
        return operator.syntax().function();
      }
    }
    return Optional.empty();
  }

  /** {@code current_timestamp(3)} has type {@code timestamp(3) with time zone}. */
  private static String type(SqlCall call, String function) {
    String type = BuiltinFunctions.typeOfOneValue(function);
    if (call.getOperator() instanceof SyntaxOperator operator) {
      String text = operator.syntax().pieces().get(0);
      int open = text.indexOf('(');
      if (open >= 0) {
        int blank = type.indexOf(' ');
        return type.substring(0, blank) + text.substring(open) + type.substring(blank);
      }
    }
    return type;
  }

  private SqlNode parameter(String expression, String type) {
    Plan.Once value = new Plan.Once(expression, type);
    int index = once.indexOf(value);
    if (index < 0) {
      once.add(value);
      index = once.size() - 1;
    }
    return SyntaxOperator.cast(new SqlDynamicParam(parameters + index, SqlParserPos.ZERO), type);
  }
}
