package io.argosy.coordinator.analysis;

import io.argosy.coordinator.analysis.FactsDocument.FunctionFact;
import io.argosy.coordinator.analysis.FactsDocument.Inlinable;
import io.argosy.coordinator.limit.Planning;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.planner.facts.Volatility;
import io.argosy.planner.function.BuiltinFunctions;
import io.argosy.planner.function.FunctionInliner;
import io.argosy.planner.function.FunctionInliner.Body;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.parse.ParsedStatement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;

/**
 * Reads a statement with the bodies of a user's functions in the place of their calls, where a body
 * tells the time, a random number, or of the server. Only so can the planner see to it that all
 * nodes are told the same. PostgreSQL reads the new statement like one that a user has sent; where
 * it does not accept that, the statement stays as it was.
 *
 * @param session a backend in a transaction
 * @param body what the statement is the body of
 * @param builtins the volatility of pg_catalog's functions by name
 * @param planning where it is read
 */
record InlinedReading(
    NodeSession session, FunctionBody body, Map<String, Volatility> builtins, Planning planning) {
  /** How deep functions may call each other. */
  private static final int MOST_ROUNDS = 8;

  /** By so much a statement may grow in one of them. */
  private static final int MOST_CHARACTERS = 10_000;

  private static final String RETURN = "RETURN ";
  private static final String UNDONE = "ROLLBACK TO SAVEPOINT argosy_inlining; ";

  /**
   * Reads a statement.
   *
   * @throws PostgresException 0A000 when PostgreSQL does not accept it as the body of a function
   */
  StatementReading of(String sql) {
    define(sql);
    StatementReading reading = StatementReading.of(session, sql, body, planning);
    for (int round = 0; round < MOST_ROUNDS; round++) {
      Map<String, FunctionFact> functions = toInline(reading);
      if (functions.isEmpty()) {
        return reading;
      }
      TextResult.run(session, UNDONE);
      Optional<String> inlined = inlined(reading, functions);
      if (inlined.isPresent() && StatementReading.accepts(session, definition(inlined.get()))) {
        StatementReading next = StatementReading.of(session, inlined.get(), body, planning);
        if (next.certified()) {
          reading = next;
          continue;
        }
      }
      TextResult.run(session, UNDONE + definition(reading.text()));
      return StatementReading.of(session, reading.text(), body, planning);
    }
    return reading;
  }

  private String definition(String sql) {
    return StatementReading.definition(body, RoleNames.convertedIn(sql));
  }

  private void define(String sql) {
    try {
      TextResult.run(session, "SAVEPOINT argosy_inlining; " + definition(sql));
    } catch (PostgresException e) {
      if (e.error().tellsOfCircumstances() || e.error().sqlState().equals("54001")) {
        throw e;
      }
      throw new PostgresException(
          PostgresError.of("0A000", "this statement cannot be analysed: " + e.error().message())
              .withHint(
                  e.error().sqlState().equals("42501")
                      ? "Statements are analysed as bodies of SQL functions: grant USAGE on the"
                          + " language sql, and on the types that the statement names."
                      : "Only what can be the body of a BEGIN ATOMIC function is supported here."),
          e);
    }
  }

  /** By their names, which no other function that is called can have. */
  private Map<String, FunctionFact> toInline(StatementReading reading) {
    if (!reading.certified() || reading.document().relations().isEmpty()) {
      return Map.of();
    }
    List<FunctionFact> called = reading.document().functions();
    Map<String, Long> named =
        called.stream().collect(Collectors.groupingBy(FunctionFact::name, Collectors.counting()));
    return called.stream()
        .filter(function -> function.inlinable() != null && function.mayDifferOnNodes())
        .filter(function -> named.get(function.name()) == 1)
        .filter(function -> !isPostgres(function.name()))
        .collect(Collectors.toMap(FunctionFact::name, Function.identity()));
  }

  private boolean isPostgres(String name) {
    return builtins.containsKey(name) || BuiltinFunctions.isSyntax(name);
  }

  /** The statement's text with bodies in it; empty if there is no call that one can stand for. */
  private Optional<String> inlined(StatementReading reading, Map<String, FunctionFact> functions) {
    Map<String, Body> bodies = new HashMap<>();
    for (FunctionFact function : functions.values()) {
      body(function).ifPresent(found -> bodies.put(function.name(), found));
    }
    ParsedStatement statement = reading.parsed().orElseThrow();
    return planning
        .run(work -> replaced(statement, new FunctionInliner(bodies)))
        .map(text -> text + " " + reading.lockingClause());
  }

  private static Optional<String> replaced(ParsedStatement statement, FunctionInliner inliner) {
    String before = statement.unparsed();
    String after = statement.with(statement.tree().accept(inliner)).unparsed();
    return before.equals(after) || after.length() > before.length() + MOST_CHARACTERS
        ? Optional.empty()
        : Optional.of(after);
  }

  /** Empty for a body that is no expression, or is not read as PostgreSQL reads it. */
  private Optional<Body> body(FunctionFact function) {
    Inlinable inlinable = function.inlinable();
    // Printed under the session's own search_path, under which it is read again.
    String printed = printed(inlinable.oid());
    if (!printed.startsWith(RETURN)) {
      return Optional.empty();
    }
    return planning
        .run(work -> Expression.of(printed.substring(RETURN.length())))
        .filter(read -> isCertified(inlinable, read, printed))
        .map(
            read ->
                new Body(
                    function.name(),
                    inlinable.arguments(),
                    inlinable.types(),
                    inlinable.type(),
                    read.tree()));
  }

  private boolean isCertified(Inlinable inlinable, Expression read, String printed) {
    return StatementReading.accepts(session, inlinable.definition(read.unparsed()))
        && printed("'" + inlinable.temporaryName() + "'::pg_catalog.regproc").equals(printed);
  }

  /** An expression as a tree, and the tree as a text. */
  private record Expression(SqlNode tree, String unparsed) {
    /** Empty for what cannot be read. */
    static Optional<Expression> of(String text) {
      return ParsedStatement.parse("SELECT " + text)
          .flatMap(
              statement ->
                  statement.tree() instanceof SqlSelect select && select.getSelectList().size() == 1
                      ? Optional.of(select.getSelectList().get(0))
                          .map(tree -> new Expression(tree, statement.text(tree)))
                      : Optional.empty());
    }
  }

  private String printed(String function) {
    return TextResult.run(session, "SELECT pg_catalog.pg_get_function_sqlbody(" + function + ")")
        .single();
  }
}
