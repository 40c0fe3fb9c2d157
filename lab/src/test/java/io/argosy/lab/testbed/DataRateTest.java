package io.argosy.lab.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DataRateTest {
  @ParameterizedTest
  @CsvSource({
    "33MB/s, 33000000",
    "33 mb/s, 33000000",
    "1.5kB/s, 1500",
    "800B/s, 800",
    "1gbit, 125000000",
    "1 Gbit/s, 125000000",
    "100mbit, 12500000"
  })
  void bytesAndBitsAreReadWithPowersOfTen(String text, long bytesPerSecond) {
    assertThat(DataRate.parse(text).bytesPerSecond()).isEqualTo(bytesPerSecond);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "33", "33MB", "-1MB/s", "1 tbit", "fast", "0MB/s"})
  void anythingElseIsRefused(String text) {
    assertThatThrownBy(() -> DataRate.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aRateIsShownInMegabytes() {
    assertThat(DataRate.parse("33MB/s")).hasToString("33 MB/s");
    assertThat(DataRate.parse("100mbit")).hasToString("12.5 MB/s");
  }
}
