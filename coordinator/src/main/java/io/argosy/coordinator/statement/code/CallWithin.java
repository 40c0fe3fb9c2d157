package io.argosy.coordinator.statement.code;

import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.sql.lexer.Brackets;
import io.argosy.sql.lexer.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The call of a function in a statement that is more than this call.
 *
 * @param from the first token of its name
 * @param open the parenthesis before its arguments
 * @param close the parenthesis behind its arguments
 * @param end the token behind it and behind what its rows are called; negative if that is in a way
 *     that is not known
 * @param use what the statement does with its result
 */
record CallWithin(int from, int open, int close, int end, Use use) {
  /** What becomes of a result. */
  enum Use {
    /** Its rows are read. */
    ROWS,
    /** It is, or is a part of, a column of the result, which may have its name. */
    COLUMN,
    /** Rows are grouped by it. */
    GROUPING,
    VALUE
  }

  /** The words that begin the parts of a statement, as far as it matters here. */
  private static final Set<String> CLAUSES =
      Set.of(
          "select",
          "from",
          "join",
          "on",
          "using",
          "where",
          "group",
          "having",
          "window",
          "order",
          "limit",
          "offset",
          "fetch",
          "values",
          "set",
          "returning",
          "union",
          "intersect",
          "except");

  /** What no name of a result is. */
  private static final Set<String> BEHIND_ROWS =
      Set.of(
          "cross",
          "inner",
          "left",
          "right",
          "full",
          "natural",
          "tablesample",
          "for",
          "conflict",
          "when",
          "then");

  /** Its calls in the order in which they are written; of calls in calls, the outer ones. */
  static List<CallWithin> of(List<Token> tokens, String function) {
    List<CallWithin> calls = new ArrayList<>();
    for (int i = 0; i + 1 < tokens.size(); i++) {
      if (tokens.get(i).value().equals(function) && tokens.get(i + 1).isSymbol("(")) {
        boolean qualified = i > 1 && tokens.get(i - 1).isSymbol(".");
        int from = qualified ? i - 2 : i;
        int close = Brackets.closing(tokens, i + 1);
        Use use = use(tokens, from);
        int end = use == Use.ROWS ? behindName(tokens, close + 1) : close + 1;
        calls.add(new CallWithin(from, i + 1, close, end, use));
        i = close;
      }
    }
    return calls;
  }

  /** The text of the call, with what its rows are called. */
  String text(SqlStatement statement) {
    List<Token> tokens = statement.tokens();
    return statement.sql().substring(tokens.get(from).start(), tokens.get(end - 1).end());
  }

  /** What its rows are called: the name that is given to them, or the function's. */
  String name(List<Token> tokens) {
    if (end > close + 1) {
      return tokens.get(tokens.get(close + 1).isWord("as") ? close + 2 : close + 1).value();
    }
    return tokens.get(open - 1).value();
  }

  private static int behindName(List<Token> tokens, int start) {
    if (start < tokens.size() && tokens.get(start).isWord("with")) {
      return -1;
    }
    boolean named =
        start < tokens.size()
            && !(tokens.get(start).kind() == Token.Kind.WORD
                && (CLAUSES.contains(tokens.get(start).value())
                    || BEHIND_ROWS.contains(tokens.get(start).value())));
    return named ? RoutineCall.alias(tokens, start, true) : start;
  }

  private static Use use(List<Token> tokens, int from) {
    Token before = from > 0 ? tokens.get(from - 1) : tokens.getFirst();
    int clause = clause(tokens, from);
    boolean listed =
        before.isSymbol(",") && clause >= 0 && isOfFrom(tokens.get(clause))
            || before.isWord("join")
            || clause == from - 1 && (before.isWord("from") || before.isWord("using"));
    if (listed) {
      return Use.ROWS;
    }
    // Or the part of the statement that the parenthesis stands in.
    for (int open = Brackets.enclosing(tokens, from);
        clause < 0 && open >= 0;
        open = Brackets.enclosing(tokens, open)) {
      clause = clause(tokens, open);
    }
    return switch (clause < 0 ? "" : tokens.get(clause).value()) {
      case "select", "returning" -> Use.COLUMN;
      case "group" -> Use.GROUPING;
      default -> Use.VALUE;
    };
  }

  /** Whether items of FROM are listed behind this word. */
  private static boolean isOfFrom(Token word) {
    return word.isWord("from") || word.isWord("join") || word.isWord("on") || word.isWord("using");
  }

  /**
   * The word that begins the part of a query that a token stands in; negative if it stands in
   * parentheses that hold no query.
   */
  private static int clause(List<Token> tokens, int index) {
    int clause =
        Brackets.findBefore(
            tokens, index, i -> tokens.get(i).opensBracket() || isClause(tokens, i));
    return clause >= 0 && tokens.get(clause).opensBracket() ? -1 : clause;
  }

  private static boolean isClause(List<Token> tokens, int index) {
    Token token = tokens.get(index);
    return token.kind() == Token.Kind.WORD
        && CLAUSES.contains(token.value())
        && (!token.isWord("from") || isFromOfQuery(tokens, index));
  }

  /** Whether FROM is not that of IS DISTINCT FROM, nor of EXTRACT, SUBSTRING and their kind. */
  private static boolean isFromOfQuery(List<Token> tokens, int from) {
    int select =
        Brackets.findBefore(
            tokens, from, i -> tokens.get(i).opensBracket() || tokens.get(i).isWord("select"));
    return select >= 0
        && tokens.get(select).isWord("select")
        && !tokens.get(from - 1).isWord("distinct");
  }
}
