package io.argosy.tests.regression;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.tests.differential.DifferencesPage;
import io.argosy.tests.regression.Answer.Column;
import io.argosy.tests.regression.Answer.Result;
import io.argosy.tests.regression.AnswerComparison.Difference;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class HarmlessRuleTest {
  private static final long INTEGER = 23;
  private static final long DOUBLE = 701;
  private static final long OID = 26;

  @Test
  void documentationHasTheRules() {
    DifferencesPage.check(
        "rules",
        Arrays.stream(HarmlessRule.values())
            .map(rule -> "- `" + rule + "`: " + rule.reason() + "\n")
            .collect(
                Collectors.joining(
                    "",
                    """
                    ## What may differ

                    PostgreSQL does not promise these either, and gives other answers itself at other times.
                    What a suite compares belongs to one of these rules or is a failure.

                    """,
                    "")));
  }

  @Test
  void orderMattersWhereItIsAskedFor() {
    Answer expected = answer(List.of("1", "a"), List.of("1", "b"), List.of("2", "c"));
    Answer tied = answer(List.of("1", "b"), List.of("1", "a"), List.of("2", "c"));
    Answer reversed = answer(List.of("2", "c"), List.of("1", "b"), List.of("1", "a"));

    assertThat(rule("select x, y from t", expected, reversed)).contains(HarmlessRule.UNORDERED);
    assertThat(rule("select x, y from t order by x", expected, tied)).contains(HarmlessRule.TIES);
    assertThat(rule("select x, y from t order by x", expected, reversed)).isEmpty();
    assertThat(rule("select x, y from t order by 1, 2 desc", expected, tied)).isEmpty();
    assertThat(rule("select x, y from t order by z", expected, tied)).isEmpty();
    assertThat(rule("select x, y from (select * from t order by x) s", expected, reversed))
        .contains(HarmlessRule.UNORDERED);
  }

  @Test
  void collectedRowsHaveNoOrder() {
    Answer expected = answer(List.of("1", "{3,5}"));
    Answer reversed = answer(List.of("1", "{5,3}"));
    Answer others = answer(List.of("1", "{5,4}"));

    assertThat(rule("select 1, array_agg(x) from t", expected, reversed))
        .contains(HarmlessRule.UNORDERED_AGGREGATES);
    assertThat(rule("select 1, array_agg(x) from t", expected, others)).isEmpty();
    assertThat(rule("select 1, array_agg(x order by x) from t", expected, reversed)).isEmpty();
    assertThat(rule("select 1, a from t", expected, reversed)).isEmpty();
  }

  @Test
  void aPartOfTheRowsMatters() {
    Answer expected = answer(List.of("1", "a"));
    Answer other = answer(List.of("2", "b"));

    assertThat(rule("select x, y from t limit 1", expected, other))
        .contains(HarmlessRule.PART_OF_ROWS);
    assertThat(rule("select x, y from t order by x limit 1", expected, other)).isEmpty();
    assertThat(rule("select x, y from t", expected, other)).isEmpty();
  }

  @Test
  void otherValuesAreHarmlessOnlyByTheirKind() {
    Answer sum = answer(DOUBLE, List.of("0.30000000000000004"));

    assertThat(rule("select sum(x) from t", sum, answer(DOUBLE, List.of("0.3"))))
        .contains(HarmlessRule.ROUNDING);
    assertThat(rule("select sum(x) from t", sum, answer(DOUBLE, List.of("0.31")))).isEmpty();
    assertThat(
            rule("select oid from t", answer(OID, List.of("16400")), answer(OID, List.of("16500"))))
        .contains(HarmlessRule.OBJECT_NUMBERS);
    assertThat(rule("select x from t", answer(OID, List.of("16400")), answer(OID, List.of("1650"))))
        .isEmpty();
  }

  @Test
  void theClockDoesNotExcuseOtherCounts() {
    assertThat(
            rule(
                "select x, y from t where at < now()",
                answer(List.of("1", "2")),
                answer(List.of("1", "2"), List.of("1", "2"))))
        .isEmpty();
  }

  private static Optional<HarmlessRule> rule(String sql, Answer expected, Answer actual) {
    Difference difference =
        AnswerComparison.difference(expected, actual, (left, right) -> true).orElseThrow();
    return HarmlessRule.of(new OtherAnswer(sql, sql, expected, actual, difference));
  }

  @SafeVarargs
  private static Answer answer(List<String>... rows) {
    return answer(INTEGER, rows);
  }

  @SafeVarargs
  private static Answer answer(long type, List<String>... rows) {
    List<Column> columns = List.of(new Column("x", type, -1), new Column("y", type, -1));
    return new Answer(
        List.of(
            new Result(
                columns.subList(0, rows[0].size()),
                List.of(rows),
                List.of(),
                "SELECT " + rows.length)),
        Optional.empty(),
        'I');
  }
}
