package io.argosy.coordinator.statement.procedural;

import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.Token;
import java.util.List;

/** The code of DO, a block of PL/pgSQL, for the coordinator to run. */
public final class Code {
  private final String body;
  private final String compiled;

  /**
   * Reads nothing yet.
   *
   * @throws UnsupportedCodeException for what only PostgreSQL's compiler knows
   */
  public Code(String body) {
    this.body = body;
    this.compiled = compiled(body);
  }

  private static String compiled(String body) {
    List<Token> tokens = SqlLexer.tokens(body);
    if (tokens.isEmpty() || tokens.getFirst().text().startsWith("#")) {
      throw new UnsupportedCodeException("an option of the compiler");
    }
    if (tokens.stream().anyMatch(token -> token.kind() == Token.Kind.PARAMETER)) {
      throw new UnsupportedCodeException("a parameter that is named by its number");
    }
    boolean ends = tokens.getLast().isSymbol(";");
    String block = ends ? body.substring(0, tokens.getLast().start()) : body;
    return "BEGIN RETURN; " + block + "\n; END";
  }

  /**
   * A block for PostgreSQL to compile before this runs, which does nothing: it ends before the
   * other one begins.
   */
  public String compiled() {
    return compiled;
  }

  /**
   * Reads it and runs it.
   *
   * @param session in which a transaction has begun
   * @throws UnsupportedCodeException for what the coordinator does not run, or cannot read; it may
   *     have run a part
   * @throws io.argosy.protocol.message.PostgresException as the block fails
   */
  public void run(CodeSession session) {
    new CodeRun(session).run(CodeParser.block(body));
  }
}
