package io.argosy.sql.parse;

import io.argosy.sql.lexer.Keywords;
import io.argosy.sql.lexer.Token;
import io.argosy.sql.lexer.TokenList;
import io.argosy.sql.lexer.UnreadableException;
import io.argosy.sql.parse.Syntax.Form;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Rewrites a sequence of tokens between brackets: keywords stay, every name is quoted (Calcite has
 * reserved words that PostgreSQL has not), functions in FROM become TABLE(..), DISTINCT ON becomes
 * a first column.
 */
final class QueryBridge {
  private static final Set<String> ENDS_FROM =
      Set.of(
          "where",
          "group",
          "having",
          "window",
          "order",
          "limit",
          "offset",
          "fetch",
          "for",
          "union",
          "intersect",
          "except",
          "select",
          "returning");

  private final TokenList tokens;
  private final SyntaxTable table;
  private final ExpressionBridge expressions;
  private final RowCountBridge rowCounts;

  QueryBridge(TokenList tokens, SyntaxTable table) {
    this.tokens = tokens;
    this.table = table;
    this.expressions = new ExpressionBridge(tokens, table, this);
    this.rowCounts = new RowCountBridge(tokens, table);
  }

  /** Whether a query begins at the index, perhaps within parentheses. */
  boolean startsQuery(int index) {
    int i = index;
    while (tokens.symbol(i, "(")) {
      i++;
    }
    return tokens.word(i, "select")
        || tokens.word(i, "with")
        || tokens.word(i, "values")
        || tokens.word(i, "table");
  }

  /** The text for Calcite of the tokens of a range, which is closed in itself. */
  String sequence(int from, int to) {
    return sequence(from, to, false);
  }

  /** The text of a list of tables and joins. */
  String tables(int from, int to) {
    return sequence(from, to, true);
  }

  private String sequence(int from, int to, boolean startsInFrom) {
    SequenceText text = new SequenceText();
    boolean inFrom = startsInFrom;
    boolean tableNext = startsInFrom;
    int i = from;
    while (i < to) {
      Token token = tokens.at(i);
      boolean syntax = Keywords.isSyntax(tokens, i);
      if (syntax && token.isWord("from") && !tokens.word(i - 1, "distinct")) {
        inFrom = true;
        tableNext = true;
      } else if (syntax && ENDS_FROM.contains(token.value())) {
        inFrom = false;
        tableNext = false;
      } else if (inFrom && (syntax && token.isWord("join") || token.isSymbol(","))) {
        tableNext = true;
      } else if (tableNext && !(syntax && token.isWord("lateral"))) {
        ExpressionBridge.Piece piece = tableItem(i);
        if (piece.end() > to) {
          throw new UnreadableException("a table");
        }
        text.other(piece.text());
        i = piece.end();
        tableNext = false;
        continue;
      }
      i = append(text, i, to);
    }
    return text.toString();
  }

  private int append(SequenceText text, int i, int to) {
    Token token = tokens.at(i);
    if (token.isWord("distinct") && tokens.word(i + 1, "on") && tokens.word(i - 1, "select")) {
      int close = tokens.close(i + 2);
      String marker = table.name(Form.DISTINCT_ON, null, List.of("DISTINCT ON (", ")"));
      text.other(marker + "(" + sequence(i + 3, close) + "),");
      return close + 1;
    }
    if (tokens.word(i - 1, "as")
        && materialized(i) >= 0
        && tokens.symbol(materialized(i) + 1, "(")) {
      int last = materialized(i);
      table.materialize(commonTableName(i - 2), tokens.text(i, last + 1));
      return last + 1;
    }
    if (token.isWord("table")) {
      ExpressionBridge.Piece rows = tableItem(i + 1);
      text.other("SELECT * FROM " + rows.text());
      return rows.end();
    }
    if (rowCounts.starts(i, to)) {
      ExpressionBridge.Piece clause = rowCounts.clause(i, to);
      text.other(clause.text());
      return clause.end();
    }
    if (expressions.startsOperand(i)) {
      ExpressionBridge.Piece piece = expressions.operand(i);
      if (piece.end() > to) {
        throw new UnreadableException("an expression that does not end");
      }
      text.operand(piece.text());
      return piece.end();
    }
    if (token.isWord("select") && isEmptyList(i + 1, to)) {
      text.other("SELECT " + table.name(Form.CONSTANT, null, List.of("")) + "()");
      return i + 1;
    }
    if (token.isWord("groups")) {
      // Such a frame always follows an ORDER BY.
      text.other(", " + table.name(Form.GROUPS, null, List.of("")) + "() ROWS");
    } else if (token.kind() == Token.Kind.WORD) {
      text.keyword(tokens, i, keyword(token));
    } else if (token.kind() == Token.Kind.OPERATOR) {
      text.operand(token.text());
    } else if (token.isSymbol(",")) {
      text.other(token.text());
    } else {
      throw new UnreadableException("unexpected " + token.text());
    }
    return i + 1;
  }

  /** PostgreSQL allows a query without columns. */
  private boolean isEmptyList(int i, int to) {
    return i == to || tokens.word(i, "from") || tokens.word(i, "where");
  }

  /** The index of the word MATERIALIZED that begins here, perhaps after NOT; -1 if none does. */
  private int materialized(int i) {
    int at = tokens.word(i, "not") ? i + 1 : i;
    return tokens.word(at, "materialized") ? at : -1;
  }

  /** The name of the common table expression whose name, or list of columns, ends at the index. */
  private String commonTableName(int i) {
    return tokens.at(tokens.symbol(i, ")") ? tokens.open(i) - 1 : i).value();
  }

  private static String keyword(Token token) {
    return switch (token.value()) {
      case "isnull" -> "IS NULL";
      case "notnull" -> "IS NOT NULL";
      case "into" -> throw new UnreadableException("SELECT INTO");
      default -> token.value().toUpperCase(Locale.ROOT);
    };
  }

  private ExpressionBridge.Piece tableItem(int i) {
    if (tokens.symbol(i, "(")) {
      int close = tokens.close(i);
      String inner = startsQuery(i + 1) ? sequence(i + 1, close) : tables(i + 1, close);
      return new ExpressionBridge.Piece("(" + inner + ")", close + 1);
    }
    if (tokens.word(i, "only") || tokens.word(i, "rows") && tokens.word(i + 1, "from")) {
      throw new UnreadableException(tokens.at(i).value() + " in FROM");
    }
    int end = i + 1;
    while (tokens.symbol(end, ".")) {
      end += 2;
    }
    ExpressionBridge.Piece piece = expressions.operand(i);
    if (!tokens.symbol(end, "(")) {
      return piece;
    }
    if (tokens.word(piece.end(), "with") && tokens.word(piece.end() + 1, "ordinality")) {
      String name = table.name(Form.ORDINALITY, null, List.of("", " WITH ORDINALITY"));
      return new ExpressionBridge.Piece(
          "TABLE(" + name + "(" + piece.text() + "))", piece.end() + 2);
    }
    return new ExpressionBridge.Piece("TABLE(" + piece.text() + ")", piece.end());
  }
}
