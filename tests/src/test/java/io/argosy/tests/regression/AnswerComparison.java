package io.argosy.tests.regression;

import io.argosy.tests.regression.Answer.Column;
import io.argosy.tests.regression.Answer.Failure;
import io.argosy.tests.regression.Answer.Result;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiPredicate;

/** Says in which way two answers to a statement differ. */
final class AnswerComparison {
  /** In which way two answers differ. */
  enum Difference {
    LOST("the connection was lost or no answer came in time"),
    ERROR("an error where PostgreSQL has a result"),
    NO_ERROR("a result where PostgreSQL has an error"),
    OTHER_ERROR("another error"),
    TAG("another command tag"),
    COLUMNS("other columns"),
    ORDER("the same rows in another order"),
    ROWS("other rows"),
    STATUS("another state of the transaction");

    private final String words;

    Difference(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  private AnswerComparison() {}

  /**
   * The most important difference, empty if there is none.
   *
   * @param types compares types that users have made, whose object ids differ
   */
  static Optional<Difference> difference(
      Answer expected, Answer actual, BiPredicate<Column, Column> types) {
    if (actual.isLost()) {
      return Optional.of(Difference.LOST);
    }
    if (actual.error().isPresent() || expected.error().isPresent()) {
      return differenceOfErrors(expected.error(), actual.error());
    }
    if (expected.results().size() != actual.results().size()) {
      return Optional.of(Difference.ROWS);
    }
    for (int i = 0; i < expected.results().size(); i++) {
      Optional<Difference> difference =
          difference(expected.results().get(i), actual.results().get(i), types);
      if (difference.isPresent()) {
        return difference;
      }
    }
    return expected.status() == actual.status() ? Optional.empty() : Optional.of(Difference.STATUS);
  }

  private static Optional<Difference> differenceOfErrors(
      Optional<Failure> expected, Optional<Failure> actual) {
    if (actual.isEmpty()) {
      return Optional.of(Difference.NO_ERROR);
    }
    if (expected.isEmpty()) {
      return Optional.of(Difference.ERROR);
    }
    boolean same =
        expected.get().sqlState().equals(actual.get().sqlState())
            && expected.get().message().equals(actual.get().message());
    return same ? Optional.empty() : Optional.of(Difference.OTHER_ERROR);
  }

  private static Optional<Difference> difference(
      Result expected, Result actual, BiPredicate<Column, Column> types) {
    if (!sameColumns(expected.columns(), actual.columns(), types)) {
      return Optional.of(Difference.COLUMNS);
    }
    if (!sameRows(expected.rows(), actual.rows())
        || !count(expected.copied()).equals(count(actual.copied()))) {
      return Optional.of(Difference.ROWS);
    }
    if (!expected.rows().equals(actual.rows())) {
      return Optional.of(Difference.ORDER);
    }
    return expected.tag().equals(actual.tag()) ? Optional.empty() : Optional.of(Difference.TAG);
  }

  private static boolean sameColumns(
      List<Column> expected, List<Column> actual, BiPredicate<Column, Column> types) {
    if (expected.size() != actual.size()) {
      return false;
    }
    for (int i = 0; i < expected.size(); i++) {
      Column left = expected.get(i);
      Column right = actual.get(i);
      if (!left.name().equals(right.name())
          || left.modifier() != right.modifier()
          || (left.type() != right.type() && !types.test(left, right))) {
        return false;
      }
    }
    return true;
  }

  private static boolean sameRows(List<List<String>> expected, List<List<String>> actual) {
    return expected.size() == actual.size()
        && (expected.equals(actual) || count(expected).equals(count(actual)));
  }

  private static <T> TreeMap<String, Integer> count(List<T> rows) {
    TreeMap<String, Integer> counts = new TreeMap<>();
    rows.forEach(row -> counts.merge(String.valueOf(row), 1, Integer::sum));
    return counts;
  }
}
