package io.argosy.coordinator.analysis;

import io.argosy.sql.lexer.Brackets;
import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.Token;
import java.util.List;

/**
 * A statement as the body of a temporary function, whose arguments are the statement's parameters.
 * PostgreSQL gives functions at most 100 arguments; in statements with more parameters, calls of
 * {@code pg_temp.argosy_parameter(number, NULL::type)} stand for them, and are turned back in what
 * PostgreSQL prints.
 */
final class FunctionBody {
  /** The function that stands for a parameter; it has the type of its second argument. */
  static final String PARAMETER_FUNCTION =
      "CREATE FUNCTION pg_temp.argosy_parameter(integer, anyelement) RETURNS anyelement"
          + " LANGUAGE sql IMMUTABLE AS 'SELECT $2'";

  private static final int MOST_ARGUMENTS = 100;

  private final List<String> parameterTypes;
  private final String returns;

  /**
   * @param returnsRows whether the statement gives rows
   */
  FunctionBody(List<String> parameterTypes, boolean returnsRows) {
    this.parameterTypes = parameterTypes;
    this.returns = returnsRows ? "SETOF record" : "void";
  }

  /** Whether calls stand for the parameters. */
  boolean replacesParameters() {
    return parameterTypes.size() > MOST_ARGUMENTS;
  }

  /** The statement that creates the function. */
  String definition(String name, String sql) {
    return "CREATE FUNCTION pg_temp."
        + name
        + "("
        + (replacesParameters() ? "" : String.join(", ", parameterTypes))
        + ") RETURNS "
        + returns
        + " LANGUAGE sql BEGIN ATOMIC "
        + (replacesParameters() ? withCalls(sql) : sql)
        + "\n; END";
  }

  private String withCalls(String sql) {
    StringBuilder body = new StringBuilder();
    int copied = 0;
    for (Token token : SqlLexer.tokens(sql)) {
      if (token.kind() == Token.Kind.PARAMETER) {
        int number = Integer.parseInt(token.value());
        body.append(sql, copied, token.start())
            .append("pg_temp.argosy_parameter(")
            .append(number)
            .append(", NULL::")
            .append(parameterTypes.get(number - 1))
            .append(")");
        copied = token.end();
      }
    }
    return body.append(sql, copied, sql.length()).toString();
  }

  /** PostgreSQL's text of the body with the parameters as they were. */
  String withParameters(String printed) {
    if (!replacesParameters()) {
      return printed;
    }
    List<Token> tokens = SqlLexer.tokens(printed);
    StringBuilder body = new StringBuilder();
    int copied = 0;
    for (int i = 0; i < tokens.size(); i++) {
      if (tokens.get(i).isWord("argosy_parameter") && i >= 2 && tokens.get(i + 1).isSymbol("(")) {
        body.append(printed, copied, tokens.get(i - 2).start())
            .append('$')
            .append(tokens.get(i + 2).text());
        i = closing(tokens, i + 1);
        copied = tokens.get(i).end();
      }
    }
    return body.append(printed, copied, printed.length()).toString();
  }

  private static int closing(List<Token> tokens, int open) {
    int closing = Brackets.closing(tokens, open);
    if (closing == tokens.size()) {
      throw new IllegalStateException("PostgreSQL printed an open parenthesis");
    }
    return closing;
  }
}
