package io.argosy.tests.drivers.suites;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SuiteComparisonTest {
  private static final TestResult FAILED = new TestResult(Ending.FAILED, "refused");
  private static final TestResult SKIPPED = new TestResult(Ending.SKIPPED, "too old");
  private static final KnownFailures NONE = KnownFailures.parse("");

  @Test
  void countsWhatEndsAlike() {
    SuiteResult both =
        new SuiteResult(
            Map.of("a", TestResult.PASSED, "b", TestResult.PASSED, "c", FAILED, "d", SKIPPED));

    SuiteComparison comparison = SuiteComparison.of(both, both, NONE);

    assertThat(comparison.passedOnBoth()).isEqualTo(2);
    assertThat(comparison.failedOnBoth()).isEqualTo(1);
    assertThat(comparison.skippedOnBoth()).isEqualTo(1);
    assertThat(comparison.unexplained()).isEmpty();
  }

  @Test
  void reportsWhatFailsOnlyOnArgosy() {
    SuiteComparison comparison = compare(TestResult.PASSED, FAILED, NONE);

    assertThat(comparison.unexplained()).containsExactly(Map.entry("T method #2", "refused"));
    assertThat(comparison.toString())
        .contains("failed only on Argosy, with no reason listed: T method #2", "refused");
  }

  @Test
  void reportsWhatIsSkippedOnlyOnArgosy() {
    assertThat(compare(TestResult.PASSED, SKIPPED, NONE).unexplained()).containsKey("T method #2");
  }

  @Test
  void reportsWhatArgosyHasNotComeTo() {
    SuiteComparison comparison =
        SuiteComparison.of(
            new SuiteResult(Map.of("a", TestResult.PASSED)), new SuiteResult(Map.of()), NONE);

    assertThat(comparison.unexplained()).containsKey("a");
  }

  @Test
  void blamesNobodyForWhatFailsOnlyOnPostgres() {
    for (TestResult result : new TestResult[] {TestResult.PASSED, SKIPPED}) {
      SuiteComparison comparison = compare(FAILED, result, NONE);

      assertThat(comparison.onlyOnPostgres()).containsExactly(Map.entry("T method #2", "refused"));
      assertThat(comparison.unexplained()).isEmpty();
    }
  }

  @Test
  void countsKnownFailuresByTheirReasons() {
    KnownFailures known = KnownFailures.parse("Numbers differ.\n  T method\n  T other\n");

    SuiteComparison comparison = compare(TestResult.PASSED, FAILED, known);

    assertThat(comparison.explained()).containsExactly(Map.entry("Numbers differ.", 1));
    assertThat(comparison.unexplained()).isEmpty();
    assertThat(comparison.unneeded()).containsExactly("T other");
  }

  private static SuiteComparison compare(
      TestResult onPostgres, TestResult onArgosy, KnownFailures known) {
    return SuiteComparison.of(
        new SuiteResult(Map.of("T method #2", onPostgres)),
        new SuiteResult(Map.of("T method #2", onArgosy)),
        known);
  }
}
