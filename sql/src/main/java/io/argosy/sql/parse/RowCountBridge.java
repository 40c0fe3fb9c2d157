package io.argosy.sql.parse;

import io.argosy.sql.lexer.Keywords;
import io.argosy.sql.lexer.Token;
import io.argosy.sql.lexer.TokenList;
import io.argosy.sql.lexer.UnreadableException;
import io.argosy.sql.parse.ExpressionBridge.Piece;
import java.util.OptionalLong;

/**
 * Reads what stands behind LIMIT, OFFSET and FETCH FIRST, where Calcite knows numbers and
 * parameters only. It computes as PostgreSQL does with integers, and leaves alone what may fail.
 */
final class RowCountBridge {
  private final TokenList tokens;
  private final SyntaxTable table;

  RowCountBridge(TokenList tokens, SyntaxTable table) {
    this.tokens = tokens;
    this.table = table;
  }

  /** Whether a clause begins at the index that Calcite would not read. */
  boolean starts(int i, int to) {
    if (!Keywords.isSyntax(tokens, i)) {
      return false;
    }
    if (tokens.word(i, "fetch")) {
      int end = endOfFetch(i, to);
      int count = endOfCount(i + 2, to);
      return tokens.word(end - 1, "ties") || count == i + 2 || !isPlain(i + 2, count);
    }
    if (!tokens.word(i, "limit") && !tokens.word(i, "offset")) {
      return false;
    }
    int end = endOfCount(i + 1, to);
    return !isPlain(i + 1, end) || tokens.word(i, "offset") && saysRows(end);
  }

  private boolean saysRows(int i) {
    return tokens.word(i, "row") || tokens.word(i, "rows");
  }

  /** The clause that {@link #starts} at the index. */
  Piece clause(int i, int to) {
    if (tokens.word(i, "fetch")) {
      int end = endOfFetch(i, to);
      boolean ties = tokens.word(end - 1, "ties");
      return new Piece(
          "FETCH FIRST " + count(i + 2, endOfCount(i + 2, to), ties) + " ROWS ONLY", end);
    }
    int end = endOfCount(i + 1, to);
    if (tokens.word(i, "limit")) {
      return new Piece("LIMIT " + count(i + 1, end, false), end);
    }
    String count =
        end == i + 2 && isPlain(i + 1, end) ? plain(tokens.at(i + 1)) : count(i + 1, end, false);
    return new Piece("OFFSET " + count + " ROWS", saysRows(end) ? end + 1 : end);
  }

  private boolean isPlain(int from, int end) {
    Token.Kind kind = tokens.at(from).kind();
    return end == from
        || end == from + 1 && (kind == Token.Kind.NUMBER || kind == Token.Kind.PARAMETER);
  }

  private static String plain(Token count) {
    return count.kind() == Token.Kind.PARAMETER
        ? SyntaxTable.parameterMark(count.value())
        : count.text();
  }

  private int endOfCount(int from, int to) {
    int end = tokens.find(from, to, "limit", "offset", "fetch", "for", "row", "rows");
    return end < 0 ? to : end;
  }

  private int endOfFetch(int i, int to) {
    int end = tokens.find(i, to, "only", "ties");
    if (end < 0) {
      throw new UnreadableException("FETCH without ONLY");
    }
    return end + 1;
  }

  private String count(int from, int end, boolean ties) {
    if (isParenthesised(from, end) && end == from + 3 && tokens.word(from + 1, "null")
        || end == from + 1 && (tokens.word(from, "all") || tokens.word(from, "null"))) {
      return table.rowCount(new RowCountOperator("(NULL)", OptionalLong.empty(), ties));
    }
    if (end == from) {
      return ties ? table.rowCount(new RowCountOperator("1", OptionalLong.of(1), true)) : "1";
    }
    Value value = sum(from);
    if (value.end() != end || value.number() < 0) {
      throw new UnreadableException("a number of rows");
    }
    String text = tokens.text(from, end);
    return table.rowCount(
        new RowCountOperator(
            isPlain(from, end) || isParenthesised(from, end) ? text : "(" + text + ")",
            OptionalLong.of(value.number()),
            ties));
  }

  private boolean isParenthesised(int from, int end) {
    return tokens.symbol(from, "(") && tokens.close(from) == end - 1;
  }

  private record Value(int number, int end) {}

  private Value sum(int from) {
    Value left = product(from);
    while (tokens.symbol(left.end(), "+") || tokens.symbol(left.end(), "-")) {
      Value right = product(left.end() + 1);
      int sign = tokens.symbol(left.end(), "+") ? 1 : -1;
      left = value((long) left.number() + (long) sign * right.number(), right.end());
    }
    return left;
  }

  private Value product(int from) {
    Value left = operand(from);
    while (tokens.symbol(left.end(), "*")) {
      Value right = operand(left.end() + 1);
      left = value((long) left.number() * right.number(), right.end());
    }
    return left;
  }

  private Value operand(int from) {
    Token token = tokens.at(from);
    if (token.isSymbol("(")) {
      Value value = sum(from + 1);
      if (value.end() != tokens.close(from)) {
        throw new UnreadableException("a number of rows");
      }
      return new Value(value.number(), value.end() + 1);
    }
    if (token.kind() != Token.Kind.NUMBER || !token.text().matches("[0-9]{1,10}")) {
      throw new UnreadableException("a number of rows");
    }
    return value(Long.parseLong(token.text()), from + 1);
  }

  /** PostgreSQL computes with four bytes, or fails. */
  private static Value value(long number, int end) {
    if (number != (int) number) {
      throw new UnreadableException("a number of rows that is too large");
    }
    return new Value((int) number, end);
  }
}
