package io.argosy.coordinator.settings;

import io.argosy.coordinator.statement.SessionFunctions;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.lexer.Brackets;
import io.argosy.sql.lexer.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The calls of set_config in a SELECT that makes all of them if it returns a row, and none
 * otherwise. So it is known afterwards which settings have changed.
 *
 * @param calls in the order in which PostgreSQL makes them; not empty
 * @param rows the clauses behind the list if they choose rows of pg_settings by their names, which
 *     the calls can then use, as pg_dump does; otherwise empty
 * @param callsOthers whether the list calls other functions: one that returns no rows keeps the
 *     SELECT from returning any, perhaps after it has called set_config
 */
public record SetConfigCalls(List<Call> calls, String rows, boolean callsOthers) {
  /** Behind FROM, what could keep a row from the client although its calls have been made. */
  private static final Set<String> ROWS_CHANGE =
      Set.of(
          "limit", "offset", "fetch", "group", "having", "window", "union", "intersect", "except");

  /** What may stand beside constants and parameters in the name of a setting. */
  private static final Set<String> PLAIN =
      Set.of(
          "||",
          "::",
          ".",
          "true",
          "false",
          "null",
          "pg_catalog",
          "text",
          "varchar",
          "bool",
          "boolean");

  /** What a condition on the names of settings is made of, beside constants and parameters. */
  private static final Set<String> OF_NAMES =
      Set.of("name", "=", "<>", "in", "like", "(", ")", ",", "and", "or", "not");

  private static final int ARGUMENTS = 3;

  /**
   * A call.
   *
   * @param name the expression that names the setting, as SQL that has no side effects
   * @param local the expression that says whether it is set for the transaction only, likewise
   */
  record Call(String name, String local) {
    @Override
    public String toString() {
      return "CAST(" + name + " AS pg_catalog.text), CAST(" + local + " AS pg_catalog.bool)";
    }
  }

  /** Those of a statement; empty where it is not such a SELECT. */
  public static Optional<SetConfigCalls> of(SqlStatement statement) {
    List<Token> tokens = statement.tokens();
    if (!statement.word(0).equals("select")
        || statement.word(1).equals("distinct")
        || statement.word(1).equals("all")) {
      return Optional.empty();
    }
    int behindList = endOfList(tokens);
    List<Token> rest = tokens.subList(behindList, tokens.size());
    boolean byName = areNamesOfSettings(rest);
    List<Call> calls = new ArrayList<>();
    boolean callsOthers = false;
    int start = 1;
    int end;
    do {
      end = endOfExpression(tokens, start);
      List<Token> item = tokens.subList(start, end);
      if (SessionFunctions.setSettings(item)) {
        Optional<Call> call = call(statement.sql(), item, byName);
        if (call.isEmpty()) {
          return Optional.empty();
        }
        calls.add(call.get());
      }
      long parentheses = item.stream().filter(token -> token.isSymbol("(")).count();
      callsOthers |= parentheses > (SessionFunctions.setSettings(item) ? 1 : 0);
      start = end + 1;
    } while (end < tokens.size() && tokens.get(end).isSymbol(","));
    boolean sameRows =
        !SessionFunctions.setSettings(rest)
            && rest.stream().noneMatch(token -> isOne(token, ROWS_CHANGE));
    String rows = byName ? text(statement.sql(), rest) : "";
    return sameRows && !calls.isEmpty()
        ? Optional.of(new SetConfigCalls(calls, rows, callsOthers))
        : Optional.empty();
  }

  private static int endOfList(List<Token> tokens) {
    int end = endOfExpression(tokens, 1);
    while (end < tokens.size() && tokens.get(end).isSymbol(",")) {
      end = endOfExpression(tokens, end + 1);
    }
    return end;
  }

  /**
   * Whether clauses choose rows of pg_settings by nothing but their names: these no setting
   * changes, so the same rows are found again.
   */
  private static boolean areNamesOfSettings(List<Token> rest) {
    List<String> start = rest.stream().limit(5).map(Token::value).toList();
    int condition = start.indexOf("where") + 1;
    return Set.of(
                List.of("from", "pg_settings", "where"),
                List.of("from", "pg_catalog", ".", "pg_settings", "where"))
            .contains(start.subList(0, condition))
        && rest.size() > condition
        && rest.subList(condition, rest.size()).stream()
            .allMatch(token -> isConstant(token) || OF_NAMES.contains(token.value()));
  }

  private static boolean isOne(Token token, Set<String> words) {
    return token.kind() == Token.Kind.WORD && words.contains(token.value());
  }

  /** Where an expression of a list ends: at a comma, or at a word that can only follow the list. */
  private static int endOfExpression(List<Token> tokens, int from) {
    return Brackets.find(tokens, from, i -> endsExpression(tokens.get(i)));
  }

  private static boolean endsExpression(Token token) {
    return token.closesBracket()
        || token.isSymbol(",")
        || token.isWord("from")
        || token.isWord("where")
        || token.isWord("order")
        || token.isWord("for")
        || isOne(token, ROWS_CHANGE);
  }

  /** An item of the list that is a call and nothing else, but for a name and a cast to text. */
  private static Optional<Call> call(String sql, List<Token> item, boolean byName) {
    int open = item.get(0).value().equals("pg_catalog") && item.size() > 2 ? 3 : 1;
    if (open >= item.size()
        || !item.get(open - 1).value().equals("set_config")
        || !item.get(open).isSymbol("(")) {
      return Optional.empty();
    }
    List<List<Token>> arguments = new ArrayList<>();
    int start = open + 1;
    int end;
    do {
      end = endOfExpression(item, start);
      arguments.add(item.subList(start, end));
      start = end + 1;
    } while (end < item.size() && item.get(end).isSymbol(","));
    boolean known =
        arguments.size() == ARGUMENTS
            && end < item.size()
            && (isPlain(arguments.get(0)) || (byName && isColumn(arguments.get(0))))
            && isPlain(arguments.get(2))
            && !SessionFunctions.setSettings(arguments.get(1))
            && isNameOrCast(item.subList(end + 1, item.size()));
    return known
        ? Optional.of(new Call(text(sql, arguments.get(0)), text(sql, arguments.get(2))))
        : Optional.empty();
  }

  /** Whether it can be evaluated once more, and apart from the SELECT's rows. */
  private static boolean isPlain(List<Token> expression) {
    return !expression.isEmpty()
        && expression.stream()
            .allMatch(token -> isConstant(token) || PLAIN.contains(token.value()));
  }

  private static boolean isColumn(List<Token> expression) {
    return expression.size() == 1 && expression.getFirst().isWord("name");
  }

  private static boolean isConstant(Token token) {
    return token.kind() == Token.Kind.STRING
        || token.kind() == Token.Kind.NUMBER
        || token.kind() == Token.Kind.PARAMETER;
  }

  private static boolean isNameOrCast(List<Token> behind) {
    return behind.stream()
        .allMatch(
            token ->
                token.isSymbol("::")
                    || token.kind() == Token.Kind.WORD
                    || token.kind() == Token.Kind.QUOTED_IDENTIFIER);
  }

  private static String text(String sql, List<Token> expression) {
    return sql.substring(expression.getFirst().start(), expression.getLast().end());
  }

  /**
   * The query that tells, after the SELECT, what has been set: name, value, and whether for the
   * transaction only.
   */
  public String asking() {
    return "SELECT pg_catalog.lower(name), pg_catalog.current_setting(name),"
        + " COALESCE(local, false) FROM ("
        + calls.stream()
            .map(call -> "SELECT " + call + " " + rows)
            .collect(Collectors.joining(" UNION ALL "))
        + ") AS calls (name, local)";
  }

  /** Of a statement that may change settings in a way that the other nodes would not follow. */
  public static PostgresException refused() {
    return new PostgresException(
        "0A000",
        "set_config within another statement is not supported: the other nodes would not follow",
        "Use SET, or a SELECT that calls set_config in its list and returns one row.");
  }
}
