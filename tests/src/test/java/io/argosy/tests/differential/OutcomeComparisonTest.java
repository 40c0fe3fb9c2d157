package io.argosy.tests.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.tests.differential.Outcome.Column;
import io.argosy.tests.differential.Outcome.Count;
import io.argosy.tests.differential.Outcome.Failure;
import io.argosy.tests.differential.Outcome.NoAnswer;
import io.argosy.tests.differential.Outcome.Rows;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OutcomeComparisonTest {
  private static final RowOrder UNORDERED = new RowOrder.Unordered();
  private static final RowOrder TOTAL = new RowOrder.Total();

  @Test
  void rowsWithoutOrderAreAMultiset() {
    assertThat(difference(rows("a", "b", "b"), rows("b", "a", "b"), UNORDERED)).isEmpty();
    assertThat(difference(rows("a", "b", "b"), rows("a", "a", "b"), UNORDERED)).isPresent();
    assertThat(difference(rows("a", "b"), rows("a", "b", "b"), UNORDERED)).isPresent();
    assertThat(difference(rows("a", null), rows("a", ""), UNORDERED)).isPresent();
  }

  @Test
  void totalOrderComparesRowByRow() {
    assertThat(difference(rows("a", "b"), rows("b", "a"), TOTAL)).isPresent();
    assertThat(difference(rows("a", "b"), rows("a", "b"), TOTAL)).isEmpty();
  }

  @Test
  void numericScaleAndColumnTypesCount() {
    assertThat(difference(rows("1.0"), rows("1.00"), UNORDERED)).isPresent();
    assertThat(difference(table("int4", "1"), table("int8", "1"), UNORDERED)).isPresent();
  }

  @Test
  void floatsMayDifferInTheirLastDigits() {
    assertThat(difference(table("float8", "0.3"), table("float8", "0.30000000000000004"), TOTAL))
        .isEmpty();
    assertThat(difference(table("float8", "0.3"), table("float8", "0.30000000001"), TOTAL))
        .isPresent();
    assertThat(difference(table("float8", "NaN"), table("float8", "0"), TOTAL)).isPresent();
    assertThat(difference(table("numeric", "0.3"), table("numeric", "0.30000000000000004"), TOTAL))
        .isPresent();
  }

  @Test
  void sortedByAllowsOtherOrderWithinTiesOnly() {
    RowOrder byFirst = new RowOrder.SortedBy(List.of(1));

    assertThat(difference(pairs("1x", "1y", "2z"), pairs("1y", "1x", "2z"), byFirst)).isEmpty();
    assertThat(difference(pairs("1x", "1y", "2z"), pairs("2z", "1x", "1y"), byFirst)).isPresent();
    assertThat(difference(pairs("1x", "1y", "2z"), pairs("1x", "1w", "2z"), byFirst)).isPresent();
  }

  @Test
  void cutTiesAllowsOtherRowsOfTheLastKeyOnlyIfTheyExist() {
    RowOrder cut = new RowOrder.CutTies(List.of(1));
    Rows uncut = pairs("0a", "1x", "1y", "2z", "2w");
    Rows expected = pairs("0a", "1x", "1y", "2z");

    assertThat(difference(expected, pairs("0a", "1x", "1y", "2w"), cut, uncut)).isEmpty();
    assertThat(difference(expected, pairs("0a", "1x", "1y", "2q"), cut, uncut)).isPresent();
    assertThat(difference(expected, pairs("0a", "1x", "1x", "2z"), cut, uncut)).isPresent();
  }

  @Test
  void errorsAreEqualInEveryField() {
    Failure unknown = failure("42703", 8);

    assertThat(difference(unknown, failure("42703", 8), UNORDERED)).isEmpty();
    assertThat(difference(unknown, failure("42703", 9), UNORDERED)).isPresent();
    assertThat(difference(unknown, failure("42P01", 8), UNORDERED)).isPresent();
    assertThat(difference(unknown, new NoAnswer("closed"), UNORDERED)).isPresent();
    assertThat(difference(new Count(1), new Count(2), UNORDERED)).isPresent();
  }

  private static Optional<String> difference(Outcome expected, Outcome actual, RowOrder order) {
    return OutcomeComparison.difference(expected, actual, order, Optional.empty());
  }

  private static Optional<String> difference(
      Outcome expected, Outcome actual, RowOrder order, Rows uncut) {
    return OutcomeComparison.difference(expected, actual, order, Optional.of(uncut));
  }

  private static Rows rows(String... values) {
    return table("text", values);
  }

  private static Rows table(String type, String... values) {
    return new Rows(
        List.of(new Column("value", type, 0, 0)),
        Arrays.stream(values).map(value -> Arrays.asList(value)).toList());
  }

  private static Rows pairs(String... values) {
    return new Rows(
        List.of(new Column("key", "text", 0, 0), new Column("value", "text", 0, 0)),
        Arrays.stream(values)
            .map(value -> List.of(value.substring(0, 1), value.substring(1)))
            .toList());
  }

  private static Failure failure(String sqlState, int position) {
    return new Failure(sqlState, "message", position, "", "", "", "", "", "", "");
  }
}
