package io.argosy.tpcd.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The formulas, with numbers that were worked out by hand. */
class MetricsTest {
  private static final double EXACTLY = 1e-9;

  @Test
  void powerIsAnHourByTheGeometricMean() {
    // The geometric mean of 1, 2, 4 and 8 is the fourth root of 64.
    assertThat(Metrics.power(1, List.of(1.0, 4.0), List.of(2.0, 8.0)))
        .isCloseTo(3600 / Math.sqrt(8), within(EXACTLY));
    assertThat(Metrics.power(10, Collections.nCopies(17, 2.0), List.of(2.0, 2.0)))
        .isCloseTo(18000, within(EXACTLY));
  }

  @Test
  void shortQueriesCountAsAThousandthOfTheLongest() {
    double raised = Metrics.power(1, List.of(2000.0, 2.0), List.of(1.0));
    assertThat(Metrics.power(1, List.of(2000.0, 0.001), List.of(1.0)))
        .isCloseTo(raised, within(EXACTLY));
    assertThat(Metrics.power(1, List.of(2000.0, 2.1), List.of(1.0))).isLessThan(raised);
    assertThat(Metrics.power(1, List.of(2000.0, 2.0), List.of(0.5)))
        .as("update functions count as they are")
        .isGreaterThan(raised);
  }

  @Test
  void throughputIsAllQueriesInTheTimeOfAll() {
    // 3 streams of 17 queries in half an hour are 102 an hour.
    assertThat(Metrics.throughput(1, 3, 17, 1800)).isCloseTo(102, within(EXACTLY));
    assertThat(Metrics.throughput(0.1, 3, 17, 1800)).isCloseTo(10.2, within(EXACTLY));
  }

  @Test
  void theCompositeIsTheirGeometricMean() {
    assertThat(Metrics.composite(900, 400)).isCloseTo(600, within(EXACTLY));
  }
}
