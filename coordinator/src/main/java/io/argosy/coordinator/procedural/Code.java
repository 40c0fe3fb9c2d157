package io.argosy.coordinator.procedural;

import io.argosy.coordinator.catalog.Identifiers;
import io.argosy.planner.parse.SqlLexer;
import io.argosy.planner.parse.StatementSplitter;
import io.argosy.planner.parse.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** A block of PL/pgSQL, or the statements of a procedure in SQL, for the coordinator to run. */
public final class Code {
  /**
   * A parameter of a procedure.
   *
   * @param type in SQL
   * @param value the expression that it is called with
   */
  public record Parameter(String name, String type, String value) {}

  private final String compiled;
  private final Supplier<CodeStatement.Block> block;

  private Code(String compiled, Supplier<CodeStatement.Block> block) {
    this.compiled = compiled;
    this.block = block;
  }

  /**
   * The code of DO.
   *
   * @throws UnsupportedCodeException for what only PostgreSQL's compiler knows
   */
  public static Code ofBlock(String body) {
    return new Code(compiled(body, ""), () -> CodeParser.block(body));
  }

  /**
   * A procedure in PL/pgSQL.
   *
   * @param name by which its parameters can be named, too
   * @throws UnsupportedCodeException for what only PostgreSQL's compiler knows
   */
  public static Code ofProcedure(String name, List<Parameter> parameters, String body) {
    String outside =
        parameters.stream()
            .map(parameter -> Identifiers.quote(parameter.name()) + " " + parameter.type() + "; ")
            .collect(Collectors.joining("", "<<" + Identifiers.quote(name) + ">> DECLARE ", ""));
    return new Code(
        compiled(body, outside),
        () ->
            new CodeStatement.Block(
                Optional.of(name),
                parameters.stream().map(Code::declaration).toList(),
                List.of(CodeParser.block(body)),
                List.of()));
  }

  private static CodeStatement.Declaration declaration(Parameter parameter) {
    return new CodeStatement.Declaration(
        parameter.name(),
        false,
        Fragment.of(parameter.type()),
        false,
        Optional.of(Fragment.of(parameter.value())));
  }

  /**
   * A procedure in SQL without parameters, which PostgreSQL has looked at before.
   *
   * @throws UnsupportedCodeException for what the coordinator does not run
   */
  public static Code ofStatements(String body) {
    List<CodeStatement> statements = new ArrayList<>();
    for (StatementSplitter.Part part : StatementSplitter.split(body)) {
      Fragment sql = Fragment.of(part.sql());
      if (!Evaluation.isPlanned(sql.tokens())) {
        throw new UnsupportedCodeException(sql.firstWord());
      }
      statements.add(new CodeStatement.Sql(sql, Optional.empty(), false, true));
    }
    return new Code(
        "", () -> new CodeStatement.Block(Optional.empty(), List.of(), statements, List.of()));
  }

  /**
   * A block that PostgreSQL only compiles: it ends before the other one begins.
   *
   * @param outside the label and the variables of a block around it, as they are written
   */
  private static String compiled(String body, String outside) {
    List<Token> tokens = SqlLexer.tokens(body);
    if (tokens.isEmpty() || tokens.getFirst().text().startsWith("#")) {
      throw new UnsupportedCodeException("an option of the compiler");
    }
    if (tokens.stream().anyMatch(token -> token.kind() == Token.Kind.PARAMETER)) {
      throw new UnsupportedCodeException("a parameter that is named by its number");
    }
    boolean ends = tokens.getLast().isSymbol(";");
    String block = ends ? body.substring(0, tokens.getLast().start()) : body;
    return outside.isEmpty()
        ? "BEGIN RETURN; " + block + "\n; END"
        : "BEGIN RETURN; " + outside + " BEGIN " + block + "\n; END; END";
  }

  /**
   * A block for PostgreSQL to compile before this runs, which does nothing; empty where that is
   * done.
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
   * @throws io.argosy.agent.postgres.PostgresException as the block fails
   */
  public void run(CodeSession session) {
    new CodeRun(session).run(block.get());
  }
}
