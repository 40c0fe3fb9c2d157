package io.argosy.tests.regression;

import io.argosy.tests.regression.Answer.Column;
import io.argosy.tests.regression.Answer.Failure;
import io.argosy.tests.regression.Answer.Result;
import io.argosy.tests.regression.AnswerComparison.Difference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A statement whose answers differ.
 *
 * @param sql its text
 * @param query that of what it executes or fetches from, otherwise the same
 */
record OtherAnswer(
    String sql, String query, Answer expected, Answer actual, Difference difference) {
  private static final Pattern PART =
      Pattern.compile("\\blimit\\b|\\boffset\\b|\\bfetch\\b", Pattern.CASE_INSENSITIVE);

  /** What the text of an error is taken for when its values are changed like those of a column. */
  private static final Column MESSAGE = new Column("", 0, -1);

  boolean is(Difference... differences) {
    return List.of(differences).contains(difference);
  }

  /** Whether the statement takes some of a query's rows. */
  boolean takesPart() {
    return PART.matcher(sql).find();
  }

  /** Whether both have as many rows, and at least one. */
  boolean hasAsManyRows() {
    return expected.results().size() == 1
        && actual.results().size() == 1
        && expected.results().getFirst().rows().size() == actual.results().getFirst().rows().size();
  }

  /**
   * Whether the answers are equal if all their values are changed in a way.
   *
   * @param change of a column's value
   */
  boolean isSameAfter(BiFunction<Column, String, String> change) {
    return AnswerComparison.difference(
            changed(expected, change), changed(actual, change), (left, right) -> true)
        .filter(still -> still != Difference.ORDER)
        .isEmpty();
  }

  private static Answer changed(Answer answer, BiFunction<Column, String, String> change) {
    List<Result> results = new ArrayList<>();
    for (Result result : answer.results()) {
      List<List<String>> rows = new ArrayList<>();
      for (List<String> row : result.rows()) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < row.size(); i++) {
          String value = row.get(i);
          values.add(value == null ? null : change.apply(result.columns().get(i), value));
        }
        rows.add(values);
      }
      List<String> copied =
          result.copied().stream().map(line -> change.apply(MESSAGE, line)).toList();
      results.add(new Result(result.columns(), rows, copied, result.tag()));
    }
    Optional<Failure> error =
        answer
            .error()
            .map(
                failure ->
                    new Failure(
                        failure.sqlState(),
                        change.apply(MESSAGE, failure.message()),
                        failure.hint(),
                        failure.routine()));
    return new Answer(results, error, answer.status());
  }

  /** Whether rows differ, as many on both sides, in such columns only. */
  boolean differsOnlyIn(Predicate<Column> columns) {
    return is(Difference.ROWS)
        && hasAsManyRows()
        && isSameAfter((column, value) -> columns.test(column) ? "" : value);
  }

  /** Whether what the rows are sorted by comes in the same order. */
  boolean isSortedAlike() {
    Result left = expected.results().getLast();
    Result right = actual.results().getLast();
    return SortKeys.columns(query, left.columns())
        .filter(keys -> values(left, keys).equals(values(right, keys)))
        .isPresent();
  }

  private static List<List<String>> values(Result result, List<Integer> keys) {
    return result.rows().stream()
        .map(row -> keys.stream().map(row::get).map(String::valueOf).toList())
        .toList();
  }

  /** Whether there are more rows, each with such a value, and otherwise the same. */
  boolean hasMoreRowsOf(String part) {
    if (expected.results().size() != 1 || actual.results().size() != 1) {
      return false;
    }
    List<List<String>> rows = new ArrayList<>(actual.results().getFirst().rows());
    rows.removeIf(
        row -> row.stream().filter(Objects::nonNull).anyMatch(value -> value.contains(part)));
    Set<List<String>> wanted = new HashSet<>(expected.results().getFirst().rows());
    return rows.size() == expected.results().getFirst().rows().size()
        && wanted.equals(new HashSet<>(rows));
  }
}
