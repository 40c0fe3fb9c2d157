package io.argosy.lab.growth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LoadTraceTest {
  private static final long SECOND = 1_000_000_000L;
  private static final Offset<Double> NEARLY = Offset.offset(0.01);

  private LoadTrace trace;
  private long start;

  @BeforeEach
  void start() {
    start = System.nanoTime();
    trace = new LoadTrace();
  }

  private void pay(double begun, double ended) {
    trace.executed(start + (long) (begun * SECOND), start + (long) (ended * SECOND), 0);
  }

  @Test
  void paymentsCountWhereTheyEnd() {
    pay(0.5, 1.5);
    pay(1.1, 1.6);
    pay(1.2, 3.5);
    assertThat(trace.rates(0, 4, 1)).containsExactly(0.0, 2.0, 0.0, 1.0);
    assertThat(trace.rates(1, 3, 2)).containsExactly(1.0);
  }

  @Test
  void whoWaitedThroughAStepIsItsLongest() {
    pay(0.5, 3.5);
    pay(1.2, 1.4);
    assertThat(step(1, 2).longestPayment()).isCloseTo(3, NEARLY);
    assertThat(step(3.6, 4).longestPayment()).isZero();
  }

  @Test
  void aShortStepIsItsOwnWorst() {
    pay(0.1, 0.5);
    pay(0.6, 0.8);
    assertThat(step(0, 2).fewestPayments()).isCloseTo(1, NEARLY);
  }

  @Test
  void aLongOneHasWorseSecondsThanOthers() {
    for (int i = 0; i < 10; i++) {
      pay(0.1, 0.2);
    }
    pay(5.5, 6);
    GrowthStep step = step(0, 10);
    assertThat(step.payments()).isCloseTo(1.1, NEARLY);
    assertThat(step.fewestPayments()).isCloseTo(0.2, NEARLY);
  }

  @Test
  void theWorstSecondsMayBeginAnywhere() {
    for (int second = 0; second < 12; second++) {
      if (second < 3 || second > 7) {
        pay(second, second + 0.5);
      }
    }
    assertThat(step(0, 12).fewestPayments()).isZero();
    assertThat(step(3, 12).fewestPayments()).isZero();
  }

  @Test
  void whatStillWaitsIsTold() {
    pay(0.5, 1);
    GrowthStep step = step(0, 2);
    pay(1.5, 6);
    assertThat(step.asTold(trace).longestPayment()).isCloseTo(4.5, NEARLY);
  }

  @Test
  void anUnevenShareIsFound() {
    GrowthStep step = GrowthStep.of("even", "", false, 3, 0, 1, trace, List.of(1.02, 0.9, 1.08));
    assertThat(step.unevenness()).isCloseTo(0.1, NEARLY);
  }

  private GrowthStep step(double from, double to) {
    return GrowthStep.of("step", "", true, 1, from, to, trace, List.of());
  }
}
