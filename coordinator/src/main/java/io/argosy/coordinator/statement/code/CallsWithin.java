package io.argosy.coordinator.statement.code;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.session.backend.Backends;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.coordinator.statement.procedural.CodeSession;
import io.argosy.coordinator.statement.procedural.UnsupportedCodeException;
import io.argosy.protocol.message.Field;
import io.argosy.protocol.message.PostgresException;
import io.argosy.protocol.message.TypeOids;
import io.argosy.sql.lexer.Token;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The calls of a function in a statement that does not run as it is: the coordinator runs them
 * first, and the statement gets their results in their places.
 */
final class CallsWithin {
  /** The SQLSTATEs of a column and of a table that are not known. */
  private static final Set<String> UNKNOWN = Set.of("42703", "42P01");

  private final Backends backends;
  private final InnerStatements inner;
  private final SqlStatement statement;
  private final List<CallWithin> calls;
  private final StringBuilder text = new StringBuilder();
  private Binding binding;

  /**
   * @param calls in the order in which they are written
   * @param binding the values of the statement's parameters
   */
  CallsWithin(
      Backends backends,
      InnerStatements inner,
      SqlStatement statement,
      List<CallWithin> calls,
      Binding binding) {
    this.backends = backends;
    this.inner = inner;
    this.statement = statement;
    this.calls = calls;
    this.binding = binding;
  }

  /**
   * Runs the calls.
   *
   * @param sure whether PostgreSQL would certainly run each of them, and once
   * @return the statement without them
   * @throws UnsupportedCodeException if their results are none that can stand in their places
   */
  String run(boolean sure) {
    Binding given = binding;
    int done = 0;
    for (CallWithin call : calls) {
      text.append(statement.sql(), done, token(call.from()).start());
      text.append(result(call, given, sure));
      done = token(call.end() - 1).end();
    }
    return text.append(statement.sql().substring(done)).toString();
  }

  /** The parameters of the statement without the calls. */
  Binding binding() {
    return binding;
  }

  private Token token(int index) {
    return statement.tokens().get(index);
  }

  private String result(CallWithin call, Binding given, boolean sure) {
    boolean rows = call.use() == CallWithin.Use.ROWS;
    String query = (rows ? "SELECT * FROM " : "SELECT ") + call.text(statement);
    CodeSession.Answer answer;
    try {
      answer = inner.run(query, given);
    } catch (PostgresException e) {
      if (UNKNOWN.contains(e.error().sqlState())) {
        throw new UnsupportedCodeException("an argument that is a column");
      }
      boolean refused = e.error().sqlState().equals("0A000");
      if (sure || refused || e.error().tellsOfCircumstances()) {
        throw e;
      }
      throw new UnsupportedCodeException(
          "a call that fails (" + e.error().message() + "), and that might not be evaluated,");
    }
    FunctionResult result = FunctionResult.of(backends.asked(), answer.columns());
    return rows ? rows(call, result, answer.rows()) : value(call, result, answer.rows());
  }

  private String rows(CallWithin call, FunctionResult result, List<List<String>> rows) {
    String query = result.query(rows, binding.values().size() + 1);
    binding = binding.and(result.parameterTypes(), result.parameters(rows), 0);
    return "(" + query + ") AS " + Identifiers.quote(call.name(statement.tokens()));
  }

  private String value(CallWithin call, FunctionResult result, List<List<String>> rows) {
    if (rows.size() != 1 || result.fields().size() != 1) {
      throw new UnsupportedCodeException("a result that is a set or a row");
    }
    String value = result.value(rows, binding.values().size() + 1);
    String given = rows.getFirst().getFirst();
    binding =
        binding.and(
            new int[] {TypeOids.TEXT},
            Collections.singletonList(given == null ? null : given.getBytes(UTF_8)),
            0);
    return call.use() == CallWithin.Use.COLUMN
        ? "(SELECT " + value + " AS " + Identifiers.quote(result.fields().getFirst().name()) + ")"
        : value;
  }

  /** Whether a client that knows these columns gets the same. */
  static void requireSame(List<Field> known, List<Field> columns) {
    boolean same = known.size() == columns.size();
    for (int i = 0; i < known.size() && same; i++) {
      same =
          Objects.equals(known.get(i).name(), columns.get(i).name())
              && known.get(i).typeOid() == columns.get(i).typeOid()
              && known.get(i).typeModifier() == columns.get(i).typeModifier();
    }
    if (!same) {
      throw new UnsupportedCodeException("a result of which the statement has the type of a row");
    }
  }
}
