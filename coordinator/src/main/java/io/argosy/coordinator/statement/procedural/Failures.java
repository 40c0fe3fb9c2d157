package io.argosy.coordinator.statement.procedural;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.protocol.message.PostgresException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * RAISE, and which handler is for an error. Both are PostgreSQL's own: the home node raises what is
 * raised, and says which conditions a code is one of. Used by one thread.
 */
final class Failures {
  private static final Map<String, Character> FIELDS =
      Map.of(
          "returned_sqlstate", 'C',
          "message_text", 'M',
          "pg_exception_detail", 'D',
          "pg_exception_hint", 'H',
          "column_name", 'c',
          "constraint_name", 'n',
          "pg_datatype_name", 'd',
          "table_name", 't',
          "schema_name", 's');

  private final CodeSession session;
  private final Evaluation evaluation;
  private final Map<String, Integer> indexes = new HashMap<>();
  private final Deque<PostgresException> handled = new ArrayDeque<>();

  Failures(CodeSession session, Evaluation evaluation) {
    this.session = session;
    this.evaluation = evaluation;
  }

  void raise(CodeStatement.Raise raise, Scope scope) {
    if (raise.head().isEmpty() && raise.options().isEmpty()) {
      if (handled.isEmpty()) {
        throw CodeError.of(
            "0Z002", "RAISE without parameters cannot be used outside an exception handler");
      }
      throw handled.peek();
    }
    StringBuilder text = new StringBuilder("BEGIN ");
    // The client is told of the line.
    text.append("\n".repeat(raise.line() - 1)).append("RAISE ").append(raise.head());
    for (EmbeddedSql value : raise.values()) {
      text.append(", ").append(constant(evaluation.evaluate(value, scope).text()));
    }
    List<String> options = new ArrayList<>();
    for (CodeStatement.Option option : raise.options()) {
      options.add(
          option.name() + " = " + constant(evaluation.evaluate(option.value(), scope).text()));
    }
    if (!options.isEmpty()) {
      text.append(" USING ").append(String.join(", ", options));
    }
    text.append("; END");
    session.raise("DO " + Identifiers.literal(text.toString()));
  }

  private static String constant(String text) {
    return text == null ? "NULL" : Identifiers.literal(text);
  }

  /** The handler that gets an error. */
  Optional<CodeStatement.Handler> handler(
      PostgresException failure, List<CodeStatement.Handler> handlers) {
    if (!CodeError.isHandled(failure)) {
      return Optional.empty();
    }
    int index = index(failure.error().sqlState(), handlers);
    return index < 0 ? Optional.empty() : Optional.of(handlers.get(index));
  }

  private int index(String sqlState, List<CodeStatement.Handler> handlers) {
    return indexes.computeIfAbsent(
        sqlState + handlers.stream().map(CodeStatement.Handler::conditions).toList(),
        ignored -> askedIndex(sqlState, handlers));
  }

  private int askedIndex(String sqlState, List<CodeStatement.Handler> handlers) {
    StringBuilder text = new StringBuilder("BEGIN RAISE SQLSTATE '" + sqlState + "'; EXCEPTION");
    for (int i = 0; i < handlers.size(); i++) {
      text.append(" WHEN ")
          .append(handlers.get(i).conditions())
          .append(" THEN PERFORM pg_catalog.set_config('argosy.handler', '")
          .append(i)
          .append("', true);");
    }
    text.append(
        " WHEN OTHERS OR assert_failure OR query_canceled THEN PERFORM"
            + " pg_catalog.set_config('argosy.handler', '-1', true); END");
    List<List<String>> rows =
        session.beside(
            "DO "
                + Identifiers.literal(text.toString())
                + "; SELECT pg_catalog.current_setting('argosy.handler')");
    return Integer.parseInt(rows.getFirst().getFirst());
  }

  /** The variables that a handler has besides. */
  Scope inHandler(PostgresException failure, Scope scope) {
    Scope inside = scope.inner();
    Variable state = Variable.scalar("sqlstate", Types.TEXT, true, false);
    state.set(failure.error().sqlState());
    inside.add("sqlstate", state);
    Variable message = Variable.scalar("sqlerrm", Types.TEXT, true, false);
    message.set(failure.error().message());
    inside.add("sqlerrm", message);
    return inside;
  }

  /** Runs a handler. */
  Flow handling(PostgresException failure, Supplier<Flow> handler) {
    handled.push(failure);
    try {
      return handler.get();
    } finally {
      handled.pop();
    }
  }

  /** What GET STACKED DIAGNOSTICS tells. */
  Variable.Value diagnostic(String item) {
    if (handled.isEmpty()) {
      throw CodeError.of(
          "0Z002", "GET STACKED DIAGNOSTICS cannot be used outside an exception handler");
    }
    Character field = FIELDS.get(item);
    if (field == null) {
      throw new UnsupportedCodeException("GET STACKED DIAGNOSTICS of " + item);
    }
    return new Variable.Value(Types.TEXT, handled.peek().error().fields().getOrDefault(field, ""));
  }
}
