package io.argosy.node.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import org.junit.jupiter.api.Test;

class MemoryStateTest {
  @Test
  void kilobytesAreOf1024Bytes() {
    assertThat(
            MemoryState.parse(
                """
                MemTotal:       24684084 kB
                MemFree:        23356288 kB
                MemAvailable:   24273120 kB
                Buffers:           22600 kB
                Cached:          1030048 kB
                SwapCached:            0 kB
                Dirty:               120 kB
                HugePages_Total:       0
                """))
        .containsOnly(
            entry(Counter.MEMORY_TOTAL, 24684084L << 10),
            entry(Counter.MEMORY_AVAILABLE, 24273120L << 10),
            entry(Counter.MEMORY_CACHED, 1030048L << 10),
            entry(Counter.MEMORY_DIRTY, 120L << 10));
  }

  /** Linux 2.6.32. */
  @Test
  void whatIsAvailableIsNotGuessed() {
    assertThat(MemoryState.parse("MemTotal: 1000 kB\nMemFree: 500 kB\nCached: 7 kB\n"))
        .containsOnlyKeys(Counter.MEMORY_TOTAL, Counter.MEMORY_CACHED);
  }

  @Test
  void whatIsCutOrOddSaysNothing() {
    assertThat(MemoryState.parse("")).isEmpty();
    assertThat(
            MemoryState.parse(
                "MemTotal:\nMemAvailable: many kB\nCached: 7\nDirty: 9223372036854775807 kB\n"))
        .isEmpty();
    assertThat(MemoryState.parse("MemTotal: 24684084 kB\nMemAvailable: 2427"))
        .containsOnlyKeys(Counter.MEMORY_TOTAL);
  }
}
