package io.argosy.tests.wire;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The words of a script's line. A word that is quoted may hold anything: {@code \n}, {@code \"},
 * {@code \\} and {@code \xHH} stand for one byte each.
 */
final class Tokens {
  private Tokens() {}

  /**
   * @param quoted whether it was written in quotes: {@code "NULL"} is text, {@code NULL} is not
   */
  record Token(byte[] bytes, boolean quoted) {
    String text() {
      return new String(bytes, StandardCharsets.UTF_8);
    }

    boolean is(String word) {
      return !quoted && text().equals(word);
    }
  }

  static List<Token> split(String line) {
    List<Token> tokens = new ArrayList<>();
    int at = 0;
    while (at < line.length()) {
      if (line.charAt(at) == ' ') {
        at++;
      } else if (line.charAt(at) == '"') {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        at = unquote(line, at + 1, bytes);
        tokens.add(new Token(bytes.toByteArray(), true));
      } else {
        int end = line.indexOf(' ', at);
        String word = line.substring(at, end < 0 ? line.length() : end);
        tokens.add(new Token(word.getBytes(StandardCharsets.UTF_8), false));
        at += word.length();
      }
    }
    return tokens;
  }

  private static int unquote(String line, int start, ByteArrayOutputStream bytes) {
    int at = start;
    while (line.charAt(at) != '"') {
      if (line.charAt(at) != '\\') {
        int next = line.offsetByCodePoints(at, 1);
        bytes.writeBytes(line.substring(at, next).getBytes(StandardCharsets.UTF_8));
        at = next;
      } else if (line.charAt(at + 1) == 'x') {
        bytes.write(Integer.parseInt(line.substring(at + 2, at + 4), 16));
        at += 4;
      } else {
        char escaped = line.charAt(at + 1);
        bytes.write(escaped == 'n' ? '\n' : escaped == 't' ? '\t' : escaped);
        at += 2;
      }
    }
    return at + 1;
  }

  static String quote(byte[] bytes) {
    StringBuilder quoted = new StringBuilder("\"");
    for (byte b : bytes) {
      switch (b) {
        case '"' -> quoted.append("\\\"");
        case '\\' -> quoted.append("\\\\");
        case '\n' -> quoted.append("\\n");
        case '\t' -> quoted.append("\\t");
        default -> {
          if (b >= ' ' && b < 0x7F) {
            quoted.append((char) b);
          } else {
            quoted.append(String.format("\\x%02x", b & 0xFF));
          }
        }
      }
    }
    return quoted.append('"').toString();
  }

  static String quote(String text) {
    return quote(text.getBytes(StandardCharsets.UTF_8));
  }
}
