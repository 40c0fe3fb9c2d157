package io.argosy.lab.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class RepetitionTest {
  @Test
  void theKernelsLineHasWhatWasStolenAndWhatWasUsed() {
    StolenTime before = StolenTime.read("cpu  100 10 50 1000 200 5 5 30 7 0");
    StolenTime after = StolenTime.read("cpu  150 10 60 5000 900 5 15 60 9 0");

    assertThat(before).isEqualTo(new StolenTime(30, 170));
    assertThat(after.since(before).share()).isCloseTo(0.3, within(1e-9));
    assertThat(before.since(before).share()).isZero();
  }

  @Test
  void aKernelThatKnowsNoHostHasNothingStolen() {
    assertThat(StolenTime.read("cpu  100 10 50 1000 200")).isEqualTo(new StolenTime(0, 160));
  }

  @Test
  void whatIsUndisturbedIsMeasuredOnce() {
    assertThat(best(4)).containsExactly(0);
  }

  @Test
  void whatIsDisturbedIsRepeatedUntilItIsNot() {
    assertThat(best(50, 30, 40, 1)).containsExactly(0, 1, 3);
  }

  @Test
  void theLeastDisturbedOfAFewCounts() {
    assertThat(best(50, 30, 20, 40)).containsExactly(0, 1, 2);
  }

  /**
   * Which measurements are better than those before.
   *
   * @param percents what the host keeps from each
   */
  private static List<Integer> best(int... percents) {
    List<StolenTime> times = new ArrayList<>();
    StolenTime time = new StolenTime(0, 0);
    for (int percent : percents) {
      times.add(time);
      time = new StolenTime(time.stolen() + percent, time.busy() + 100 - percent);
      times.add(time);
    }
    Iterator<StolenTime> clock = times.iterator();
    Repetition repetition = new Repetition(clock::next);
    List<Integer> best = new ArrayList<>();
    for (int i = 0; repetition.goesOn(); i++) {
      if (repetition.isBest()) {
        best.add(i);
      }
    }
    assertThat(clock.hasNext()).as("all were measured").isFalse();
    return best;
  }
}
