package io.argosy.sql.lexer;

import java.util.ArrayList;
import java.util.List;

/**
 * PostgreSQL's lexical rules (its {@code scan.l}), with {@code standard_conforming_strings} on.
 * Comments and white space are left out. Text that PostgreSQL would refuse (an unterminated quote)
 * gives a last token that reaches to the end, so that PostgreSQL can report the error.
 */
public final class SqlLexer {
  private static final String OPERATOR_CHARACTERS = "+-*/<>=~!@#%^&|`?";
  private static final String PUNCTUATION_CHARACTERS = "()[],;:.";

  private final String sql;
  private final List<Token> tokens = new ArrayList<>();
  private int position;

  private SqlLexer(String sql) {
    this.sql = sql;
  }

  /** The tokens of a text, by offset. */
  public static List<Token> tokens(String sql) {
    SqlLexer lexer = new SqlLexer(sql);
    while (lexer.skipBlank()) {
      lexer.next();
    }
    return List.copyOf(lexer.tokens);
  }

  private char at(int offset) {
    return offset < sql.length() ? sql.charAt(offset) : '\0';
  }

  private boolean skipBlank() {
    position = afterBlank(position);
    return position < sql.length();
  }

  private int afterBlank(int from) {
    int offset = from;
    while (offset < sql.length()) {
      if (isSpace(at(offset))) {
        offset++;
      } else if (sql.startsWith("--", offset)) {
        while (offset < sql.length() && at(offset) != '\n' && at(offset) != '\r') {
          offset++;
        }
      } else if (sql.startsWith("/*", offset)) {
        offset = afterComment(offset);
      } else {
        break;
      }
    }
    return offset;
  }

  private int afterComment(int from) {
    int depth = 0;
    int offset = from;
    while (offset < sql.length()) {
      if (sql.startsWith("/*", offset)) {
        depth++;
        offset += 2;
      } else if (sql.startsWith("*/", offset)) {
        depth--;
        offset += 2;
        if (depth == 0) {
          return offset;
        }
      } else {
        offset++;
      }
    }
    return offset;
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\u000b';
  }

  private static boolean startsWord(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= 0x80;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean continuesWord(char c) {
    return startsWord(c) || isDigit(c) || c == '$';
  }

  private void add(Token.Kind kind, int end, String value) {
    tokens.add(new Token(kind, position, end, sql.substring(position, end), value));
    position = end;
  }

  private void next() {
    char c = at(position);
    char following = at(position + 1);
    if (c == '\'') {
      string(position, false);
    } else if (c == '"') {
      quotedIdentifier();
    } else if ((c == 'e' || c == 'E') && following == '\'') {
      string(position + 1, true);
    } else if ((c == 'n' || c == 'N') && following == '\'') {
      string(position + 1, false);
    } else if ((c == 'b' || c == 'B' || c == 'x' || c == 'X') && following == '\'') {
      int end = sql.indexOf('\'', position + 2);
      end = end < 0 ? sql.length() : end + 1;
      add(Token.Kind.BIT_STRING, end, sql.substring(position, end));
    } else if ((c == 'u' || c == 'U') && following == '&' && isQuote(at(position + 2))) {
      unicodeQuoted();
    } else if (startsWord(c)) {
      int end = position;
      while (continuesWord(at(end))) {
        end++;
      }
      add(Token.Kind.WORD, end, lowerCase(sql.substring(position, end)));
    } else if (isDigit(c) || c == '.' && isDigit(following)) {
      number();
    } else if (c == '$') {
      dollar();
    } else if (PUNCTUATION_CHARACTERS.indexOf(c) >= 0) {
      boolean doubled =
          c == ':' && (following == ':' || following == '=') || c == '.' && following == '.';
      int end = position + (doubled ? 2 : 1);
      add(Token.Kind.PUNCTUATION, end, sql.substring(position, end));
    } else if (OPERATOR_CHARACTERS.indexOf(c) >= 0) {
      operator();
    } else {
      add(Token.Kind.PUNCTUATION, position + 1, String.valueOf(c));
    }
  }

  private static boolean isQuote(char c) {
    return c == '\'' || c == '"';
  }

  /** PostgreSQL folds ASCII letters only (in a multi-byte encoding). */
  static String lowerCase(String word) {
    if (word.chars().noneMatch(c -> c >= 'A' && c <= 'Z')) {
      return word;
    }
    StringBuilder folded = new StringBuilder(word.length());
    for (int i = 0; i < word.length(); i++) {
      char c = word.charAt(i);
      folded.append(c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c);
    }
    return folded.toString();
  }

  private void quotedIdentifier() {
    StringBuilder value = new StringBuilder();
    int end = quoted(position, false, value);
    add(Token.Kind.QUOTED_IDENTIFIER, end, value.toString());
  }

  /** Strings that only white space with a line break parts are one string. */
  private void string(int quote, boolean escapes) {
    StringBuilder value = new StringBuilder();
    int end = quoted(quote, escapes, value);
    while (true) {
      int further = afterBlank(end);
      if (at(further) != '\'' || !hasLineBreak(end, further)) {
        break;
      }
      end = quoted(further, escapes, value);
    }
    add(Token.Kind.STRING, end, value.toString());
  }

  private boolean hasLineBreak(int from, int to) {
    for (int offset = from; offset < to; offset++) {
      if (sql.charAt(offset) == '\n' || sql.charAt(offset) == '\r') {
        return true;
      }
    }
    return false;
  }

  /** Appends what stands between quotes; returns the offset after the closing one. */
  private int quoted(int from, boolean escapes, StringBuilder value) {
    char quote = sql.charAt(from);
    int offset = from + 1;
    while (offset < sql.length()) {
      int special = special(offset, quote, escapes);
      value.append(sql, offset, special);
      offset = special;
      if (offset == sql.length()) {
        break;
      }
      if (sql.charAt(offset) == quote) {
        if (at(offset + 1) != quote) {
          return offset + 1;
        }
        value.append(quote);
        offset += 2;
      } else if (offset + 1 < sql.length()) {
        offset = StringEscapes.decode(sql, offset + 1, value);
      } else {
        value.append(sql.charAt(offset));
        offset++;
      }
    }
    return offset;
  }

  /** The offset of the next character that does not stand for itself, or the end. */
  private int special(int from, char quote, boolean escapes) {
    if (!escapes) {
      int end = sql.indexOf(quote, from);
      return end < 0 ? sql.length() : end;
    }
    int offset = from;
    while (offset < sql.length() && sql.charAt(offset) != quote && sql.charAt(offset) != '\\') {
      offset++;
    }
    return offset;
  }

  private void unicodeQuoted() {
    int quote = position + 2;
    StringBuilder raw = new StringBuilder();
    int end = quoted(quote, false, raw);
    char escape = '\\';
    int word = afterBlank(end);
    if (sql.regionMatches(true, word, "uescape", 0, 7)) {
      int string = afterBlank(word + 7);
      if (at(string) == '\'' && at(string + 2) == '\'') {
        escape = at(string + 1);
        end = string + 3;
      }
    }
    String value = StringEscapes.decodeUnicode(raw.toString(), escape);
    add(sql.charAt(quote) == '"' ? Token.Kind.QUOTED_IDENTIFIER : Token.Kind.STRING, end, value);
  }

  private void number() {
    int end = position;
    char base = Character.toLowerCase(at(position + 1));
    if (at(position) == '0' && (base == 'x' || base == 'o' || base == 'b')) {
      end += 2;
      while (Character.digit(at(end), 16) >= 0 || at(end) == '_') {
        end++;
      }
      add(Token.Kind.NUMBER, end, sql.substring(position, end));
      return;
    }
    end = afterDigits(end);
    if (at(end) == '.' && at(end + 1) != '.') {
      end = afterDigits(end + 1);
    }
    if (at(end) == 'e' || at(end) == 'E') {
      int exponent = at(end + 1) == '+' || at(end + 1) == '-' ? end + 2 : end + 1;
      if (isDigit(at(exponent))) {
        end = afterDigits(exponent);
      }
    }
    add(Token.Kind.NUMBER, end, sql.substring(position, end));
  }

  private int afterDigits(int from) {
    int end = from;
    while (isDigit(at(end)) || at(end) == '_' && isDigit(at(end + 1))) {
      end++;
    }
    return end;
  }

  /** {@code $1} or a dollar-quoted string. */
  private void dollar() {
    int end = position + 1;
    if (isDigit(at(end))) {
      while (isDigit(at(end))) {
        end++;
      }
      add(Token.Kind.PARAMETER, end, sql.substring(position + 1, end));
      return;
    }
    if (startsWord(at(end))) {
      while (startsWord(at(end)) || isDigit(at(end))) {
        end++;
      }
    }
    if (at(end) != '$') {
      add(Token.Kind.PUNCTUATION, position + 1, "$");
      return;
    }
    String tag = sql.substring(position, end + 1);
    int close = sql.indexOf(tag, end + 1);
    int stop = close < 0 ? sql.length() : close;
    add(Token.Kind.STRING, close < 0 ? stop : stop + tag.length(), sql.substring(end + 1, stop));
  }

  /**
   * The longest run of operator characters that no comment interrupts; it may end in + or - only if
   * it has a character that no standard operator has.
   */
  private void operator() {
    int end = position;
    while (end < sql.length()
        && OPERATOR_CHARACTERS.indexOf(at(end)) >= 0
        && !sql.startsWith("--", end)
        && !sql.startsWith("/*", end)) {
      end++;
    }
    String run = sql.substring(position, end);
    if (run.chars().noneMatch(c -> "~!@#%^&|`?".indexOf(c) >= 0)) {
      while (end > position + 1 && (at(end - 1) == '+' || at(end - 1) == '-')) {
        end--;
      }
    }
    String text = sql.substring(position, end);
    add(text.equals("=>") ? Token.Kind.PUNCTUATION : Token.Kind.OPERATOR, end, text);
  }
}
