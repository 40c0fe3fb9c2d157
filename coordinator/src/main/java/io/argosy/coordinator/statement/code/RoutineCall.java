package io.argosy.coordinator.statement.code;

import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.coordinator.statement.procedural.FunctionCode;
import io.argosy.coordinator.statement.procedural.UnsupportedCodeException;
import io.argosy.node.NodeSession;
import io.argosy.protocol.message.TypeOids;
import io.argosy.sql.lexer.Brackets;
import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.Token;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * {@code SELECT f(..)} and {@code SELECT * FROM f(..)}, queries that are the call of one function,
 * and {@code CALL p(..)}: what is called the coordinator can run itself.
 *
 * @param types of the statement's parameters, as object ids
 * @param isProcedure whether it is CALL
 * @param asTable whether the columns of its result are the statement's
 * @param from the first token of its name
 * @param open the bracket behind it
 * @param close the bracket behind the arguments
 */
record RoutineCall(
    SqlStatement statement,
    int[] types,
    boolean isProcedure,
    boolean asTable,
    int from,
    int open,
    int close) {
  /** What is no name of the result, though one word. */
  private static final Set<String> OPERATORS = Set.of("isnull", "notnull", "with");

  private static final Set<String> NAMES =
      Set.of(
          "current_user",
          "session_user",
          "system_user",
          "user",
          "current_role",
          "current_catalog",
          "current_schema",
          "current_database",
          "name");

  /** The call that a query is; empty if it is anything else. */
  static Optional<RoutineCall> ofQuery(SqlStatement statement, int[] types) {
    List<Token> tokens = statement.tokens();
    boolean asTable = isSymbol(tokens, 1, "*") && isWord(tokens, 2, "from");
    int from = asTable ? 3 : 1;
    int open = openAfterName(tokens, from);
    if (!isWord(tokens, 0, "select") || open < 0) {
      return Optional.empty();
    }
    int close = Brackets.closing(tokens, open);
    return close < tokens.size() && alias(tokens, close + 1, asTable) == tokens.size()
        ? Optional.of(new RoutineCall(statement, types, false, asTable, from, open, close))
        : Optional.empty();
  }

  /**
   * The call that CALL is.
   *
   * @throws UnsupportedCodeException if it is written in a way that is not known
   */
  static RoutineCall ofCall(SqlStatement statement, int[] types) {
    List<Token> tokens = statement.tokens();
    int open = openAfterName(tokens, 1);
    if (open < 0 || Brackets.closing(tokens, open) != tokens.size() - 1) {
      throw new UnsupportedCodeException("the way in which the procedure is named");
    }
    return new RoutineCall(statement, types, true, true, 1, open, tokens.size() - 1);
  }

  /** The bracket behind a name, which may have a schema; negative if there is none. */
  private static int openAfterName(List<Token> tokens, int from) {
    boolean qualified = isSymbol(tokens, from + 1, ".");
    int open = qualified ? from + 3 : from + 1;
    boolean named = isName(tokens, from) && (!qualified || isName(tokens, from + 2));
    return named && isSymbol(tokens, open, "(") ? open : -1;
  }

  /**
   * The token behind a name that the result is given, and behind those of its columns; negative if
   * there are types among them.
   */
  static int alias(List<Token> tokens, int start, boolean asTable) {
    int end = isWord(tokens, start, "as") ? start + 1 : start;
    if (isName(tokens, end) && OPERATORS.stream().noneMatch(word -> isWord(tokens, start, word))) {
      end++;
      if (asTable && isSymbol(tokens, end, "(")) {
        // Names only; with types, PostgreSQL would not know the result without them.
        int close = Brackets.closing(tokens, end);
        for (int i = end + 1; i < close; i++) {
          boolean comma = (i - end) % 2 == 0;
          if (comma != tokens.get(i).isSymbol(",")) {
            return -1;
          }
        }
        end = close + 1;
      }
    }
    return end;
  }

  private static boolean isWord(List<Token> tokens, int index, String word) {
    return index < tokens.size() && tokens.get(index).isWord(word);
  }

  private static boolean isSymbol(List<Token> tokens, int index, String symbol) {
    return index < tokens.size() && tokens.get(index).isSymbol(symbol);
  }

  private static boolean isName(List<Token> tokens, int index) {
    return index < tokens.size()
        && switch (tokens.get(index).kind()) {
          case WORD, QUOTED_IDENTIFIER -> true;
          default -> false;
        };
  }

  /** The name of what it calls, without its schema. */
  String name() {
    return statement.tokens().get(open - 1).value();
  }

  /**
   * What it calls.
   *
   * @param home a backend of the home node
   * @throws UnsupportedCodeException if the coordinator cannot run it
   * @throws io.argosy.protocol.message.PostgresException 42501 if the role may not
   */
  Routine routine(NodeSession home) {
    return Routine.called(
        statement.tokens().subList(from, open), isProcedure, given().size(), home);
  }

  /** Whether a call has an argument in a parameter's place; that of a result is not looked at. */
  private boolean isGiven(Routine.Parameter parameter) {
    return isProcedure || parameter.in();
  }

  /** PostgreSQL passes over parameters of type void. */
  private List<String> given() {
    return Routine.arguments(statement, open + 1, close).stream()
        .filter(argument -> !isVoid(argument))
        .toList();
  }

  /** Drivers give that type to parameters that are results. */
  private boolean isVoid(String argument) {
    for (int i = 0; i < types.length; i++) {
      if (types[i] == TypeOids.VOID && argument.equals("$" + (i + 1))) {
        return true;
      }
    }
    return false;
  }

  /** The query that computes the arguments; empty if there are none. */
  Optional<String> arguments(Routine routine) {
    List<Routine.Parameter> parameters =
        routine.parameters().stream().filter(this::isGiven).toList();
    List<String> values = Routine.completed(given(), parameters);
    List<String> casts = new ArrayList<>();
    for (int i = 0; i < parameters.size(); i++) {
      if (parameters.get(i).in()) {
        casts.add("CAST((" + values.get(i) + ") AS " + parameters.get(i).type() + ")");
      }
    }
    requireValues(SqlLexer.tokens(String.join(", ", casts)), routine);
    return casts.isEmpty() ? Optional.empty() : Optional.of("SELECT " + String.join(", ", casts));
  }

  /** A value that is handed on as text has its type's collation from then on. */
  private static void requireValues(List<Token> arguments, Routine routine) {
    boolean reads =
        arguments.stream()
            .anyMatch(token -> token.isWord("from") || token.isWord("table") || isName(token));
    if (arguments.stream().anyMatch(token -> token.isWord("collate"))
        || reads && routine.parameters().stream().anyMatch(Routine.Parameter::collatable)) {
      throw new UnsupportedCodeException("an argument that may have a collation of its own");
    }
    if (arguments.stream().anyMatch(FunctionCode::isOfStatement)) {
      throw new UnsupportedCodeException("an argument that tells of the statement");
    }
  }

  /** Names of roles and the like are compared by bytes. */
  private static boolean isName(Token token) {
    return token.kind() == Token.Kind.WORD && NAMES.contains(token.value());
  }

  /**
   * The code with its arguments.
   *
   * @param arguments the query that has computed them
   * @param values of the arguments, as text; null for NULL
   * @param columns how many columns the call has
   */
  FunctionCode code(Routine routine, Optional<String> arguments, List<String> values, int columns) {
    Iterator<String> given = values.iterator();
    List<FunctionCode.Parameter> parameters = new ArrayList<>();
    for (Routine.Parameter parameter : routine.parameters()) {
      parameters.add(
          new FunctionCode.Parameter(
              parameter.name(),
              parameter.type(),
              parameter.in(),
              parameter.out(),
              parameter.in() ? given.next() : null));
    }
    return new FunctionCode(
        routine.name(),
        parameters,
        new FunctionCode.Result(
            routine.type(), routine.set(), !routine.isVolatile(), asTable, columns),
        routine.sql(),
        routine.source(),
        arguments);
  }
}
