package io.argosy.tests.regression;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the prepared statements and cursors of a file stand for. Not thread-safe. */
final class NamedQueries {
  private static final Pattern DEFINITION =
      Pattern.compile(
          "^(?:prepare|declare)\\s+(\\w+)\\b.*?\\b(?:as|for)\\b(.*)$",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
  private static final Pattern USE =
      Pattern.compile(
          "^(?:execute\\s+(\\w+)|(?:fetch|move)\\b.*?(\\w+)\\s*$)",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private final Map<String, String> texts = new HashMap<>();

  /** Remembers a statement that gives a query a name. */
  void note(String sql) {
    Matcher definition = DEFINITION.matcher(sql);
    if (definition.find()) {
      texts.put(definition.group(1).toLowerCase(Locale.ROOT), definition.group(2));
    }
  }

  /** The query whose rows a statement returns: that of its name, or itself. */
  String behind(String sql) {
    Matcher use = USE.matcher(sql);
    if (!use.find()) {
      return sql;
    }
    String name = use.group(1) == null ? use.group(2) : use.group(1);
    return texts.getOrDefault(name.toLowerCase(Locale.ROOT), sql);
  }
}
