package io.argosy.sql.lexer;

/** The escapes of {@code E'..'} and {@code U&'..'} strings. */
final class StringEscapes {
  private StringEscapes() {}

  /**
   * Appends what the escape means.
   *
   * @param offset of the character after the backslash
   * @return the offset after the escape
   */
  static int decode(String sql, int offset, StringBuilder value) {
    char c = sql.charAt(offset);
    switch (c) {
      case 'b' -> value.append('\b');
      case 'f' -> value.append('\f');
      case 'n' -> value.append('\n');
      case 'r' -> value.append('\r');
      case 't' -> value.append('\t');
      case 'x' -> {
        return number(sql, offset + 1, 16, 2, c, value);
      }
      case 'u' -> {
        return number(sql, offset + 1, 16, 4, c, value);
      }
      case 'U' -> {
        return number(sql, offset + 1, 16, 8, c, value);
      }
      case '0', '1', '2', '3', '4', '5', '6', '7' -> {
        return number(sql, offset, 8, 3, c, value);
      }
      default -> value.append(c);
    }
    return offset + 1;
  }

  private static int number(
      String sql, int from, int radix, int most, char otherwise, StringBuilder value) {
    int end = from;
    while (end < sql.length()
        && end < from + most
        && Character.digit(sql.charAt(end), radix) >= 0) {
      end++;
    }
    if (end == from) {
      value.append(otherwise);
      return end;
    }
    long code = Long.parseLong(sql.substring(from, end), radix);
    appendCodePoint(code, value);
    return end;
  }

  private static void appendCodePoint(long code, StringBuilder value) {
    if (code <= Character.MAX_CODE_POINT) {
      value.appendCodePoint((int) code);
    } else {
      value.append('\uFFFD');
    }
  }

  /**
   * {@code \0041} and {@code \+000041} with the given escape character; a doubled one is itself.
   */
  static String decodeUnicode(String raw, char escape) {
    StringBuilder value = new StringBuilder(raw.length());
    int offset = 0;
    while (offset < raw.length()) {
      char c = raw.charAt(offset);
      if (c != escape) {
        value.append(c);
        offset++;
      } else if (offset + 1 < raw.length() && raw.charAt(offset + 1) == escape) {
        value.append(escape);
        offset += 2;
      } else {
        boolean plus = offset + 1 < raw.length() && raw.charAt(offset + 1) == '+';
        offset = number(raw, offset + (plus ? 2 : 1), 16, plus ? 6 : 4, escape, value);
      }
    }
    return value.toString();
  }
}
