package io.argosy.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MachineSamplesTest {
  private static final Instant HERE = Instant.parse("2026-01-01T00:00:00Z");

  /** An agent whose clock is an hour ahead, 40 ms away in each direction. */
  @Test
  void timesAreAlignedByHalfOfTheRoundTrip() {
    Instant there = HERE.plusSeconds(3600);
    MachineSample sample =
        new MachineSample(there.minusSeconds(5), Duration.ofSeconds(1), Map.of());
    MachineSamples answered =
        MachineSamples.answered(List.of(sample), there.plusMillis(40), HERE, HERE.plusMillis(80));
    assertThat(answered.ahead()).isEqualTo(Duration.ofHours(1));
    assertThat(answered.endOf(sample)).isEqualTo(HERE.minusSeconds(5));
  }

  @Test
  void oneMaskTellsWhichMeasuresThereAre() {
    assertThat(MachineMeasure.values()).hasSizeLessThan(Long.SIZE);
  }
}
