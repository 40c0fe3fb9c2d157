package io.argosy.node;

import java.util.Locale;

/**
 * Finds a statement's first word behind white space, semicolons and comments, as PostgreSQL's lexer
 * does.
 */
final class FirstKeyword {
  private FirstKeyword() {}

  /** The first word in upper case, or an empty string where the text does not begin with one. */
  static String of(String sql) {
    int at = 0;
    while (at < sql.length()) {
      char c = sql.charAt(at);
      if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == 0x0B || c == ';') {
        at++;
      } else if (sql.startsWith("--", at)) {
        at = endOfLine(sql, at);
      } else if (sql.startsWith("/*", at)) {
        at = endOfBlockComment(sql, at);
      } else {
        break;
      }
    }
    int end = at;
    while (end < sql.length() && isLetter(sql.charAt(end))) {
      end++;
    }
    return sql.substring(at, end).toUpperCase(Locale.ROOT);
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static int endOfLine(String sql, int start) {
    int at = start;
    while (at < sql.length() && sql.charAt(at) != '\n' && sql.charAt(at) != '\r') {
      at++;
    }
    return at;
  }

  /** Block comments nest. */
  private static int endOfBlockComment(String sql, int start) {
    int depth = 0;
    int at = start;
    while (at < sql.length()) {
      if (sql.startsWith("/*", at)) {
        depth++;
        at += 2;
      } else if (sql.startsWith("*/", at)) {
        depth--;
        at += 2;
        if (depth == 0) {
          return at;
        }
      } else {
        at++;
      }
    }
    return at;
  }
}
