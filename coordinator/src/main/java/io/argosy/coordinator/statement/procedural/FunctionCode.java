package io.argosy.coordinator.statement.procedural;

import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.StatementSplitter;
import io.argosy.sql.lexer.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A function in PL/pgSQL or SQL and what it is called with, for the coordinator to run. PostgreSQL
 * has compiled it before.
 *
 * @param name by which its parameters can be named, too
 * @param parameters all, in their order; also those that are results only
 * @param result what it returns
 * @param sql whether its body is statements of SQL
 * @param arguments the query that has computed what it is called with
 */
public record FunctionCode(
    String name,
    List<Parameter> parameters,
    Result result,
    boolean sql,
    String body,
    Optional<String> arguments) {
  /** Begins the names by which parameters are known that are named by their numbers. */
  private static final String NUMBERED = "argosy_parameter_";

  /**
   * A parameter.
   *
   * @param name empty if it has none
   * @param type in SQL
   * @param in whether the function is given it
   * @param out whether the function returns it
   * @param value what it is given, as text of the type; null for NULL
   */
  public record Parameter(String name, String type, boolean in, boolean out, String value) {}

  /**
   * What a function returns.
   *
   * @param type in SQL; what OUT parameters say is not looked at here
   * @param set whether it returns any number of rows
   * @param stable whether it may change nothing, and sees what its caller sees
   * @param table whether its caller wants the columns of a row, and not the row
   * @param columns how many columns its caller has been told of
   */
  public record Result(String type, boolean set, boolean stable, boolean table, int columns) {
    /** Whether it returns nothing. */
    boolean isVoid() {
      return type.equals("void");
    }
  }

  /**
   * Runs it.
   *
   * @param session in which a transaction has begun
   * @return the rows that it returns, as text, null for NULL; one for what returns a value, and an
   *     empty text for one that returns nothing
   * @throws UnsupportedCodeException for what the coordinator does not run, or cannot read; it may
   *     have run a part
   * @throws io.argosy.protocol.message.PostgresException as the function fails
   */
  public List<List<String>> run(CodeSession session) {
    return new CodeRun(session).run(this);
  }

  /** Whether a word means something of the client's statement, and would of another one. */
  public static boolean isOfStatement(Token token) {
    return Evaluation.OF_STATEMENT.contains(token.value().toLowerCase(Locale.ROOT));
  }

  /** The name by which a parameter is known besides its own. */
  static String numbered(int number) {
    return NUMBERED + number;
  }

  /** Whether a name stands for a number. */
  static boolean isNumbered(String name) {
    return name.startsWith(NUMBERED);
  }

  /** What it does. */
  CodeStatement.Block block() {
    String named = named();
    return sql ? statements(named) : CodeParser.block(named);
  }

  /** Its body with names in place of numbers. */
  private String named() {
    StringBuilder named = new StringBuilder();
    int done = 0;
    for (Token token : SqlLexer.tokens(body)) {
      if (token.kind() == Token.Kind.PARAMETER) {
        named.append(body, done, token.start()).append(NUMBERED).append(token.value());
        done = token.end();
      }
    }
    return named.append(body.substring(done)).toString();
  }

  private CodeStatement.Block statements(String text) {
    List<CodeStatement> statements = new ArrayList<>();
    for (StatementSplitter.Part part : StatementSplitter.split(text)) {
      EmbeddedSql sql = EmbeddedSql.of(part.sql());
      if (!Evaluation.isPlanned(sql.tokens())) {
        throw new UnsupportedCodeException(sql.firstWord());
      }
      statements.add(new CodeStatement.Sql(sql, Optional.empty(), false, true));
    }
    if (!result.isVoid() && !statements.isEmpty()) {
      statements.add(new CodeStatement.ReturnQuery(statements.removeLast()));
    }
    return new CodeStatement.Block(Optional.empty(), List.of(), statements, List.of());
  }
}
