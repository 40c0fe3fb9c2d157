package io.argosy.node.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PressureTest {
  private static Map<Counter, Long> parse(String text) {
    return Pressure.parse(
        text, Counter.IO_PRESSURE_MICROSECONDS, Counter.IO_PRESSURE_FULL_MICROSECONDS);
  }

  @Test
  void totalsAreTaken() {
    assertThat(
            parse(
                """
                some avg10=0.86 avg60=0.90 avg300=0.88 total=5756390
                full avg10=0.84 avg60=0.88 avg300=0.85 total=5594475
                """))
        .containsOnly(
            entry(Counter.IO_PRESSURE_MICROSECONDS, 5756390L),
            entry(Counter.IO_PRESSURE_FULL_MICROSECONDS, 5594475L));
  }

  /** Linux of before 5.13 has only "some" of processors. */
  @Test
  void oneLineMayBeMissing() {
    assertThat(parse("some avg10=0.86 avg60=0.90 avg300=0.88 total=5\n"))
        .containsOnly(entry(Counter.IO_PRESSURE_MICROSECONDS, 5L));
  }

  @Test
  void whatIsCutOrOddSaysNothing() {
    assertThat(parse("")).isEmpty();
    assertThat(parse("some avg10=0.86 avg60=0.90 avg300=0.88 total=57")).isEmpty();
    assertThat(parse("some avg10=0.86\nfull total=x\nother total=1\n\n")).isEmpty();
  }
}
