package io.argosy.node.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessorTimesTest {
  @Test
  void guestsAndNiceOnesAreUsersAndInterruptsTheSystem() {
    assertThat(
            ProcessorTimes.parse(
                """
                cpu  22040 10 2610 40750 623 3 76 26 700 9
                cpu0 10595 0 1049 21429 27 0 23 7 0 0
                cpu1 11444 0 1560 19321 596 0 52 18 0 0
                intr 325927 0 0 15
                ctxt 727743
                """))
        .containsOnly(
            entry(Counter.PROCESSORS, 2L),
            entry(Counter.USER, 22050L),
            entry(Counter.SYSTEM, 2689L),
            entry(Counter.IOWAIT, 623L),
            entry(Counter.STEAL, 26L),
            entry(Counter.IDLE, 40750L));
  }

  /** Linux 2.6.9 has no steal, and 2.4 neither that nor iowait and interrupts. */
  @Test
  void olderKernelsHaveLess() {
    assertThat(ProcessorTimes.parse("cpu  1 2 3 4 5 6 7\ncpu0 1 2 3 4 5 6 7\n"))
        .containsOnly(
            entry(Counter.PROCESSORS, 1L),
            entry(Counter.USER, 3L),
            entry(Counter.SYSTEM, 16L),
            entry(Counter.IOWAIT, 5L),
            entry(Counter.IDLE, 4L));
    assertThat(ProcessorTimes.parse("cpu  1 2 3 4\ncpu0 1 2 3 4\n"))
        .containsOnly(
            entry(Counter.PROCESSORS, 1L),
            entry(Counter.USER, 3L),
            entry(Counter.SYSTEM, 3L),
            entry(Counter.IDLE, 4L));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n",
        "cpu",
        "cpu\n",
        "cpu  1 2 3\n",
        "cpu  1 2 3 4 5",
        "cpu  1 2 3 x 5 6 7\n",
        "cpu  1 2 -3 4 5 6 7\n",
        "cpu  1 2 3 99999999999999999999 5 6 7\n",
        "cpus 1 2 3 4 5\n"
      })
  void whatIsCutOrOddSaysNothing(String text) {
    assertThat(ProcessorTimes.parse(text)).isEmpty();
  }
}
