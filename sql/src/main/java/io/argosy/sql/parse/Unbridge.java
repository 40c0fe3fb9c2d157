package io.argosy.sql.parse;

import io.argosy.sql.lexer.QuotedNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.checkerframework.checker.nullness.qual.Nullable;

/** Puts PostgreSQL's syntax in the place of the private names that the bridge gave to Calcite. */
final class Unbridge extends SqlShuttle {
  private final SyntaxTable table;

  Unbridge(SyntaxTable table) {
    this.table = table;
  }

  @Override
  public @Nullable SqlNode visit(SqlDynamicParam parameter) {
    Optional<RowCountOperator> rows = table.rowCount(parameter.getIndex());
    if (rows.isPresent()) {
      return rows.get().createCall(SqlParserPos.ZERO);
    }
    return new SqlDynamicParam(
        table.parameter(parameter.getIndex()) - 1, parameter.getParserPosition());
  }

  @Override
  public @Nullable SqlNode visit(SqlLiteral literal) {
    if (literal instanceof SqlCharStringLiteral string) {
      return node(table.byNumber(string.getNlsString().getValue()), List.of());
    }
    return literal;
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    if (call.getOperator() == SqlStdOperatorTable.ITEM || call.getKind() == SqlKind.ITEM) {
      return postfix(call);
    }
    if (call.getOperator() == SqlStdOperatorTable.WITHIN_GROUP
        && call.operand(0) instanceof SqlCall aggregate
        && privateSyntax(aggregate).isPresent()) {
      return orderedAggregate(privateSyntax(aggregate).get(), aggregate, call.operand(1));
    }
    if (namesArguments(call)) {
      return namedArguments(call);
    }
    SqlNode visited = super.visit(call);
    if (visited instanceof SqlSelect select) {
      return withDistinctOn(select);
    }
    if (visited instanceof SqlWindow window) {
      return GroupsWindow.of(window);
    }
    if (visited instanceof SqlOrderBy outer) {
      return withOrderInParentheses(outer);
    }
    if (!(visited instanceof SqlCall result)) {
      return visited;
    }
    Optional<Syntax> syntax = privateSyntax(result);
    if (syntax.isPresent()) {
      return node(syntax.get(), result.getOperandList());
    }
    return result.getOperator() instanceof SqlUnresolvedFunction function
            && !(function instanceof PostgresFunction)
        ? call(function.getNameAsId(), result)
        : result;
  }

  private static SqlNode call(SqlIdentifier name, SqlCall call) {
    return new PostgresFunction(name)
        .createCall(
            call.getFunctionQuantifier(),
            call.getParserPosition(),
            call.getOperandList().toArray(SqlNode[]::new));
  }

  /** {@code (SELECT .. ORDER BY a) LIMIT 2} is one query, of which each clause is written once. */
  private static SqlNode withOrderInParentheses(SqlOrderBy outer) {
    SqlNode query = outer.query;
    if (query instanceof SqlWith with && with.body instanceof SqlOrderBy inner) {
      return merged(
          outer, inner, new SqlWith(with.getParserPosition(), with.withList, inner.query));
    }
    return query instanceof SqlOrderBy inner ? merged(outer, inner, inner.query) : outer;
  }

  private static SqlNode merged(SqlOrderBy outer, SqlOrderBy inner, SqlNode query) {
    return new SqlOrderBy(
        outer.getParserPosition(),
        query,
        inner.orderList.isEmpty() ? outer.orderList : inner.orderList,
        inner.offset == null ? outer.offset : inner.offset,
        inner.fetch == null ? outer.fetch : inner.fetch);
  }

  private boolean namesArguments(SqlCall call) {
    return call.getOperator() instanceof SqlUnresolvedFunction
        && call.getOperandList().stream().anyMatch(operand -> nameOf(operand).isPresent());
  }

  private SqlNode namedArguments(SqlCall call) {
    List<String> names = new ArrayList<>();
    List<SqlNode> values = new ArrayList<>();
    for (SqlNode operand : call.getOperandList()) {
      Optional<String> name = nameOf(operand);
      names.add(name.orElse(""));
      SqlNode value = name.isPresent() ? ((SqlCall) operand).operand(0) : operand;
      values.add(value.accept(this));
    }
    SqlIdentifier function = ((SqlUnresolvedFunction) call.getOperator()).getNameAsId();
    return new PostgresFunction(function, names)
        .createCall(
            call.getFunctionQuantifier(), call.getParserPosition(), values.toArray(SqlNode[]::new));
  }

  private Optional<String> nameOf(SqlNode operand) {
    return operand instanceof SqlCall call
        ? privateSyntax(call)
            .filter(syntax -> syntax.form() == Syntax.Form.NAMED_ARGUMENT)
            .flatMap(Syntax::function)
        : Optional.empty();
  }

  private Optional<Syntax> privateSyntax(SqlCall call) {
    return call.getOperator() instanceof SqlUnresolvedFunction function
        ? table.byName(function.getName())
        : Optional.empty();
  }

  /** {@code x["argosy$1"]} or {@code x["argosy$1"(y, ..)]}. */
  private SqlNode postfix(SqlCall item) {
    SqlNode operand = item.operand(0).accept(this);
    SqlNode mark = item.operand(1);
    if (mark instanceof SqlIdentifier name) {
      return node(table.byName(name.getSimple()).orElseThrow(), List.of(operand));
    }
    SqlCall call = (SqlCall) mark;
    Syntax syntax = privateSyntax(call).orElseThrow();
    List<SqlNode> operands = new ArrayList<>();
    operands.add(operand);
    for (SqlNode argument : call.getOperandList()) {
      operands.add(argument.accept(this));
    }
    return node(syntax, operands);
  }

  private SqlNode orderedAggregate(Syntax syntax, SqlCall aggregate, SqlNode order) {
    List<String> names = QuotedNames.parts(syntax.function().orElseThrow());
    List<SqlNode> arguments =
        aggregate.getOperandList().stream().map(argument -> argument.accept(this)).toList();
    SqlNode call =
        new PostgresFunction(new SqlIdentifier(names, SqlParserPos.ZERO))
            .createCall(
                aggregate.getFunctionQuantifier(),
                aggregate.getParserPosition(),
                arguments.toArray(SqlNode[]::new));
    return node(syntax, List.of(call, order.accept(this)));
  }

  private static SqlNode withDistinctOn(SqlSelect select) {
    SqlNodeList items = select.getSelectList();
    if (items == null
        || items.size() == 0
        || !SyntaxOperator.isSyntax(items.get(0), Syntax.Form.DISTINCT_ON)) {
      return select;
    }
    SqlNodeList keywords = new SqlNodeList(List.of(items.get(0)), SqlParserPos.ZERO);
    SqlNodeList others = new SqlNodeList(items.subList(1, items.size()), items.getParserPosition());
    select.setOperand(0, keywords);
    select.setSelectList(others);
    return select;
  }

  private static SqlNode node(Syntax syntax, List<SqlNode> operands) {
    return new SyntaxOperator(syntax).createCall(SqlParserPos.ZERO, operands);
  }
}
