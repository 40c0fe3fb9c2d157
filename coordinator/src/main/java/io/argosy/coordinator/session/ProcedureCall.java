package io.argosy.coordinator.session;

import io.argosy.agent.node.NodeSession;
import io.argosy.agent.node.TextResult;
import io.argosy.agent.postgres.PostgresException;
import io.argosy.coordinator.catalog.Identifiers;
import io.argosy.coordinator.procedural.Code;
import io.argosy.coordinator.procedural.UnsupportedCodeException;
import io.argosy.planner.parse.Token;
import java.util.ArrayList;
import java.util.List;

/** CALL of a procedure over placed tables, whose code the coordinator runs itself. */
final class ProcedureCall {
  /** A row for each procedure of the name, and for each of its parameters. */
  private static final String PROCEDURES =
      """
      SELECT p.oid, l.lanname, p.prosrc,
             p.prosecdef OR p.proconfig IS NOT NULL OR p.prosqlbody IS NOT NULL
               OR p.proargmodes IS NOT NULL,
             pg_catalog.has_function_privilege(p.oid, 'EXECUTE'), p.pronargs,
             a.number, coalesce(p.proargnames[a.number], ''),
             pg_catalog.format_type(p.proargtypes[a.number OPERATOR(pg_catalog.-) 1], NULL)
      FROM pg_catalog.pg_proc p
      JOIN pg_catalog.pg_language l ON l.oid OPERATOR(pg_catalog.=) p.prolang
      LEFT JOIN LATERAL pg_catalog.generate_series(1, p.pronargs::pg_catalog.int4) AS a(number)
        ON true
      WHERE p.proname OPERATOR(pg_catalog.=) %s::pg_catalog.name AND p.prokind OPERATOR(pg_catalog.=) 'p'
        AND %s
      ORDER BY p.oid, a.number
      """;

  private ProcedureCall() {}

  /**
   * The code of a call.
   *
   * @param home a backend of the home node
   * @throws UnsupportedCodeException if it cannot be run
   * @throws PostgresException 42501 if the role may not
   */
  static Code code(SqlStatement statement, NodeSession home) {
    List<Token> tokens = statement.tokens();
    boolean qualified = tokens.size() > 3 && tokens.get(2).isSymbol(".");
    int open = qualified ? 4 : 2;
    if (tokens.size() <= open
        || !tokens.get(open).isSymbol("(")
        || !tokens.getLast().isSymbol(")")) {
      throw new UnsupportedCodeException("the way in which the procedure is named");
    }
    String name = tokens.get(open - 1).value();
    List<List<String>> rows =
        TextResult.run(
                home,
                PROCEDURES.formatted(
                    Identifiers.literal(name),
                    qualified
                        ? "p.pronamespace OPERATOR(pg_catalog.=) "
                            + Identifiers.literal(Identifiers.quote(tokens.get(1).value()))
                            + "::pg_catalog.regnamespace"
                        : "pg_catalog.pg_function_is_visible(p.oid)"))
            .rows();
    if (rows.stream().map(List::getFirst).distinct().count() != 1) {
      throw new UnsupportedCodeException("a name that several procedures have");
    }
    List<String> first = rows.getFirst();
    if (!first.get(4).equals("t")) {
      throw new PostgresException("42501", "permission denied for procedure " + name);
    }
    boolean sql = first.get(1).equals("sql");
    List<String> values = arguments(statement, open + 1);
    int parameters = Integer.parseInt(first.get(5));
    if (first.get(3).equals("t")
        || !sql && !first.get(1).equals("plpgsql")
        || sql && parameters > 0
        || values.size() != parameters) {
      throw new UnsupportedCodeException("how the procedure \"" + name + "\" is defined or called");
    }
    if (sql) {
      return Code.ofStatements(first.get(2));
    }
    if (rows.stream().anyMatch(row -> row.get(6) != null && row.get(7).isEmpty())) {
      throw new UnsupportedCodeException("a parameter without a name");
    }
    List<Code.Parameter> given = new ArrayList<>();
    for (int i = 0; i < parameters; i++) {
      given.add(new Code.Parameter(rows.get(i).get(7), rows.get(i).get(8), values.get(i)));
    }
    return Code.ofProcedure(name, given, first.get(2));
  }

  /** The expressions that it is called with, in their order. */
  private static List<String> arguments(SqlStatement call, int from) {
    int to = call.tokens().size() - 1;
    for (Token token : call.tokens().subList(from, to)) {
      if (token.isSymbol("=>")
          || token.isSymbol(":=")
          || token.isWord("variadic")
          || token.kind() == Token.Kind.PARAMETER) {
        throw new UnsupportedCodeException("how the procedure is called");
      }
    }
    return call.listed(from, to);
  }
}
