package io.argosy.tpcd.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TimedAnswerTest {
  @Test
  void theMedianIsTheMiddle() {
    assertThat(TimedAnswer.median(new double[] {3, 1, 2})).isEqualTo(2);
    assertThat(TimedAnswer.median(new double[] {4, 1, 3, 2})).isEqualTo(2.5);
    assertThat(TimedAnswer.median(new double[] {7})).isEqualTo(7);
  }
}
