package io.argosy.tests.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Splits a script into statements at the semicolons that are outside of strings, quoted
 * identifiers, comments and {@code BEGIN ATOMIC .. END} bodies (the rules of psql's scanner).
 */
final class ScriptReader {
  private static final Pattern DOLLAR_QUOTE = Pattern.compile("\\$([A-Za-z_][A-Za-z_0-9]*)?\\$");
  private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z_0-9$]*");
  private static final Pattern COPY_FROM_STDIN =
      Pattern.compile("copy\\b.*\\bfrom\\s+stdin\\b.*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private final String script;
  private final String text;
  private final List<ScriptStatement> statements = new ArrayList<>();
  private int position;

  private ScriptReader(String script, String text) {
    this.script = script;
    this.text = text;
  }

  static List<ScriptStatement> read(String script, String text) {
    ScriptReader reader = new ScriptReader(script, text);
    while (reader.readStatement()) {
      // Each call appends one statement.
    }
    return List.copyOf(reader.statements);
  }

  private boolean readStatement() {
    List<String> directives = new ArrayList<>();
    skipToStatement(directives);
    if (position == text.length()) {
      if (!directives.isEmpty()) {
        throw new IllegalArgumentException(script + " ends with directives but no statement");
      }
      return false;
    }
    int start = position;
    int end = findEnd();
    String sql = text.substring(start, end).strip();
    position = Math.min(end + 1, text.length());
    int line = 1 + (int) text.substring(0, start).chars().filter(c -> c == '\n').count();
    statements.add(new ScriptStatement(script, line, sql, parse(directives, line), copyData(sql)));
    return true;
  }

  private Directives parse(List<String> directives, int line) {
    try {
      return Directives.parse(directives);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(script + ":" + line + ": " + e.getMessage(), e);
    }
  }

  private void skipToStatement(List<String> directives) {
    while (position < text.length()) {
      if (Character.isWhitespace(text.charAt(position))) {
        position++;
      } else if (text.startsWith("--", position)) {
        int end = lineEnd(position);
        if (text.startsWith("--@", position)) {
          directives.add(text.substring(position + 3, end));
        }
        position = end;
      } else {
        return;
      }
    }
  }

  private Optional<String> copyData(String sql) {
    if (!COPY_FROM_STDIN.matcher(sql).matches()) {
      return Optional.empty();
    }
    int start = Math.min(lineEnd(position) + 1, text.length());
    int end = text.indexOf("\\.\n", start);
    if (end < 0) {
      throw new IllegalArgumentException(script + ": COPY data without its final \\.");
    }
    position = end + 3;
    return Optional.of(text.substring(start, end));
  }

  /** The position of the statement's semicolon, or the text's end. */
  private int findEnd() {
    int at = position;
    int atomicDepth = 0;
    String previousWord = "";
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == ';' && atomicDepth == 0) {
        return at;
      }
      Matcher word = WORD.matcher(text).region(at, text.length());
      Matcher dollarQuote = DOLLAR_QUOTE.matcher(text).region(at, text.length());
      if (text.startsWith("--", at)) {
        at = lineEnd(at);
      } else if (text.startsWith("/*", at)) {
        at = text.indexOf("*/", at) + 2;
      } else if (c == '\'') {
        at = quotedEnd(at, '\'', previousWord.equals("E") && text.charAt(at - 1) == 'E');
      } else if (c == '"') {
        at = quotedEnd(at, '"', false);
      } else if (dollarQuote.lookingAt()) {
        String tag = dollarQuote.group();
        at = text.indexOf(tag, at + tag.length()) + tag.length();
      } else if (word.lookingAt()) {
        String current = word.group();
        if (current.equalsIgnoreCase("atomic") && previousWord.equalsIgnoreCase("begin")) {
          atomicDepth = 1;
        } else if (atomicDepth > 0 && current.equalsIgnoreCase("case")) {
          atomicDepth++;
        } else if (atomicDepth > 0 && current.equalsIgnoreCase("end")) {
          atomicDepth--;
        }
        previousWord = current;
        at = word.end();
      } else {
        at++;
      }
    }
    return at;
  }

  private int quotedEnd(int start, char quote, boolean backslashes) {
    int at = start + 1;
    while (text.charAt(at) != quote) {
      at += backslashes && text.charAt(at) == '\\' ? 2 : 1;
    }
    return at + 1;
  }

  private int lineEnd(int from) {
    int end = text.indexOf('\n', from);
    return end < 0 ? text.length() : end;
  }
}
