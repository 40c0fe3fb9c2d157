package io.argosy.coordinator.statement.code;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.coordinator.statement.procedural.UnsupportedCodeException;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.lexer.Token;
import java.util.ArrayList;
import java.util.List;

/**
 * A function or procedure that a statement calls, as PostgreSQL's catalogue has it.
 *
 * @param type what it returns, in SQL
 * @param set whether it returns any number of rows
 * @param strict whether it is not run when it is given a NULL
 * @param isVolatile whether it may change something
 * @param parameters all, in their order
 */
record Routine(
    String name,
    boolean sql,
    String source,
    String type,
    boolean set,
    boolean strict,
    boolean isVolatile,
    List<Parameter> parameters) {
  /**
   * @param name empty if it has none
   * @param type in SQL
   * @param mode as {@code pg_proc} has it
   * @param byDefault the expression of its default; null if it has none
   * @param collatable whether its values are compared by a collation
   */
  record Parameter(String name, String type, char mode, String byDefault, boolean collatable) {
    /** Whether a call gives it. */
    boolean in() {
      return mode == 'i' || mode == 'b';
    }

    /** Whether it is a part of the result. */
    boolean out() {
      return mode != 'i';
    }
  }

  /** A row for each routine of a name, and for each of its parameters. */
  private static final String ROUTINES =
      """
      SELECT p.oid, l.lanname, p.prosrc,
             p.prosecdef OR p.proconfig IS NOT NULL OR p.prosqlbody IS NOT NULL
               OR p.provariadic OPERATOR(pg_catalog.<>) 0::pg_catalog.oid,
             pg_catalog.has_function_privilege(p.oid, 'EXECUTE'),
             pg_catalog.format_type(p.prorettype, NULL), p.proretset, p.proisstrict,
             p.provolatile OPERATOR(pg_catalog.=) 'v',
             coalesce(p.proargnames[a.number], ''),
             pg_catalog.format_type(a.type, NULL), coalesce(p.proargmodes[a.number], 'i'),
             pg_catalog.pg_get_function_arg_default(p.oid, a.number), p.prokind,
             (SELECT t.typcollation OPERATOR(pg_catalog.<>) 0::pg_catalog.oid
              FROM pg_catalog.pg_type t WHERE t.oid OPERATOR(pg_catalog.=) a.type),
             (SELECT t.typtype OPERATOR(pg_catalog.=) 'p'
                AND t.oid OPERATOR(pg_catalog.<>) 'pg_catalog.record'::pg_catalog.regtype
              FROM pg_catalog.pg_type t WHERE t.oid OPERATOR(pg_catalog.=) a.type)
      FROM pg_catalog.pg_proc p
      JOIN pg_catalog.pg_language l ON l.oid OPERATOR(pg_catalog.=) p.prolang
      CROSS JOIN LATERAL (
        SELECT coalesce(pg_catalog.cardinality(p.proallargtypes),
          p.pronargs::pg_catalog.int4)) AS n(parameters)
      LEFT JOIN LATERAL (
        SELECT number, coalesce(p.proallargtypes[number],
          p.proargtypes[number OPERATOR(pg_catalog.-) 1])
        FROM pg_catalog.generate_series(1, n.parameters) AS g(number)) AS a(number, type) ON true
      -- A CALL has arguments for what is returned, too.
      CROSS JOIN LATERAL (
        SELECT CASE WHEN p.prokind OPERATOR(pg_catalog.=) 'p'
          THEN n.parameters ELSE p.pronargs END) AS c(arguments)
      WHERE p.proname OPERATOR(pg_catalog.=) %1$s::pg_catalog.name AND %2$s
        AND (%3$d OPERATOR(pg_catalog.<=) c.arguments
            AND %3$d OPERATOR(pg_catalog.>=) (c.arguments OPERATOR(pg_catalog.-) p.pronargdefaults)
          OR p.provariadic OPERATOR(pg_catalog.<>) 0::pg_catalog.oid)
      ORDER BY p.oid, a.number
      """;

  /**
   * The routine that a call names.
   *
   * @param name the tokens of its name, with or without its schema
   * @param isProcedure whether it is a procedure, and not a function
   * @param given how many arguments the call has
   * @param home a backend of the home node
   * @throws UnsupportedCodeException if it cannot be run by the coordinator, or may be another one
   * @throws PostgresException 42501 if the role may not run it
   */
  static Routine called(List<Token> name, boolean isProcedure, int given, NodeSession home) {
    String noun = isProcedure ? "procedure" : "function";
    String called = name.getLast().value();
    if (name.getFirst().value().equals("pg_temp")) {
      throw new UnsupportedCodeException("a temporary " + noun);
    }
    String schema =
        name.size() == 1
            ? "pg_catalog.pg_function_is_visible(p.oid)"
            : "p.pronamespace OPERATOR(pg_catalog.=) "
                + Identifiers.literal(Identifiers.quote(name.getFirst().value()))
                + "::pg_catalog.regnamespace";
    String query = ROUTINES.formatted(Identifiers.literal(called), schema, given);
    List<List<String>> rows = TextResult.run(home, query).rows();
    if (rows.stream().map(List::getFirst).distinct().count() != 1
        || !rows.getFirst().get(13).equals(isProcedure ? "p" : "f")) {
      throw new UnsupportedCodeException("a name that several " + noun + "s have");
    }
    List<String> first = rows.getFirst();
    if (!first.get(4).equals("t")) {
      throw new PostgresException("42501", "permission denied for " + noun + " " + called);
    }
    boolean sql = first.get(1).equals("sql");
    if (first.get(3).equals("t") || !sql && !first.get(1).equals("plpgsql")) {
      throw new UnsupportedCodeException(
          "how the " + noun + " \"" + called + "\" is defined or called");
    }
    List<Parameter> parameters = new ArrayList<>();
    for (List<String> row : rows) {
      if (row.get(10) != null) {
        if (row.get(15).equals("t")) {
          // What stands for it is the call's to say.
          throw new UnsupportedCodeException("the type " + row.get(10));
        }
        parameters.add(
            new Parameter(
                row.get(9),
                row.get(10),
                row.get(11).charAt(0),
                row.get(12),
                row.get(14).equals("t")));
      }
    }
    return new Routine(
        called,
        sql,
        first.get(2),
        first.get(5),
        first.get(6).equals("t"),
        first.get(7).equals("t"),
        first.get(8).equals("t"),
        parameters);
  }

  /**
   * The expressions of a call, with the defaults of those that it leaves out.
   *
   * @param parameters those that a call has arguments for
   */
  static List<String> completed(List<String> given, List<Parameter> parameters) {
    List<String> completed = new ArrayList<>(given);
    parameters.stream()
        .skip(given.size())
        .forEach(parameter -> completed.add(parameter.byDefault()));
    return completed;
  }

  /**
   * The expressions between the brackets of a call.
   *
   * @param from the first token of them
   * @param to the token behind them
   * @throws UnsupportedCodeException if they are not given by their places
   */
  static List<String> arguments(SqlStatement call, int from, int to) {
    for (Token token : call.tokens().subList(from, to)) {
      if (token.isSymbol("=>") || token.isSymbol(":=") || token.isWord("variadic")) {
        throw new UnsupportedCodeException("an argument with " + token.text());
      }
    }
    Token first = call.tokens().get(from);
    if (first.isWord("all") || first.isWord("distinct")) {
      throw new UnsupportedCodeException("an argument with " + first.text());
    }
    return call.listed(from, to);
  }
}
