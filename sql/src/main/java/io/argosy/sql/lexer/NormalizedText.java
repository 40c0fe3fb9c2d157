package io.argosy.sql.lexer;

import java.util.List;

/**
 * A statement's text without its constants and comments, as {@code pg_stat_statements} shows it:
 * statements that differ in these only are the same, and what users write as constants stays with
 * them.
 */
public final class NormalizedText {
  /** Characters that are kept of a text. */
  public static final int LONGEST = 4096;

  /**
   * Characters that are read of a text. More than are kept, or statements that differ in the
   * lengths of their constants would not be the same.
   */
  public static final int LONGEST_READ = 4 * LONGEST;

  private NormalizedText() {}

  /** The text of a statement without them, or its beginning. */
  public static String of(String sql) {
    // A constant that is cut is a constant still, since it is not terminated.
    List<Token> tokens =
        SqlLexer.tokens(sql.length() <= LONGEST_READ ? sql : sql.substring(0, LONGEST_READ));
    int parameter =
        tokens.stream()
            .filter(token -> token.kind() == Token.Kind.PARAMETER)
            .mapToInt(NormalizedText::number)
            .max()
            .orElse(0);
    StringBuilder text = new StringBuilder();
    int end = tokens.isEmpty() ? 0 : tokens.getFirst().start();
    for (Token token : tokens) {
      if (text.length() > LONGEST) {
        break;
      }
      if (token.start() > end) {
        text.append(' ');
      }
      switch (token.kind()) {
        case STRING, BIT_STRING, NUMBER -> text.append('$').append(++parameter);
        case WORD, QUOTED_IDENTIFIER, PARAMETER, OPERATOR, PUNCTUATION -> text.append(token.text());
      }
      end = token.end();
    }
    return shortened(text.toString());
  }

  /** A text as it is shown while it runs: with its constants, unless one may be a password. */
  public static String shown(String sql) {
    boolean secret = SqlLexer.tokens(sql).stream().anyMatch(token -> token.isWord("password"));
    return secret ? of(sql) : shortened(sql);
  }

  private static int number(Token parameter) {
    try {
      return Integer.parseInt(parameter.value());
    } catch (NumberFormatException e) {
      // PostgreSQL refuses it.
      return 0;
    }
  }

  private static String shortened(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST);
  }
}
