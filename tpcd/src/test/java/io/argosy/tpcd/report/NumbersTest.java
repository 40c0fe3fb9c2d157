package io.argosy.tpcd.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NumbersTest {
  @Test
  void threeDigitsAndAllBeforeThePoint() {
    assertThat(Numbers.rounded(12345.6)).isEqualTo("12,346");
    assertThat(Numbers.rounded(12.345)).isEqualTo("12.3");
    assertThat(Numbers.rounded(0.0012345)).isEqualTo("0.00123");
    assertThat(Numbers.rounded(99.96)).isEqualTo("100");
    assertThat(Numbers.rounded(0)).isEqualTo("0");
    assertThat(Numbers.rounded(-2.5)).isEqualTo("-2.5");
    assertThat(Numbers.rounded(Double.NaN)).isEqualTo("–");
  }

  @Test
  void unitsFitTheSize() {
    assertThat(Numbers.seconds(0.0123)).isEqualTo("12.3 ms");
    assertThat(Numbers.seconds(0)).isEqualTo("0 s");
    assertThat(Numbers.seconds(1.5)).isEqualTo("1.5 s");
    assertThat(Numbers.bytes(999)).isEqualTo("999 B");
    assertThat(Numbers.bytes(1500)).isEqualTo("1.5 kB");
    assertThat(Numbers.bytes(2.5e9)).isEqualTo("2.5 GB");
    assertThat(Numbers.factor(2.75)).isEqualTo("2.75×");
  }

  @Test
  void ticksAreRoundNumbersWithinTheAxis() {
    assertThat(Axis.over(List.of(0.0, 5.3), false, 100).ticks())
        .containsExactly(0.0, 1.0, 2.0, 3.0, 4.0, 5.0);
    assertThat(Axis.over(List.of(1.0, 1e6), true, 100).ticks()).contains(1.0, 100.0, 1e6);
    assertThat(Axis.over(List.of(0.4, 3.0), true, 100).ticks()).containsExactly(0.5, 1.0, 2.0);
    assertThat(Axis.over(List.of(0.0), false, 100).ticks()).isNotEmpty();
  }
}
