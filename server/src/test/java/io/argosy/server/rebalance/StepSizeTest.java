package io.argosy.server.rebalance;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;

class StepSizeTest {
  private static final int STEPS = 20;

  /** The size that it comes to where a step of so many slots takes so many milliseconds. */
  private static int sizeFor(IntToLongFunction milliseconds) {
    StepSize size = new StepSize(Duration.ofMillis(500));
    for (int step = 0; step < STEPS; step++) {
      size.took(size.slots(), Duration.ofMillis(milliseconds.applyAsLong(size.slots())));
    }
    return size.slots();
  }

  @Test
  void theFirstStepIsASmallOne() {
    assertThat(new StepSize(Duration.ofMillis(500)).slots()).isEqualTo(1);
  }

  @Test
  void stepsTakeAsLongAsTheyMay() {
    assertThat(sizeFor(slots -> 100 + 20L * slots)).isBetween(15, 20);
    assertThat(sizeFor(slots -> 20L * slots)).isBetween(20, 25);
    assertThat(sizeFor(slots -> 400L * slots)).isEqualTo(1);
  }

  @Test
  void aStepIsNoSmallerThanWhatReadingCosts() {
    // Four seconds of each step are for reading: 40 slots take as long as that once more.
    assertThat(sizeFor(slots -> 4000 + 100L * slots)).isBetween(30, 45);
  }

  @Test
  void stepsGrowByAFactor() {
    StepSize size = new StepSize(Duration.ofMillis(500));
    for (int most = 2; most <= 64; most *= 2) {
      size.took(size.slots(), Duration.ofMillis(1));
      assertThat(size.slots()).isLessThanOrEqualTo(most);
    }
    assertThat(sizeFor(slots -> 1)).isEqualTo(256);
  }
}
