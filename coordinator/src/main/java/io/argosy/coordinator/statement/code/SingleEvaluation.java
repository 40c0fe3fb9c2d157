package io.argosy.coordinator.statement.code;

import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.sql.lexer.Brackets;
import io.argosy.sql.lexer.Token;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/**
 * Whether PostgreSQL evaluates each call in a statement exactly once, in the order in which they
 * are written, whatever the data. Seen from the words alone, so that much is not known to be so
 * that is.
 */
final class SingleEvaluation {
  /** Where something may be evaluated never, or for each of several rows, or twice. */
  private static final Set<String> CONDITIONAL =
      Set.of(
          "case",
          "coalesce",
          "and",
          "or",
          "in",
          "any",
          "some",
          "all",
          "exists",
          "between",
          "row",
          "filter",
          "over",
          "distinct",
          "having",
          "offset",
          "fetch",
          "union",
          "intersect",
          "except",
          "with",
          "join",
          "order",
          "group",
          "window",
          "select",
          "for",
          "conflict",
          "table",
          "default",
          "passing");

  /** What a query has that reads other rows, too, or perhaps not all rows of its call. */
  private static final Set<String> NOT_ALONE =
      Set.of(
          "select",
          "from",
          "having",
          "offset",
          "fetch",
          "union",
          "intersect",
          "except",
          "for",
          "join",
          "with",
          "filter",
          "table");

  /** What may follow upon the rows of a call. */
  private static final Set<String> BEHIND_ROWS =
      Set.of("where", "group", "window", "order", "limit");

  /** Words behind which no arguments can stand. */
  private static final Set<String> BEFORE_ROW = Set.of("select", "not", "is", "returning", "by");

  private final SqlStatement statement;
  private final List<Token> tokens;
  private final Binding binding;

  /**
   * @param binding the values of the statement's parameters
   */
  SingleEvaluation(SqlStatement statement, Binding binding) {
    this.statement = statement;
    this.tokens = statement.tokens();
    this.binding = binding;
  }

  /** Whether it is certain of all these calls. */
  boolean isSure(List<CallWithin> calls) {
    return switch (statement.word(0)) {
      case "select" ->
          calls.getFirst().use() == CallWithin.Use.ROWS
              ? calls.size() == 1 && readsOnly(calls.getFirst())
              : isFreeOf(1, Set.of("from", "where", "limit")) && isNotFolded(calls);
      case "insert" -> calls.size() == 1 && isInOneRow(calls.getFirst()) && isNotFolded(calls);
      default -> false;
    };
  }

  /**
   * Whether the statement is {@code SELECT unnest(f(..))}: what a set is made of is computed once.
   */
  boolean isUnnested(List<CallWithin> calls) {
    CallWithin call = calls.getFirst();
    int end = call.close() + 2;
    boolean named = end + 2 == tokens.size() && tokens.get(end).isWord("as");
    return calls.size() == 1
        && call.from() == 3
        && statement.word(0).equals("select")
        && statement.word(1).equals("unnest")
        && call.close() + 1 < tokens.size()
        && tokens.get(call.close() + 1).isSymbol(")")
        && (end == tokens.size() || named);
  }

  /**
   * A query that reads nothing but the rows of a call, and these if there are any: its plan may
   * still show that no row is wanted.
   */
  private boolean readsOnly(CallWithin call) {
    boolean alone =
        tokens.get(call.from() - 1).isWord("from")
            && (call.end() == tokens.size()
                || BEHIND_ROWS.contains(tokens.get(call.end()).value()));
    for (int i = 1; i < tokens.size() && alone; i++) {
      boolean ofCall = i >= call.from() - 1 && i < call.end();
      Token token = tokens.get(i);
      alone =
          ofCall
              || !(token.kind() == Token.Kind.WORD && NOT_ALONE.contains(token.value()))
                  && !(token.isWord("limit") && !isPositive(i + 1));
    }
    return alone;
  }

  /** Whether there are no such words behind a token, and no rows that are compared as such. */
  private boolean isFreeOf(int from, Set<String> words) {
    for (int i = from; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      boolean word = token.kind() == Token.Kind.WORD && words.contains(token.value());
      if (word || isConditional(token) || isRow(i)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isConditional(Token token) {
    return token.kind() == Token.Kind.WORD && CONDITIONAL.contains(token.value());
  }

  /** Parentheses with a comma in them that are no arguments. */
  private boolean isRow(int index) {
    Token before = tokens.get(Math.max(0, index - 1));
    boolean arguments =
        before.kind() == Token.Kind.WORD && !BEFORE_ROW.contains(before.value())
            || before.kind() == Token.Kind.QUOTED_IDENTIFIER;
    if (!tokens.get(index).isSymbol("(") || arguments) {
      return false;
    }
    return tokens.subList(index, Brackets.closing(tokens, index)).stream()
        .anyMatch(token -> token.isSymbol(","));
  }

  /** Whether a call is in the only row of VALUES, which an INSERT has behind its columns. */
  private boolean isInOneRow(CallWithin call) {
    int values = 0;
    while (values < tokens.size() && !tokens.get(values).isWord("values")) {
      Token token = tokens.get(values);
      if (token.isWord("select") || token.isWord("with") || token.isWord("table")) {
        return false;
      }
      values = token.isSymbol("(") ? Brackets.closing(tokens, values) : values + 1;
      values += values < tokens.size() && tokens.get(values).isSymbol(")") ? 1 : 0;
    }
    int close = values + 1 < tokens.size() ? Brackets.closing(tokens, values + 1) : tokens.size();
    boolean one =
        close == tokens.size() - 1
            || close < tokens.size() && tokens.get(close + 1).isWord("returning");
    return one
        && call.from() > values
        && call.close() < close
        && isFreeOf(values + 1, Set.of("from", "where", "limit"));
  }

  /**
   * What is strict and has a NULL among its arguments PostgreSQL takes for NULL, whatever the
   * others are.
   */
  private boolean isNotFolded(List<CallWithin> calls) {
    return tokens.stream().noneMatch(this::isNull) || calls.stream().allMatch(this::isItem);
  }

  private boolean isNull(Token token) {
    return token.isWord("null")
        || token.kind() == Token.Kind.PARAMETER
            && binding.values().get(Integer.parseInt(token.value()) - 1) == null;
  }

  /** Whether a call is all of an item of a list. */
  private boolean isItem(CallWithin call) {
    Token before = tokens.get(call.from() - 1);
    int open = Brackets.enclosing(tokens, call.from());
    boolean listed = open < 0 || open > 0 && tokens.get(open - 1).isWord("values");
    boolean begins =
        listed && (before.isWord("select") || before.isSymbol(",") || before.isSymbol("("));
    boolean ends =
        call.end() == tokens.size()
            || tokens.get(call.end()).isSymbol(",")
            || tokens.get(call.end()).isSymbol(")")
            || tokens.get(call.end()).isWord("as");
    return begins && ends;
  }

  /** Whether the last token is this one, and a number that is not 0, or stands for one. */
  private boolean isPositive(int index) {
    if (index != tokens.size() - 1) {
      return false;
    }
    Token token = tokens.get(index);
    return switch (token.kind()) {
      case NUMBER -> isPositive(token.text());
      case PARAMETER -> {
        int parameter = Integer.parseInt(token.value()) - 1;
        byte[] value = binding.values().get(parameter);
        yield value != null
            && binding.format(parameter) == 0
            && isPositive(new String(value, StandardCharsets.US_ASCII));
      }
      default -> false;
    };
  }

  private static boolean isPositive(String number) {
    return number.matches("0*[1-9][0-9]*");
  }
}
