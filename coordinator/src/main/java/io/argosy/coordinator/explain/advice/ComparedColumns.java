package io.argosy.coordinator.explain.advice;

import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.Token;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The columns that a condition, as PostgreSQL's EXPLAIN writes it, compares with something that is
 * the same for all rows, by operators of B-trees. An index on them finds the rows.
 */
final class ComparedColumns {
  /** Types whose values PostgreSQL takes for text before it compares them: an index does so too. */
  private static final List<String> LIKE_TEXT = List.of("character varying", "name");

  private final List<Token> tokens;
  private final Map<String, String> columns;
  private final Set<String> equal = new LinkedHashSet<>();
  private final Set<String> ordered = new LinkedHashSet<>();

  private ComparedColumns(String filter, Map<String, String> columns) {
    this.tokens = SqlLexer.tokens(filter);
    this.columns = columns;
  }

  /**
   * Those that must be equal to something before one that need not. None where there is an OR.
   *
   * @param columns the table's columns with their types
   */
  static List<String> of(String filter, Map<String, String> columns) {
    ComparedColumns compared = new ComparedColumns(filter, columns);
    if (compared.tokens.stream().anyMatch(token -> token.isWord("or") || token.isWord("not"))) {
      return List.of();
    }
    for (int i = 0; i < compared.tokens.size(); i++) {
      boolean call =
          i > 0
              && compared.tokens.get(i - 1).kind() == Token.Kind.WORD
              && !compared.tokens.get(i - 1).isWord("and");
      if (compared.isSymbol(i, "(") && !call) {
        compared.condition(i + 1);
      }
    }
    compared.ordered.removeAll(compared.equal);
    List<String> all = new ArrayList<>(compared.equal);
    compared.ordered.stream().findFirst().ifPresent(all::add);
    return all;
  }

  private boolean isSymbol(int at, String symbol) {
    return at < tokens.size() && tokens.get(at).isSymbol(symbol);
  }

  private String text(int at) {
    return at < tokens.size() ? tokens.get(at).text() : "";
  }

  /** {@code column = ..)} or {@code (column)::text = ..)}. */
  private void condition(int start) {
    boolean cast = isSymbol(start, "(");
    int name = name(cast ? start + 1 : start);
    if (!isColumn(name)) {
      return;
    }
    String column = tokens.get(name).value();
    int operator = name + 1;
    if (cast) {
      if (!isSymbol(operator, ")")
          || !text(operator + 1).equals("::")
          || !text(operator + 2).equals("text")
          || LIKE_TEXT.stream().noneMatch(columns.get(column)::startsWith)) {
        return;
      }
      operator += 3;
    }
    if (readsColumns(operator + 1)) {
      return;
    }
    switch (text(operator)) {
      case "=" -> equal.add(column);
      case "<", ">", "<=", ">=" -> ordered.add(column);
      default -> {}
    }
  }

  /** The column's name may have the table's in front of it. */
  private int name(int at) {
    return text(at + 1).equals(".") ? at + 2 : at;
  }

  private boolean isColumn(int at) {
    if (at >= tokens.size()) {
      return false;
    }
    Token token = tokens.get(at);
    return switch (token.kind()) {
      case WORD, QUOTED_IDENTIFIER -> columns.containsKey(token.value());
      case STRING, BIT_STRING, NUMBER, PARAMETER, OPERATOR, PUNCTUATION -> false;
    };
  }

  /** Whether anything up to the end of the condition is another for each row. */
  private boolean readsColumns(int from) {
    int depth = 0;
    for (int i = from; i < tokens.size(); i++) {
      if (isSymbol(i, "(")) {
        depth++;
      } else if (isSymbol(i, ")") && depth-- == 0) {
        return false;
      } else if (isColumn(i)) {
        return true;
      }
    }
    return true;
  }
}
