package io.argosy.tests.random;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A GROUP BY clause.
 *
 * @param sql the clause, empty for a single group
 * @param keys what outputs may use
 * @param unique whether the keys tell the groups apart
 */
record Grouping(String sql, List<Column> keys, boolean unique) {
  /** One group of all rows, and of none. */
  static Grouping single(Choices choices) {
    return new Grouping(
        choices.pick(
            "",
            "",
            "",
            " GROUP BY ()",
            " GROUP BY (), ()",
            " GROUP BY GROUPING SETS (())",
            " GROUP BY DISTINCT GROUPING SETS ((), ())"),
        List.of(),
        false);
  }

  /** Two groups, each of all rows. */
  static Grouping twice() {
    return new Grouping(" GROUP BY GROUPING SETS ((), ())", List.of(), false);
  }

  /** A clause over some expressions of a block. */
  static Grouping by(Choices choices, List<Column> keys) {
    String all = texts(keys);
    String first = keys.getFirst().text();
    return switch (choices.below(20)) {
      case 10 -> new Grouping(" GROUP BY ROLLUP (" + all + ")", keys, false);
      case 11 -> new Grouping(" GROUP BY CUBE (" + all + ")", keys, false);
      case 12 ->
          new Grouping(
              " GROUP BY GROUPING SETS ((%s), (%s), ())".formatted(all, first), keys, false);
      case 13 ->
          new Grouping(
              keys.size() == 1
                  ? " GROUP BY GROUPING SETS ((%s), (%s))".formatted(all, first)
                  : " GROUP BY %s, ROLLUP (%s)"
                      .formatted(first, texts(keys.subList(1, keys.size()))),
              keys,
              false);
      case 9 ->
          new Grouping(
              " GROUP BY DISTINCT ROLLUP (" + all + "), ROLLUP (" + first + ")", keys, false);
      case 14 -> new Grouping(" GROUP BY " + all + ", ()", keys, true);
      case 15 -> new Grouping(" GROUP BY GROUPING SETS ((), (%s), ())".formatted(all), keys, false);
      default -> new Grouping(" GROUP BY " + all, keys, true);
    };
  }

  /** Whether a NULL in a key may stand for all its values. */
  boolean sets() {
    return !keys.isEmpty() && !unique;
  }

  private static String texts(List<Column> columns) {
    return columns.stream().map(Column::text).collect(Collectors.joining(", "));
  }
}
