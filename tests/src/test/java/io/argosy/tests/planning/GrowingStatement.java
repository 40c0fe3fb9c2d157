package io.argosy.tests.planning;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Queries of growing size over a table {@code planned}.
 *
 * @param what there is more and more of
 * @param sizes each four times the one before
 * @param parameters how many parameters one of a size has
 */
record GrowingStatement(
    String what, List<Integer> sizes, IntFunction<String> text, IntFunction<Integer> parameters) {
  private static final String JOIN =
      "SELECT a.id FROM planned a JOIN planned b ON a.other = b.other WHERE a.id <> ";

  static final List<GrowingStatement> ALL =
      List.of(
          of("branches of UNION ALL", 20, n -> list(n, i -> JOIN + i, " UNION ALL ")),
          of(
              "common table expressions",
              20,
              n ->
                  "WITH "
                      + list(n, i -> "c" + i + " AS (" + JOIN + i + ")", ", ")
                      + list(n, i -> " SELECT id FROM c" + i, " UNION ALL")),
          of("joined tables", 2, GrowingStatement::joined),
          of(
              "values of IN",
              1000,
              n -> "SELECT count(*) FROM planned WHERE id IN (" + list(n, i -> "" + i, ",") + ")"),
          new GrowingStatement(
              "parameters",
              List.of(1000, 4000, 16000),
              n -> "SELECT count(*) FROM planned WHERE id IN (" + list(n, i -> "?", ",") + ")",
              n -> n),
          of(
              "megabytes of literal",
              1,
              n -> "SELECT count(*) FROM planned WHERE note <> '" + "x".repeat(n << 20) + "'"),
          of(
              "columns",
              100,
              n -> "SELECT " + list(n, i -> "id + " + i + " AS c" + i, ", ") + " FROM planned"),
          of("terms of OR", 500, n -> "SELECT count(*) FROM planned WHERE " + terms(n)),
          of("parentheses", 200, n -> "SELECT sum(" + nested(n) + ") FROM planned"));

  private static GrowingStatement of(String what, int smallest, IntFunction<String> text) {
    return new GrowingStatement(
        what, List.of(smallest, 4 * smallest, 16 * smallest), text, size -> 0);
  }

  private static String joined(int tables) {
    if (tables > 8) {
      // What is joined more than that, PostgreSQL does not plan in less than seconds.
      return list(tables / 8, i -> joined(8), " UNION ALL ");
    }
    return "SELECT count(*) FROM "
        + list(tables, i -> "planned t" + i, ", ")
        + " WHERE "
        + list(tables - 1, i -> "t" + i + ".other = t" + (i + 1) + ".other", " AND ");
  }

  private static String terms(int number) {
    return list(number, i -> "id = " + i + " AND other <> " + (i + 1), " OR ");
  }

  private static String nested(int depth) {
    return "(1 + ".repeat(depth) + "id" + ")".repeat(depth);
  }

  private static String list(int number, IntFunction<String> item, String between) {
    return IntStream.range(0, number).mapToObj(item).collect(Collectors.joining(between));
  }

  /** A text of a size that nobody has seen: what stands before the first word does not count. */
  String sql(int size, int number) {
    return text.apply(size).replaceFirst(" ", " /* " + number + " */ ");
  }

  @Override
  public String toString() {
    return what;
  }
}
