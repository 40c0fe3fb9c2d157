package io.argosy.tests.differential;

import io.argosy.tests.differential.Outcome.Column;
import io.argosy.tests.differential.Outcome.Rows;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Says where two outcomes of one statement differ. Values are equal when their text is equal;
 * float4 and float8 values also when they differ by no more than the rounding of a sum in another
 * order (1e-12 of float8, 1e-5 of float4).
 */
public final class OutcomeComparison {
  private static final double FLOAT8_TOLERANCE = 1e-12;
  private static final double FLOAT4_TOLERANCE = 1e-5;

  private OutcomeComparison() {}

  /**
   * The first difference in words, empty if there is none.
   *
   * @param uncut the expected outcome without LIMIT and OFFSET, needed only for {@link
   *     RowOrder.CutTies}
   */
  public static Optional<String> difference(
      Outcome expected, Outcome actual, RowOrder order, Optional<Rows> uncut) {
    if (!(expected instanceof Rows expectedRows) || !(actual instanceof Rows actualRows)) {
      return expected.equals(actual)
          ? Optional.empty()
          : Optional.of("expected " + summary(expected) + "\nactual   " + summary(actual));
    }
    List<Column> columns = expectedRows.columns();
    if (!columns.equals(actualRows.columns())) {
      return Optional.of(
          "expected columns " + columns + "\nactual columns   " + actualRows.columns());
    }
    if (expectedRows.rows().size() != actualRows.rows().size()) {
      return Optional.of(
          "expected %d rows, actual %d%s"
              .formatted(
                  expectedRows.rows().size(),
                  actualRows.rows().size(),
                  firstOnlyInOne(columns, expectedRows.rows(), actualRows.rows())));
    }
    return differenceOfRows(columns, expectedRows.rows(), actualRows.rows(), order, uncut);
  }

  private static Optional<String> differenceOfRows(
      List<Column> columns,
      List<List<String>> expected,
      List<List<String>> actual,
      RowOrder order,
      Optional<Rows> uncut) {
    return switch (order) {
      case RowOrder.Shape() -> Optional.empty();
      case RowOrder.Total() -> pairwise(columns, expected, actual, "row");
      case RowOrder.Unordered() -> multiset(columns, expected, actual);
      case RowOrder.SortedBy(List<Integer> keys) ->
          pairwise(
                  project(columns, keys),
                  projectRows(expected, keys),
                  projectRows(actual, keys),
                  "sort key of row")
              .or(() -> multiset(columns, expected, actual));
      case RowOrder.CutTies(List<Integer> keys) ->
          pairwise(
                  project(columns, keys),
                  projectRows(expected, keys),
                  projectRows(actual, keys),
                  "sort key of row")
              .or(() -> multiset(columns, uncutKeys(expected, keys), uncutKeys(actual, keys)))
              .or(() -> strangers(actual, uncut.orElseThrow()));
    };
  }

  /**
   * Rows whose key is neither the first nor the last one: a LIMIT or OFFSET has not cut their tie.
   */
  private static List<List<String>> uncutKeys(List<List<String>> rows, List<Integer> keys) {
    if (rows.isEmpty()) {
      return rows;
    }
    List<String> first = project(rows.getFirst(), keys);
    List<String> last = project(rows.getLast(), keys);
    return rows.stream()
        .filter(row -> !project(row, keys).equals(first) && !project(row, keys).equals(last))
        .toList();
  }

  private static Optional<String> strangers(List<List<String>> actual, Rows uncut) {
    Set<List<String>> known = new HashSet<>(uncut.rows());
    return actual.stream()
        .filter(row -> !known.contains(row))
        .findFirst()
        .map(row -> "actual row " + row + " is not in the result without LIMIT");
  }

  private static Optional<String> multiset(
      List<Column> columns, List<List<String>> expected, List<List<String>> actual) {
    Comparator<List<String>> canonical = canonicalOrder(columns);
    return pairwise(
        columns,
        expected.stream().sorted(canonical).toList(),
        actual.stream().sorted(canonical).toList(),
        "row (after sorting both)");
  }

  private static Optional<String> pairwise(
      List<Column> columns, List<List<String>> expected, List<List<String>> actual, String what) {
    if (expected.size() != actual.size()) {
      return Optional.of(
          "expected %d rows, actual %d%s"
              .formatted(
                  expected.size(), actual.size(), firstOnlyInOne(columns, expected, actual)));
    }
    return IntStream.range(0, expected.size())
        .filter(row -> !rowsEqual(columns, expected.get(row), actual.get(row)))
        .mapToObj(
            row ->
                "first different %s is %d of %d\nexpected %s\nactual   %s"
                    .formatted(what, row + 1, expected.size(), expected.get(row), actual.get(row)))
        .findFirst();
  }

  private static String firstOnlyInOne(
      List<Column> columns, List<List<String>> expected, List<List<String>> actual) {
    Comparator<List<String>> canonical = canonicalOrder(columns);
    List<List<String>> left = expected.stream().sorted(canonical).toList();
    List<List<String>> right = actual.stream().sorted(canonical).toList();
    int row = 0;
    while (row < Math.min(left.size(), right.size())
        && rowsEqual(columns, left.get(row), right.get(row))) {
      row++;
    }
    return "\nexpected %s\nactual   %s"
        .formatted(
            row < left.size() ? left.get(row) : "nothing more",
            row < right.size() ? right.get(row) : "nothing more");
  }

  private static boolean rowsEqual(List<Column> columns, List<String> left, List<String> right) {
    return IntStream.range(0, columns.size())
        .allMatch(column -> valuesEqual(columns.get(column), left.get(column), right.get(column)));
  }

  private static boolean valuesEqual(Column column, String left, String right) {
    if (Objects.equals(left, right)) {
      return true;
    }
    if (left == null || right == null || !column.isFloat()) {
      return false;
    }
    double first = Double.parseDouble(left);
    double second = Double.parseDouble(right);
    double tolerance = column.type().equals("float8") ? FLOAT8_TOLERANCE : FLOAT4_TOLERANCE;
    return Math.abs(first - second) <= tolerance * Math.max(Math.abs(first), Math.abs(second));
  }

  /** Floats last and by value, so that a difference in their last digit does not move a row. */
  private static Comparator<List<String>> canonicalOrder(List<Column> columns) {
    Comparator<List<String>> order = Comparator.comparingInt(List::size);
    for (int index = 0; index < columns.size(); index++) {
      int column = index;
      if (!columns.get(index).isFloat()) {
        order =
            order.thenComparing(
                row -> row.get(column), Comparator.nullsFirst(Comparator.naturalOrder()));
      }
    }
    for (int index = 0; index < columns.size(); index++) {
      int column = index;
      if (columns.get(index).isFloat()) {
        order =
            order.thenComparing(
                row -> row.get(column) == null ? null : Double.valueOf(row.get(column)),
                Comparator.nullsFirst(Comparator.naturalOrder()));
      }
    }
    return order;
  }

  private static <T> List<T> project(List<T> row, List<Integer> keys) {
    return keys.stream().map(key -> row.get(key - 1)).toList();
  }

  private static List<List<String>> projectRows(List<List<String>> rows, List<Integer> keys) {
    return rows.stream().map(row -> project(row, keys)).toList();
  }

  private static String summary(Outcome outcome) {
    return switch (outcome) {
      case Rows rows -> rows.rows().size() + " rows " + rows.columns();
      case Outcome.Count count -> "count " + count.rows();
      case Outcome.Failure failure -> failure.toString();
      case Outcome.NoAnswer noAnswer -> noAnswer.toString();
    };
  }
}
