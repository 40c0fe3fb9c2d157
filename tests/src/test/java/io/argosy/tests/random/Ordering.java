package io.argosy.tests.random;

import java.util.ArrayList;
import java.util.List;

/** ORDER BY, LIMIT and OFFSET at the end of a query. */
final class Ordering {
  private final Draft draft;
  private final Choices choices;

  Ordering(Grammar grammar) {
    this.draft = grammar.draft();
    this.choices = draft.choices();
  }

  /** An ORDER BY over every output column, after which only equal rows are tied. */
  String total(List<Column> columns) {
    List<String> items = new ArrayList<>();
    List<Integer> ordinals = new ArrayList<>();
    for (int i = 1; i <= columns.size(); i++) {
      ordinals.add(i);
    }
    while (!ordinals.isEmpty()) {
      int ordinal = ordinals.remove(choices.below(ordinals.size()));
      items.add(
          ordinal + choices.pick("", "", " DESC", " ASC", " NULLS FIRST", " DESC NULLS LAST"));
    }
    return " ORDER BY " + String.join(", ", items);
  }

  /** A LIMIT, an OFFSET or both. */
  String limit() {
    return switch (choices.below(8)) {
      case 0, 1, 2 -> " LIMIT " + number(5);
      case 3 -> " LIMIT " + number(40);
      case 4 -> " LIMIT %s OFFSET %s".formatted(number(10), number(2));
      case 5 -> " OFFSET " + number(3);
      case 6 ->
          " FETCH FIRST %d ROWS %s"
              .formatted(1 + choices.below(6), choices.pick("ONLY", "WITH TIES"));
      default -> " LIMIT " + choices.pick("ALL", "1 + 1", "2 * 3", "0");
    };
  }

  private String number(int bound) {
    return draft.constant(Kind.INTEGER, String.valueOf(1 + choices.below(bound)));
  }
}
