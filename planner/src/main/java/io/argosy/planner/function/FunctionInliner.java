package io.argosy.planner.function;

import io.argosy.sql.parse.PostgresFunction;
import io.argosy.sql.parse.Syntax;
import io.argosy.sql.parse.SyntaxOperator;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.util.SqlShuttle;
import org.checkerframework.checker.nullness.qual.Nullable;

/**
 * Puts the bodies of functions in the place of their calls, as PostgreSQL does when it plans a
 * query ({@code inline_function} of its optimizer). What a body calls is then seen like what the
 * statement calls itself. A call stays where its body would compute an argument another number of
 * times than once. PostgreSQL has to say whether the new statement can be run at all.
 */
public final class FunctionInliner extends SqlShuttle {
  /**
   * A function whose body is one expression.
   *
   * @param arguments the names of its arguments; fewer where some have none
   * @param types theirs, as SQL
   * @param type that of its result
   * @param expression the body, in which names and numbers stand for arguments
   */
  public record Body(
      String name, List<String> arguments, List<String> types, String type, SqlNode expression) {
    /** The argument that a part of the expression stands for. */
    private OptionalInt argument(SqlNode part) {
      if (part instanceof SqlDynamicParam parameter) {
        return OptionalInt.of(parameter.getIndex());
      }
      if (!(part instanceof SqlIdentifier identifier)) {
        return OptionalInt.empty();
      }
      List<String> names = identifier.names;
      boolean qualified = names.size() == 2 && names.get(0).equals(name);
      int number = arguments.indexOf(names.get(names.size() - 1));
      return number >= 0 && (names.size() == 1 || qualified)
          ? OptionalInt.of(number)
          : OptionalInt.empty();
    }
  }

  private final Map<String, Body> bodies;

  /**
   * @param bodies those of functions by their names, which no others that are called have
   */
  public FunctionInliner(Map<String, Body> bodies) {
    this.bodies = bodies;
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    SqlNode visited = super.visit(call);
    if (call instanceof SqlSelect before && visited instanceof SqlSelect after) {
      ColumnNames.keep(before, after, this::nameOfInlined);
    }
    return visited instanceof SqlCall after ? inlined(after).orElse(after) : visited;
  }

  /** A column is named after the call that its value is, perhaps with something done to it. */
  private Optional<String> nameOfInlined(SqlNode item) {
    if (!(item instanceof SqlCall call)) {
      return Optional.empty();
    }
    if (!(call.getOperator() instanceof SyntaxOperator operator)) {
      return body(call).map(Body::name).filter(name -> inlined(call).isPresent());
    }
    return switch (operator.syntax().form()) {
      case CAST, COLLATE, SUBSCRIPT -> nameOfInlined(call.operand(0));
      case CASE -> endsWithElse(operator) ? nameOfInlined(last(call)) : Optional.empty();
      default -> Optional.empty();
    };
  }

  private static boolean endsWithElse(SyntaxOperator operator) {
    List<String> pieces = operator.syntax().pieces();
    return pieces.get(pieces.size() - 2).endsWith("ELSE ");
  }

  private static SqlNode last(SqlCall call) {
    return call.operand(call.operandCount() - 1);
  }

  private Optional<Body> body(SqlCall call) {
    return call.getOperator() instanceof PostgresFunction function
        ? Optional.ofNullable(bodies.get(function.simpleName()))
        : Optional.empty();
  }

  private Optional<SqlNode> inlined(SqlCall call) {
    return body(call)
        .filter(body -> call.getFunctionQuantifier() == null)
        .flatMap(
            body -> arguments(call, body).flatMap(found -> new Arguments(body, found).value()));
  }

  /** The arguments in the order of the function's; empty where a default stands for one. */
  private static Optional<List<SqlNode>> arguments(SqlCall call, Body body) {
    List<String> names = ((PostgresFunction) call.getOperator()).argumentNames();
    SqlNode[] arguments = new SqlNode[body.types().size()];
    for (int i = 0; i < call.operandCount(); i++) {
      boolean named = !names.isEmpty() && !names.get(i).isEmpty();
      int number = named ? body.arguments().indexOf(names.get(i)) : i;
      if (number >= 0 && number < arguments.length) {
        arguments[number] = call.operand(i);
      }
    }
    return call.operandCount() == arguments.length
            && Arrays.stream(arguments).noneMatch(Objects::isNull)
        ? Optional.of(List.of(arguments))
        : Optional.empty();
  }

  /** Puts arguments in their places in a body. */
  private static final class Arguments extends SqlShuttle {
    private final Body body;
    private final List<SqlNode> arguments;
    private final int[] uses;

    Arguments(Body body, List<SqlNode> arguments) {
      this.body = body;
      this.arguments = arguments;
      this.uses = new int[arguments.size()];
    }

    /** The body; empty if it would compute an argument another number of times than once. */
    Optional<SqlNode> value() {
      SqlNode expression = body.expression().accept(this);
      boolean same =
          IntStream.range(0, uses.length).allMatch(i -> uses[i] == 1 || isPlain(arguments.get(i)));
      return same ? Optional.of(SyntaxOperator.cast(expression, body.type())) : Optional.empty();
    }

    @Override
    public SqlNode visit(SqlIdentifier identifier) {
      return replaced(identifier);
    }

    @Override
    public SqlNode visit(SqlDynamicParam parameter) {
      return replaced(parameter);
    }

    private SqlNode replaced(SqlNode part) {
      OptionalInt number = body.argument(part);
      if (number.isEmpty()) {
        return part;
      }
      int i = number.getAsInt();
      uses[i]++;
      return SyntaxOperator.cast(arguments.get(i), body.types().get(i));
    }

    /** Whether it does not matter how often something is computed. */
    private static boolean isPlain(SqlNode node) {
      return node instanceof SqlIdentifier
          || node instanceof SqlLiteral
          || node instanceof SqlDynamicParam
          || node instanceof SqlCall call
              && (SyntaxOperator.isSyntax(call, Syntax.Form.CAST)
                  || SyntaxOperator.isSyntax(call, Syntax.Form.CONSTANT))
              && call.getOperandList().stream().allMatch(Arguments::isPlain);
    }
  }
}
