package io.argosy.sql.parse;

import io.argosy.sql.lexer.UnreadableException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What stands behind the private names that the bridge puts into the text for Calcite. */
final class SyntaxTable {
  static final String PREFIX = "argosy$";
  private static final String ROW_COUNT = "rows";

  /** No text that PostgreSQL takes has this character. */
  private static final char PARAMETER_MARK = '\0';

  private final List<Syntax> entries = new ArrayList<>();
  private final List<String> questionMarks = new ArrayList<>();
  private final List<RowCountOperator> rowCounts = new ArrayList<>();

  private final Map<String, String> materialized = new HashMap<>();

  private int add(Syntax.Form form, String function, List<String> pieces) {
    entries.add(new Syntax(form, Optional.ofNullable(function), List.copyOf(pieces)));
    return entries.size() - 1;
  }

  /** The private name, quoted, of a new piece of syntax. */
  String name(Syntax.Form form, String function, List<String> pieces) {
    return "\"" + PREFIX + add(form, function, pieces) + "\"";
  }

  /** An operand with postfix syntax, as a subscript: the tightest operator that Calcite has. */
  String postfixed(String operand, Syntax.Form form, List<String> pieces) {
    return operand + "[" + name(form, null, pieces) + "]";
  }

  /** A character literal that stands for a constant's text. */
  String constant(String text) {
    return "'" + add(Syntax.Form.CONSTANT, null, List.of(text)) + "'";
  }

  /** The syntax behind a private name, empty for any other name. */
  Optional<Syntax> byName(String name) {
    return name.startsWith(PREFIX)
        ? Optional.of(byNumber(name.substring(PREFIX.length())))
        : Optional.empty();
  }

  Syntax byNumber(String number) {
    return entries.get(Integer.parseInt(number));
  }

  /** Notes that a common table expression has MATERIALIZED or NOT MATERIALIZED. */
  void materialize(String commonTable, String words) {
    String before = materialized.put(commonTable, words);
    if (before != null && !before.equals(words)) {
      throw new UnreadableException("two common table expressions of one name");
    }
  }

  /** What {@link #materialize} noted, by name. */
  Map<String, String> materialized() {
    return Map.copyOf(materialized);
  }

  /** What stands for a number of rows where Calcite takes a parameter or a number only. */
  String rowCount(RowCountOperator operator) {
    rowCounts.add(operator);
    return parameterMark(ROW_COUNT + (rowCounts.size() - 1));
  }

  /** Replaces the marks of parameters by question marks, and notes what they are in order. */
  String withQuestionMarks(String text) {
    StringBuilder result = new StringBuilder(text.length());
    int offset = 0;
    while (offset < text.length()) {
      char c = text.charAt(offset);
      if (c != PARAMETER_MARK) {
        result.append(c);
        offset++;
        continue;
      }
      int end = text.indexOf(PARAMETER_MARK, offset + 1);
      questionMarks.add(text.substring(offset + 1, end));
      result.append('?');
      offset = end + 1;
    }
    return result.toString();
  }

  static String parameterMark(String number) {
    return PARAMETER_MARK + number + PARAMETER_MARK;
  }

  /** The number n of $n that the question mark with the given index (from 0) stands for. */
  int parameter(int index) {
    return Integer.parseInt(questionMarks.get(index));
  }

  /** The number of rows that the question mark stands for; empty if it stands for a parameter. */
  Optional<RowCountOperator> rowCount(int index) {
    String mark = questionMarks.get(index);
    return mark.startsWith(ROW_COUNT)
        ? Optional.of(rowCounts.get(Integer.parseInt(mark.substring(ROW_COUNT.length()))))
        : Optional.empty();
  }
}
