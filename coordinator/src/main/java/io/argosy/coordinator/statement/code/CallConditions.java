package io.argosy.coordinator.statement.code;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.coordinator.statement.procedural.UnsupportedCodeException;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.sql.lexer.Token;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What must be so that the calls of a function can be run before the statement that they are in.
 *
 * @param calls all of the function's in the statement
 * @param function its name
 * @param functions all whose names the statement calls
 * @param home a backend of the home node, in the transaction
 * @param oneState whether all queries of the transaction see the same
 */
record CallConditions(
    SqlStatement statement,
    Binding binding,
    List<CallWithin> calls,
    String function,
    NamedFunctions functions,
    NodeSession home,
    boolean oneState) {
  /** Words of statements that read tables. */
  private static final Set<String> READING = Set.of("from", "join", "table", "using");

  /** What changes rows that it finds. */
  private static final Set<String> CHANGING = Set.of("update", "delete", "merge");

  /** What is computed of several rows, and is no function. */
  private static final Set<String> OF_ROWS =
      Set.of("over", "filter", "within", "grouping", "json_arrayagg", "json_objectagg");

  /** What makes the order of arguments another one than that of the text. */
  private static final Set<String> TURNING = Set.of("=>", ":=", "at");

  /**
   * @return whether PostgreSQL certainly evaluates each of the calls, and once
   * @throws UnsupportedCodeException if they cannot be run before
   */
  boolean require() {
    requireKnownResult();
    boolean sure = evaluation().isSure(calls) && isPlanned();
    calls.forEach(call -> requireValues(call, sure));
    if (called().isVolatile()) {
      requireOnce(sure);
      return true;
    }
    requireOneState();
    // PostgreSQL may make the function a part of the query that reads it.
    return sure
        && calls.stream().noneMatch(call -> call.use() == CallWithin.Use.ROWS)
        && !functions.others(function, other -> other.set() || other.ofRows());
  }

  private SingleEvaluation evaluation() {
    return new SingleEvaluation(statement, binding);
  }

  private NamedFunctions.Function called() {
    return functions.named(function).getFirst();
  }

  private void requireKnownResult() {
    if (calls.stream().anyMatch(call -> call.end() < 0)) {
      throw new UnsupportedCodeException("a list of columns with their types, or WITH ORDINALITY,");
    }
    if (functions.named(function).size() != 1) {
      throw new UnsupportedCodeException("a name that several functions have");
    }
    if (called().defaults() && calls.stream().anyMatch(this::leavesOut)) {
      throw new UnsupportedCodeException("a default of an argument");
    }
    if (called().domain()) {
      throw new UnsupportedCodeException("a domain in the result");
    }
    for (CallWithin call : calls) {
      boolean rows = call.use() == CallWithin.Use.ROWS;
      if (called().set() && !rows) {
        throw new UnsupportedCodeException("a set in place of a value");
      }
      if (call.use() == CallWithin.Use.GROUPING) {
        throw new UnsupportedCodeException("a call in GROUP BY");
      }
      if (rows && isNamedAsWhole(call)) {
        throw new UnsupportedCodeException("a row that is named as a whole");
      }
    }
  }

  /** Whether it may have fewer arguments than the function. */
  private boolean leavesOut(CallWithin call) {
    return Routine.arguments(statement, call.open() + 1, call.close()).size()
        < called().parameters();
  }

  /** Its type would be another one, but for rows of no type that has a name. */
  private boolean isNamedAsWhole(CallWithin call) {
    List<Token> tokens = statement.tokens();
    boolean renamed = tokens.get(call.end() - 1).isSymbol(")") && call.end() > call.close() + 1;
    if (!called().row() && !renamed) {
      return false;
    }
    String name = call.name(tokens);
    for (int i = 0; i < tokens.size(); i++) {
      boolean ofCall = i >= call.from() && i < call.end();
      boolean qualifies = i + 1 < tokens.size() && tokens.get(i + 1).isSymbol(".");
      if (!ofCall && !qualifies && tokens.get(i).value().equals(name)) {
        return true;
      }
    }
    return false;
  }

  /** The arguments mean the same in a query of their own. */
  private void requireValues(CallWithin call, boolean sure) {
    List<Token> arguments = statement.tokens().subList(call.open() + 1, call.close());
    boolean ofRows =
        arguments.stream().anyMatch(token -> OF_ROWS.contains(token.value()))
            || functions.areIn(arguments, other -> other.set() || other.ofRows());
    if (ofRows) {
      throw new UnsupportedCodeException("an argument that is computed of several rows");
    }
    if (!sure && functions.areIn(arguments, NamedFunctions.Function::isVolatile)) {
      throw new UnsupportedCodeException(
          "a VOLATILE function in an argument that might not be evaluated once");
    }
    if (has("with") && arguments.stream().anyMatch(this::reads)) {
      throw new UnsupportedCodeException("an argument that may read what WITH names");
    }
  }

  private boolean reads(Token token) {
    return READING.contains(token.value()) || token.isWord("select");
  }

  private boolean has(String word) {
    return statement.tokens().stream().anyMatch(token -> token.isWord(word));
  }

  /** What may change something runs once, and nothing else in the statement sees the change. */
  private void requireOnce(boolean sure) {
    if (!sure) {
      throw new UnsupportedCodeException(
          "a call of a VOLATILE function that might not be evaluated once");
    }
    boolean alone = evaluation().isUnnested(calls);
    if (functions.others(
            function, other -> other.users() || other.isVolatile() || other.set() && !alone)
        || statement.word(0).equals("insert") && !InsertTarget.isPlain(statement, home)) {
      throw new UnsupportedCodeException("another function beside one that is VOLATILE");
    }
    boolean turned =
        statement.tokens().stream().anyMatch(token -> TURNING.contains(token.value()))
            || functions.others(function, NamedFunctions.Function::ofRows);
    if (calls.size() > 1 && turned) {
      throw new UnsupportedCodeException("an order of calls that is not that of the text");
    }
  }

  /**
   * Whether PostgreSQL's plan has all of the calls, and does not decide before the first row that
   * there is none: what is strict and has a NULL is computed in planning. So is what fails then.
   */
  private boolean isPlanned() {
    String plan =
        TextResult.run(
                home,
                binding
                    .withResultFormat(0)
                    .request("EXPLAIN (VERBOSE, COSTS OFF) " + statement.sql()))
            .rows()
            .toString();
    Matcher called =
        Pattern.compile(
                "\\b"
                    + Pattern.quote(function)
                    + "\\(|"
                    + Pattern.quote(Identifiers.quote(function))
                    + "\\(")
            .matcher(plan);
    return !plan.contains("One-Time Filter") && called.results().count() == calls.size();
  }

  /**
   * What the function reads is what the statement reads. Under READ COMMITTED each of several
   * queries sees what was committed before it, so there must not be several.
   */
  private void requireOneState() {
    if (functions.others(
        function,
        other -> other.users() && other.isVolatile() || other.ofSequences() || isSetting(other))) {
      throw new UnsupportedCodeException("a VOLATILE function beside one that is not");
    }
    boolean several =
        calls.size() > 1
            || statement.tokens().stream().anyMatch(token -> CHANGING.contains(token.value()))
            || functions.others(function, NamedFunctions.Function::users)
            || readsBesides();
    if (several && !oneState) {
      throw new UnsupportedCodeException(
          "what the statement reads besides in a transaction that is READ COMMITTED");
    }
  }

  private static boolean isSetting(NamedFunctions.Function function) {
    return function.name().equals("set_config");
  }

  private boolean readsBesides() {
    List<Token> tokens = statement.tokens();
    for (int i = 0; i < tokens.size(); i++) {
      int index = i;
      boolean ofCall =
          calls.stream().anyMatch(call -> index >= call.from() - 1 && index < call.end());
      if (!ofCall && READING.contains(tokens.get(i).value())) {
        return true;
      }
    }
    return false;
  }
}
