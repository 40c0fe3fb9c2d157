package io.argosy.coordinator.statement.copy;

import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.lexer.Brackets;
import io.argosy.sql.lexer.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Takes COPY statements apart, in the syntax of today and in those of PostgreSQL 7.3 and 9.0. What
 * it does not understand is for PostgreSQL to refuse.
 */
final class CopyParser {
  private static final Set<String> OLD_OPTIONS_WITH_VALUE =
      Set.of("delimiter", "delimiters", "null", "quote", "escape", "encoding");

  private final String sql;
  private final List<Token> tokens;
  private final CopyOptions.Builder options = new CopyOptions.Builder();
  private int next = 1;

  private CopyParser(String sql, List<Token> tokens) {
    this.sql = sql;
    this.tokens = tokens;
  }

  /**
   * @param tokens those of the text, of which the first is COPY
   * @return empty for a text that is not a COPY statement of PostgreSQL
   */
  static Optional<CopyStatement> parse(String sql, List<Token> tokens) {
    return new CopyParser(sql, tokens).statement();
  }

  private Optional<CopyStatement> statement() {
    if (isWord("binary") && !isSymbolAt(next + 1, ".") && !isDirectionAt(next + 1)) {
      options.set("format", "binary");
      next++;
    }
    boolean isQuery = isSymbol("(");
    CopyStatement.Span subject = isQuery ? query() : name();
    if (subject == null) {
      return Optional.empty();
    }
    List<String> columns = new ArrayList<>();
    if (!isQuery && isSymbol("(")) {
      columns.addAll(list());
    }
    int subjectEnd = tokens.get(next - 1).end();
    if (!isDirectionAt(next)) {
      return Optional.empty();
    }
    boolean from = isWord("from");
    if (isQuery && from) {
      return Optional.empty();
    }
    next++;
    boolean standardStream = isWord("stdin") || isWord("stdout");
    if (isWord("program")) {
      next++;
    }
    next++;
    options();
    return Optional.of(
        new CopyStatement(
            sql,
            from,
            subject,
            isQuery,
            List.copyOf(columns),
            subjectEnd,
            standardStream,
            options.build()));
  }

  /** The query between parentheses, which are passed over. */
  private CopyStatement.Span query() {
    int open = next;
    if (!passParentheses()) {
      return null;
    }
    return new CopyStatement.Span(tokens.get(open).end(), tokens.get(next - 1).start());
  }

  /** Whether they are closed. */
  private boolean passParentheses() {
    int closing = Brackets.closing(tokens, next);
    next = Math.min(closing + 1, tokens.size());
    return closing < tokens.size();
  }

  private CopyStatement.Span name() {
    if (next >= tokens.size()) {
      return null;
    }
    int start = tokens.get(next++).start();
    while (isSymbol(".") && next + 1 < tokens.size()) {
      next += 2;
    }
    return new CopyStatement.Span(start, tokens.get(next - 1).end());
  }

  private List<String> list() {
    int first = next;
    passParentheses();
    return tokens.subList(first, next).stream()
        .filter(token -> token.kind() != Token.Kind.PUNCTUATION)
        .map(Token::value)
        .toList();
  }

  private void options() {
    if (isWord("using")) {
      next++;
    }
    if (isWord("delimiters")) {
      options.set("delimiter", valueAt(next + 1));
      next += 2;
    }
    if (isWord("with")) {
      next++;
    }
    if (isSymbol("(")) {
      next++;
      genericOptions();
    } else {
      oldOptions();
    }
  }

  private void genericOptions() {
    while (next < tokens.size() && !isSymbol(")")) {
      String name = valueAt(next++);
      String value = "";
      if (isSymbol("(")) {
        list();
      } else if (!isSymbol(",") && !isSymbol(")")) {
        if (next >= tokens.size()) {
          throw new PostgresException("42601", "syntax error at end of input");
        }
        Token token = tokens.get(next++);
        value = isKeyword(name) ? token.value().toLowerCase(java.util.Locale.ROOT) : token.value();
      }
      options.set(name, value);
      if (isSymbol(",")) {
        next++;
      }
    }
  }

  private static boolean isKeyword(String option) {
    return option.equals("format") || option.equals("header");
  }

  private void oldOptions() {
    while (next < tokens.size() && !isWord("where")) {
      String name = valueAt(next++);
      if (OLD_OPTIONS_WITH_VALUE.contains(name)) {
        if (isWord("as")) {
          next++;
        }
        options.set(name, valueAt(next++));
      } else if (name.equals("csv") || name.equals("binary")) {
        options.set("format", name);
      } else if (name.equals("force")) {
        // FORCE QUOTE concerns COPY TO; FORCE NULL and FORCE NOT NULL what fields mean.
        options.set(isWord("quote") ? "force_quote" : "force_null", "");
      } else if (name.equals("header")) {
        options.set("header", "");
      }
    }
  }

  private boolean isDirectionAt(int index) {
    return index < tokens.size()
        && (tokens.get(index).isWord("from") || tokens.get(index).isWord("to"));
  }

  private boolean isWord(String word) {
    return next < tokens.size() && tokens.get(next).isWord(word);
  }

  private boolean isSymbol(String symbol) {
    return isSymbolAt(next, symbol);
  }

  private boolean isSymbolAt(int index, String symbol) {
    return index < tokens.size() && tokens.get(index).isSymbol(symbol);
  }

  private String valueAt(int index) {
    return index < tokens.size() ? tokens.get(index).value() : "";
  }
}
