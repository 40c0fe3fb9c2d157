package io.argosy.tpcd.compare;

import io.argosy.tpcd.query.Ordering;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Compares an answer with the one expected. Column names, types and values must be equal to the
 * last digit; floating point values may differ by 1e-12 of their size, because their sums depend on
 * the order of addition. Rows must come in the same order as far as ORDER BY fixes it: rows between
 * which it does not decide are compared as a multiset.
 *
 * <p>Where a LIMIT cuts through rows that ORDER BY does not tell apart, only their order columns
 * are compared, since either answer is right.
 */
public final class AnswerComparison {
  private static final double FLOAT_TOLERANCE = 1e-12;

  private final List<Column> columns;
  private final int[] orderColumns;
  private final int[] exactColumns;
  private final int[] floatColumns;
  private final Ordering ordering;

  private AnswerComparison(List<Column> columns, Ordering ordering) {
    this.columns = columns;
    this.ordering = ordering;
    this.orderColumns =
        ordering.columns().stream().mapToInt(name -> indexOf(columns, name)).toArray();
    this.floatColumns =
        IntStream.range(0, columns.size()).filter(i -> columns.get(i).isFloatingPoint()).toArray();
    this.exactColumns =
        IntStream.range(0, columns.size()).filter(i -> !columns.get(i).isFloatingPoint()).toArray();
  }

  /**
   * The first difference, for a person to read, or nothing if the answers are the same.
   *
   * @throws IllegalArgumentException if the ordering names a column that the expected answer lacks
   */
  public static Optional<String> firstDifference(
      Answer expected, Answer actual, Ordering ordering) {
    Optional<String> columnDifference = compareColumns(expected.columns(), actual.columns());
    if (columnDifference.isPresent()) {
      return columnDifference;
    }
    if (expected.rows().size() != actual.rows().size()) {
      return Optional.of(actual.rows().size() + " rows instead of " + expected.rows().size());
    }
    return new AnswerComparison(expected.columns(), ordering)
        .compareRows(expected.rows(), actual.rows());
  }

  private static Optional<String> compareColumns(List<Column> expected, List<Column> actual) {
    if (expected.size() != actual.size()) {
      return Optional.of(actual.size() + " columns instead of " + expected.size());
    }
    for (int i = 0; i < expected.size(); i++) {
      if (!expected.get(i).equals(actual.get(i))) {
        return Optional.of(
            "column "
                + (i + 1)
                + " is "
                + show(actual.get(i))
                + " instead of "
                + show(expected.get(i)));
      }
    }
    return Optional.empty();
  }

  private static String show(Column column) {
    return column.name() + " " + column.type();
  }

  private static int indexOf(List<Column> columns, String name) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equals(name)) {
        return i;
      }
    }
    throw new IllegalArgumentException("ordered by " + name + ", which is not in " + columns);
  }

  private Optional<String> compareRows(List<List<String>> expected, List<List<String>> actual) {
    int start = 0;
    while (start < expected.size()) {
      int end = endOfTies(expected, start);
      for (int i = start; i < end; i++) {
        if (!agree(expected.get(start), actual.get(i), orderColumns)) {
          return Optional.of(
              "row " + (i + 1) + " is " + actual.get(i) + " instead of " + expected.get(i));
        }
      }
      boolean cutByLimit =
          end == expected.size()
              && end - start > 0
              && ordering.limit().isPresent()
              && ordering.limit().getAsLong() == expected.size();
      if (!cutByLimit || orderColumns.length == 0) {
        Optional<String> difference =
            compareMultisets(expected.subList(start, end), actual.subList(start, end), start);
        if (difference.isPresent()) {
          return difference;
        }
      }
      start = end;
    }
    return Optional.empty();
  }

  /** The first row after start that ORDER BY tells apart from the one at start. */
  private int endOfTies(List<List<String>> rows, int start) {
    int end = start + 1;
    while (end < rows.size() && agree(rows.get(start), rows.get(end), orderColumns)) {
      end++;
    }
    return end;
  }

  private Optional<String> compareMultisets(
      List<List<String>> expected, List<List<String>> actual, int firstRow) {
    Map<List<String>, List<List<String>>> unmatched = new LinkedHashMap<>();
    for (List<String> row : sortedByFloats(actual)) {
      unmatched.computeIfAbsent(exactValues(row), values -> new ArrayList<>()).add(row);
    }
    Set<List<String>> missing = new HashSet<>();
    for (List<String> row : sortedByFloats(expected)) {
      if (!removeMatch(row, unmatched.getOrDefault(exactValues(row), List.of()))) {
        missing.add(row);
      }
    }
    if (missing.isEmpty()) {
      return Optional.empty();
    }
    List<String> firstMissing =
        expected.stream().filter(missing::contains).findFirst().orElseThrow();
    List<String> firstExtra =
        unmatched.values().stream()
            .filter(rows -> !rows.isEmpty())
            .findFirst()
            .orElseThrow()
            .getFirst();
    return Optional.of(
        expected.size() == 1
            ? "row " + (firstRow + 1) + " is " + firstExtra + " instead of " + firstMissing
            : "row " + firstMissing + " is missing, row " + firstExtra + " is extra");
  }

  private boolean removeMatch(List<String> row, List<List<String>> candidates) {
    Iterator<List<String>> iterator = candidates.iterator();
    while (iterator.hasNext()) {
      if (agree(row, iterator.next(), floatColumns)) {
        iterator.remove();
        return true;
      }
    }
    return false;
  }

  /** In an order that brings rows that differ in the last bits only to the same places. */
  private List<List<String>> sortedByFloats(List<List<String>> rows) {
    if (floatColumns.length == 0) {
      return rows;
    }
    List<Comparator<List<String>>> orders = new ArrayList<>();
    for (int column : floatColumns) {
      orders.add(
          Comparator.comparing(
              row -> row.get(column) == null ? null : Double.valueOf(row.get(column)),
              Comparator.nullsFirst(Comparator.naturalOrder())));
    }
    Comparator<List<String>> order =
        orders.stream().reduce(Comparator::thenComparing).orElseThrow();
    return rows.stream().sorted(order).toList();
  }

  private List<String> exactValues(List<String> row) {
    List<String> values = new ArrayList<>(exactColumns.length);
    for (int column : exactColumns) {
      values.add(row.get(column));
    }
    return values;
  }

  private boolean agree(List<String> left, List<String> right, int[] compared) {
    for (int column : compared) {
      String leftValue = left.get(column);
      String rightValue = right.get(column);
      if (!Objects.equals(leftValue, rightValue)
          && !(columns.get(column).isFloatingPoint() && nearlyEqual(leftValue, rightValue))) {
        return false;
      }
    }
    return true;
  }

  private static boolean nearlyEqual(String left, String right) {
    if (left == null || right == null) {
      return false;
    }
    double leftValue = Double.parseDouble(left);
    double rightValue = Double.parseDouble(right);
    double size = Math.max(Math.abs(leftValue), Math.abs(rightValue));
    return Double.isFinite(size) && Math.abs(leftValue - rightValue) <= FLOAT_TOLERANCE * size;
  }
}
