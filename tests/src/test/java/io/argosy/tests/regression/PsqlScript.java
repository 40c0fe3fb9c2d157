package io.argosy.tests.regression;

import io.argosy.tests.regression.ScriptItem.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a script by the rules of psql's scanner, one item at a time: what follows a COPY FROM STDIN
 * is data only if the server asks for it. Not thread-safe.
 */
final class PsqlScript {
  private static final Pattern COMMAND = Pattern.compile("\\\\([A-Za-z_?!]+[A-Za-z_0-9+]*|\\S)");
  private static final Pattern VARIABLE =
      Pattern.compile(":(?:([A-Za-z_0-9]+)|'([A-Za-z_0-9]+)'|\"([A-Za-z_0-9]+)\")");
  private static final Pattern DOLLAR_QUOTE = Pattern.compile("\\$([A-Za-z_][A-Za-z_0-9]*)?\\$");
  private static final Pattern WORD = Pattern.compile("[A-Za-z_\\x80-\\uffff][\\w$\\x80-\\uffff]*");

  private final String text;
  private int position;
  private boolean escapesInStrings;

  private List<Part> parts = new ArrayList<>();
  private StringBuilder pending = new StringBuilder();
  private int start;
  private int parentheses;
  private AtomicBody body = new AtomicBody();

  PsqlScript(String text) {
    this.text = text;
  }

  /** Whether a backslash escapes in usual strings: standard_conforming_strings is off. */
  void setEscapesInStrings(boolean escapesInStrings) {
    this.escapesInStrings = escapesInStrings;
  }

  /** The next item, empty at the end of the script. */
  Optional<ScriptItem> next() {
    while (position < text.length()) {
      char c = text.charAt(position);
      if (c == '\\') {
        Optional<ScriptItem> item = backslash();
        if (item.isPresent()) {
          return item;
        }
      } else if (c == ';' && parentheses == 0 && body.depth == 0) {
        position++;
        if (!isEmpty()) {
          return Optional.of(statement("", ""));
        }
      } else {
        element(c);
      }
    }
    return isEmpty() ? Optional.empty() : Optional.of(statement("", ""));
  }

  /** The lines up to the one that ends data within a script. */
  String data() {
    int begin = Math.min(lineEnd(position) + 1, text.length());
    int end = begin;
    while (end < text.length() && !text.substring(end, lineEnd(end)).strip().equals("\\.")) {
      end = Math.min(lineEnd(end) + 1, text.length());
    }
    position = Math.min(lineEnd(end) + 1, text.length());
    return text.substring(begin, end);
  }

  private boolean isEmpty() {
    return parts.isEmpty() && pending.isEmpty();
  }

  private ScriptItem statement(String end, String argument) {
    flush();
    ScriptItem statement =
        new ScriptItem.Statement(lineOf(start), List.copyOf(parts), end, argument);
    parts = new ArrayList<>();
    parentheses = 0;
    body = new AtomicBody();
    return statement;
  }

  private void flush() {
    if (!pending.isEmpty()) {
      parts.add(new Part.Text(pending.toString()));
      pending = new StringBuilder();
    }
  }

  /** A command, or what it sends; empty if it only adds to the statement. */
  private Optional<ScriptItem> backslash() {
    Matcher command = COMMAND.matcher(text).region(position, text.length());
    if (!command.lookingAt()) {
      position++;
      return Optional.empty();
    }
    int at = position;
    String name = command.group(1);
    position = command.end();
    if (name.equals(";")) {
      take(";");
      return Optional.empty();
    }
    if (name.equals("\\")) {
      return Optional.empty();
    }
    String argument = argument();
    if (name.startsWith("g") && !name.equals("getenv") && !name.equals("getresults")
        || name.equals("crosstabview")) {
      return isEmpty() ? Optional.empty() : Optional.of(statement(name, argument));
    }
    return Optional.of(new ScriptItem.Command(lineOf(at), name, argument));
  }

  /** The rest of the line, up to another command. */
  private String argument() {
    int end = position;
    while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\\') {
      end = text.charAt(end) == '\'' ? quotedEnd(end, false) : end + 1;
    }
    String argument = text.substring(position, Math.min(end, text.length())).strip();
    position = Math.min(end, text.length());
    return argument;
  }

  /** Whatever is neither the end of a statement nor a command. */
  private void element(char c) {
    Matcher word = WORD.matcher(text).region(position, text.length());
    Matcher variable = VARIABLE.matcher(text).region(position, text.length());
    Matcher dollarQuote = DOLLAR_QUOTE.matcher(text).region(position, text.length());
    if (text.startsWith("--", position)) {
      takeTo(lineEnd(position));
    } else if (text.startsWith("/*", position)) {
      takeTo(commentEnd());
    } else if (text.startsWith("::", position)) {
      take("::");
      position += 2;
    } else if (c == '\'') {
      takeTo(quotedEnd(position, escapesInStrings));
    } else if (c == '"') {
      takeTo(quotedEnd(position, false));
    } else if (dollarQuote.lookingAt()) {
      int end = text.indexOf(dollarQuote.group(), dollarQuote.end());
      takeTo(end < 0 ? text.length() : end + dollarQuote.group().length());
    } else if (word.lookingAt()) {
      body.see(word.group().toLowerCase(Locale.ROOT));
      boolean escapes = word.group().equalsIgnoreCase("e") && charAt(word.end()) == '\'';
      takeTo(escapes ? quotedEnd(word.end(), true) : word.end());
    } else if (variable.lookingAt()) {
      variable(variable);
    } else {
      parentheses += c == '(' ? 1 : c == ')' && parentheses > 0 ? -1 : 0;
      takeTo(position + 1);
    }
  }

  private void variable(Matcher variable) {
    if (isEmpty()) {
      start = position;
    }
    flush();
    int quoted = variable.group(1) != null ? 0 : variable.group(2) != null ? '\'' : '"';
    for (int group = 1; group <= 3; group++) {
      if (variable.group(group) != null) {
        parts.add(new Part.Variable(variable.group(group), (char) quoted));
      }
    }
    position = variable.end();
  }

  private void takeTo(int end) {
    String taken = text.substring(position, end);
    boolean leading =
        isEmpty() && (taken.isBlank() || taken.startsWith("--") || taken.startsWith("/*"));
    if (!leading) {
      take(taken);
    }
    position = end;
  }

  private void take(String taken) {
    if (isEmpty()) {
      start = position;
    }
    pending.append(taken);
  }

  private char charAt(int at) {
    return at < text.length() ? text.charAt(at) : 0;
  }

  private int commentEnd() {
    int depth = 0;
    int at = position;
    do {
      if (text.startsWith("/*", at)) {
        depth++;
        at += 2;
      } else if (text.startsWith("*/", at)) {
        depth--;
        at += 2;
      } else {
        at++;
      }
    } while (depth > 0 && at < text.length());
    return Math.min(at, text.length());
  }

  private int quotedEnd(int from, boolean escapes) {
    char quote = text.charAt(from);
    int at = from + 1;
    while (at < text.length() && text.charAt(at) != quote) {
      at += escapes && text.charAt(at) == '\\' ? 2 : 1;
    }
    return Math.min(at + 1, text.length());
  }

  private int lineEnd(int from) {
    int end = text.indexOf('\n', from);
    return end < 0 ? text.length() : end;
  }

  private int lineOf(int at) {
    return 1 + (int) text.substring(0, at).chars().filter(c -> c == '\n').count();
  }

  /** The nesting of BEGIN ATOMIC, whose semicolons do not end the CREATE around it. */
  private static final class AtomicBody {
    private final List<String> first = new ArrayList<>();
    private int depth;

    void see(String word) {
      if (first.size() < 4) {
        first.add(word);
      }
      if (!definesRoutine()) {
        return;
      }
      switch (word) {
        case "begin" -> depth++;
        case "case" -> depth += depth > 0 ? 1 : 0;
        case "end" -> depth -= depth > 0 ? 1 : 0;
        default -> {}
      }
    }

    private boolean definesRoutine() {
      List<String> words = new ArrayList<>(first);
      words.removeAll(List.of("or", "replace"));
      return words.size() > 1
          && words.getFirst().equals("create")
          && (words.get(1).equals("function") || words.get(1).equals("procedure"));
    }
  }
}
