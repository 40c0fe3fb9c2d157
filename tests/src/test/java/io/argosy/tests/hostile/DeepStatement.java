package io.argosy.tests.hostile;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Queries as deep, or as long, as is asked for.
 *
 * @param usual how deep people and programs write it, and more
 * @param most how deep it is tried, if PostgreSQL does not refuse it before
 * @param text for a table and a depth
 */
record DeepStatement(String name, int usual, int most, BiFunction<String, Integer, String> text) {
  static final List<DeepStatement> ALL =
      List.of(
          of("parentheses", n -> "SELECT count(*) FROM % WHERE " + around(n, "(", "id > 1", ")")),
          of(
              "sums in parentheses",
              n -> "SELECT sum(" + around(n, "(1 + ", "id", ")") + ") FROM %"),
          of("OR", n -> "SELECT count(*) FROM % WHERE " + list(n, i -> "id = " + i, " OR ")),
          of("AND", n -> "SELECT count(*) FROM % WHERE " + list(n, i -> "id <> " + i, " AND ")),
          of("+", n -> "SELECT sum(id" + " + 1".repeat(n) + ") FROM %"),
          query("||", 300, 400, n -> "SELECT max('x'" + " || id".repeat(n) + ") FROM %"),
          of("signs", n -> "SELECT sum(" + "- ".repeat(2 * n) + "id) FROM %"),
          of("casts", n -> "SELECT sum(id" + "::int::bigint".repeat(n) + ") FROM %"),
          of("NOT", n -> "SELECT count(*) FROM % WHERE " + "NOT ".repeat(2 * n) + "id > 1"),
          of("functions", n -> "SELECT sum(" + around(n, "abs(", "id", ")") + ") FROM %"),
          of(
              "CASE",
              n ->
                  "SELECT sum("
                      + around(n, "CASE WHEN id = 0 THEN 1 ELSE ", "id", " END")
                      + ") FROM %"),
          of("arrays", n -> "SELECT sum(" + around(n, "(ARRAY[", "id", "])[1]") + ") FROM %"),
          query(
              "UNION ALL",
              300,
              1000,
              n -> list(n, i -> "SELECT id FROM % WHERE id = " + i, " UNION ALL ")),
          query(
              "derived tables",
              50,
              300,
              n -> around(n, "SELECT id FROM (", "SELECT id FROM %", ") x")),
          query(
              "scalar subqueries",
              50,
              300,
              n -> around(n, "SELECT (", "SELECT max(id) FROM %", ")")),
          query(
              "WITH",
              50,
              100,
              n ->
                  "WITH c0 AS (SELECT id FROM %)"
                      + IntStream.rangeClosed(1, n)
                          .mapToObj(i -> ", c" + i + " AS (SELECT id FROM c" + (i - 1) + ")")
                          .collect(Collectors.joining())
                      + " SELECT count(*) FROM c"
                      + n));

  /** Each level reads the one before it twice, which PostgreSQL finds once. */
  static final DeepStatement DOUBLING =
      query(
          "WITH that doubles",
          20,
          20,
          n ->
              "WITH c0 AS (SELECT id FROM %)"
                  + IntStream.rangeClosed(1, n)
                      .mapToObj(
                          i ->
                              (", c%d AS (SELECT a.id FROM c%d a JOIN c%d b ON a.id = b.id)")
                                  .formatted(i, i - 1, i - 1))
                      .collect(Collectors.joining())
                  + " SELECT count(*) FROM c"
                  + n);

  /** Expressions as deep as PostgreSQL takes them. */
  private static DeepStatement of(String name, IntFunction<String> text) {
    return of(name, 300, 8000, text);
  }

  /** Queries are planned, also by PostgreSQL, in a time that grows faster than they do. */
  private static DeepStatement query(String name, int usual, int most, IntFunction<String> text) {
    return of(name, usual, most, text);
  }

  private static DeepStatement of(String name, int usual, int most, IntFunction<String> text) {
    return new DeepStatement(
        name, usual, most, (table, depth) -> text.apply(depth).replace("%", table));
  }

  private static String around(int times, String before, String inner, String after) {
    return before.repeat(times) + inner + after.repeat(times);
  }

  private static String list(int times, IntFunction<String> item, String between) {
    return IntStream.range(0, times).mapToObj(item).collect(Collectors.joining(between));
  }

  String over(String table, int depth) {
    return text.apply(table, depth);
  }

  @Override
  public String toString() {
    return name;
  }
}
