package io.argosy.tpcd.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.tpcd.query.Ordering;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AnswerComparisonTest {
  private static final List<Column> COLUMNS =
      List.of(new Column("k", "int4"), new Column("v", "numeric"), new Column("f", "float8"));

  @Test
  void equalAnswersAreTheSame() {
    Answer answer = answer(row("1", "2.50", "0.5"), row("2", null, null));
    assertThat(difference(answer, answer, Ordering.by("k"))).isEmpty();
    assertThat(difference(answer(), answer(), Ordering.by("k").limit(0))).isEmpty();
  }

  @Test
  void withoutOrderByRowsMayComeInAnyOrder() {
    Answer left = answer(row("1", "2", "3"), row("2", "2", "3"));
    Answer right = answer(row("2", "2", "3"), row("1", "2", "3"));
    assertThat(difference(left, right, Ordering.NONE)).isEmpty();
    assertThat(difference(left, right, Ordering.by("k")))
        .contains("row 1 is [2, 2, 3] instead of [1, 2, 3]");
  }

  @Test
  void tiesMayComeInAnyOrderButWithTheSameRows() {
    Answer expected = answer(row("1", "1", "0"), row("1", "2", "0"), row("2", "3", "0"));
    Answer swapped = answer(row("1", "2", "0"), row("1", "1", "0"), row("2", "3", "0"));
    Answer other = answer(row("1", "2", "0"), row("1", "2", "0"), row("2", "3", "0"));
    assertThat(difference(expected, swapped, Ordering.by("k"))).isEmpty();
    assertThat(difference(expected, other, Ordering.by("k")))
        .contains("row [1, 1, 0] is missing, row [1, 2, 0] is extra");
  }

  @Test
  void duplicatesAreCounted() {
    Answer expected = answer(row("1", "1", "0"), row("1", "1", "0"), row("2", "1", "0"));
    Answer actual = answer(row("1", "1", "0"), row("2", "1", "0"), row("2", "1", "0"));
    assertThat(difference(expected, actual, Ordering.NONE)).isPresent();
  }

  @Test
  void aLimitMayCutThroughTies() {
    Answer expected = answer(row("1", "1", "0"), row("2", "1", "0"));
    Answer otherTie = answer(row("1", "1", "0"), row("2", "9", "0"));
    Answer otherKey = answer(row("1", "1", "0"), row("3", "1", "0"));
    Answer otherEarlier = answer(row("1", "9", "0"), row("2", "1", "0"));
    assertThat(difference(expected, otherTie, Ordering.by("k").limit(2))).isEmpty();
    assertThat(difference(expected, otherTie, Ordering.by("k").limit(3))).isPresent();
    assertThat(difference(expected, otherTie, Ordering.by("k"))).isPresent();
    assertThat(difference(expected, otherKey, Ordering.by("k").limit(2))).isPresent();
    assertThat(difference(expected, otherEarlier, Ordering.by("k").limit(2))).isPresent();
  }

  @Test
  void theScaleOfANumericCounts() {
    assertThat(
            difference(
                answer(row("1", "2.50", "0")), answer(row("1", "2.5", "0")), Ordering.by("k")))
        .contains("row 1 is [1, 2.5, 0] instead of [1, 2.50, 0]");
  }

  @Test
  void nullIsNotAnEmptyValue() {
    assertThat(difference(answer(row("1", null, "0")), answer(row("1", "", "0")), Ordering.NONE))
        .isPresent();
    assertThat(difference(answer(row("1", "1", null)), answer(row("1", "1", "0")), Ordering.NONE))
        .isPresent();
  }

  @Test
  void floatingPointMayDifferInTheLastBits() {
    Answer expected = answer(row("1", "1", "1000000"), row("1", "1", "NaN"));
    assertThat(
            difference(
                expected,
                answer(row("1", "1", "NaN"), row("1", "1", "1000000.0000001")),
                Ordering.NONE))
        .isEmpty();
    assertThat(
            difference(
                expected,
                answer(row("1", "1", "NaN"), row("1", "1", "1000000.00001")),
                Ordering.NONE))
        .isPresent();
    assertThat(
            difference(
                answer(row("1", "1", "Infinity")), answer(row("1", "1", "1")), Ordering.NONE))
        .isPresent();
  }

  @Test
  void floatingPointOrderColumnsMayDifferInTheLastBits() {
    Answer expected = answer(row("1", "1", "0.1"), row("2", "1", "0.3"));
    Answer near = answer(row("1", "1", "0.1"), row("2", "1", "0.30000000000000004"));
    assertThat(difference(expected, near, Ordering.by("f"))).isEmpty();
  }

  @Test
  void columnsAndNumbersOfRowsAreCompared() {
    Answer expected = answer(row("1", "1", "1"));
    assertThat(difference(expected, answer(), Ordering.NONE)).contains("0 rows instead of 1");
    Answer otherType =
        new Answer(
            List.of(new Column("k", "int8"), COLUMNS.get(1), COLUMNS.get(2)), expected.rows());
    assertThat(difference(expected, otherType, Ordering.NONE))
        .contains("column 1 is k int8 instead of k int4");
    Answer narrower = new Answer(COLUMNS.subList(0, 2), List.of(row("1", "1")));
    assertThat(difference(expected, narrower, Ordering.NONE)).contains("2 columns instead of 3");
  }

  @Test
  void anUnknownOrderColumnIsAMistake() {
    assertThatThrownBy(() -> difference(answer(), answer(), Ordering.by("x")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Optional<String> difference(Answer expected, Answer actual, Ordering ordering) {
    return AnswerComparison.firstDifference(expected, actual, ordering);
  }

  @SafeVarargs
  private static Answer answer(List<String>... rows) {
    return new Answer(COLUMNS, List.of(rows));
  }

  private static List<String> row(String... values) {
    return Arrays.asList(values);
  }
}
