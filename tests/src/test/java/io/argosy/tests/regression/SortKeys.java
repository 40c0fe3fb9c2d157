package io.argosy.tests.regression;

import io.argosy.tests.regression.Answer.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a query's rows are sorted by, as far as its own columns show it. */
final class SortKeys {
  private static final Pattern QUOTED_OR_COMMENT =
      Pattern.compile("'(?:[^']|'')*'|\"([^\"]*)\"|--[^\n]*|/\\*.*?\\*/", Pattern.DOTALL);
  private static final Pattern ORDER_BY = Pattern.compile("\\border\\s+by\\b");
  private static final Pattern END =
      Pattern.compile(
          "\\b(limit|offset|fetch|for\\s+(update|share|no|key)|union|intersect|except)\\b");
  private static final Pattern DIRECTION =
      Pattern.compile("\\s+(asc|desc|using\\s+\\S+|nulls\\s+(first|last)|collate\\s+\\S+)\\s*$");

  private SortKeys() {}

  /** The outermost ORDER BY of a statement in lower case, up to its end; empty if there is none. */
  static Optional<String> clause(String sql) {
    String outer = outermost(sql);
    Matcher order = ORDER_BY.matcher(outer);
    int start = -1;
    while (order.find()) {
      start = order.end();
    }
    if (start < 0) {
      return Optional.empty();
    }
    Matcher end = END.matcher(outer).region(start, outer.length());
    return Optional.of(outer.substring(start, end.find() ? end.start() : outer.length()).strip());
  }

  /**
   * The positions of the columns that a statement is sorted by.
   *
   * @return empty if it is sorted by anything that is not one of its columns
   */
  static Optional<List<Integer>> columns(String sql, List<Column> columns) {
    List<Integer> keys = new ArrayList<>();
    for (String key : clause(sql).orElse("").split(",")) {
      String name = key.strip();
      for (Matcher end = DIRECTION.matcher(name); end.find(); end = DIRECTION.matcher(name)) {
        name = name.substring(0, end.start()).strip();
      }
      int position = position(name, columns);
      if (position < 0) {
        return Optional.empty();
      }
      keys.add(position);
    }
    return Optional.of(keys);
  }

  private static int position(String key, List<Column> columns) {
    if (key.matches("\\d+")) {
      int position = Integer.parseInt(key) - 1;
      return position < columns.size() ? position : -1;
    }
    String name = key.substring(key.lastIndexOf('.') + 1);
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().toLowerCase(Locale.ROOT).equals(name)) {
        return i;
      }
    }
    return -1;
  }

  /** The text in lower case without strings, comments and whatever is within parentheses. */
  private static String outermost(String sql) {
    String plain =
        QUOTED_OR_COMMENT
            .matcher(sql)
            .replaceAll(
                match -> match.group(1) == null ? " " : Matcher.quoteReplacement(match.group(1)))
            .toLowerCase(Locale.ROOT);
    StringBuilder outer = new StringBuilder();
    int depth = 0;
    for (char c : plain.toCharArray()) {
      depth -= c == ')' ? 1 : 0;
      outer.append(depth == 0 ? c : ' ');
      depth += c == '(' ? 1 : 0;
    }
    return outer.toString();
  }
}
