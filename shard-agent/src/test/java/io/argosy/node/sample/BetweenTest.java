package io.argosy.node.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.argosy.node.MachineMeasure;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class BetweenTest {
  private static final long SECOND = 1_000_000_000;

  private static MachineReading reading(long at, Map<Counter, Long> counters) {
    return new MachineReading(at, counters, Map.of());
  }

  private static DiskCounters disk(
      long reads, long readBytes, long writes, long writeBytes, long flushes, long busy) {
    return new DiskCounters(
        "8:0",
        reads,
        readBytes,
        writes,
        writeBytes,
        OptionalLong.of(flushes),
        OptionalLong.of(busy));
  }

  private static Map<MachineMeasure, Double> ofDisks(
      Map<String, DiskCounters> before, Map<String, DiskCounters> after) {
    return Between.values(
        new MachineReading(0, Map.of(), before), new MachineReading(2 * SECOND, Map.of(), after));
  }

  @Test
  void ratesAreByTheTimeThatHasPassed() {
    assertThat(
            Between.values(
                reading(0, Map.of(Counter.NETWORK_IN_BYTES, 100L, Counter.LOOPBACK_BYTES, 5L)),
                reading(
                    4 * SECOND,
                    Map.of(Counter.NETWORK_IN_BYTES, 500L, Counter.LOOPBACK_BYTES, 5L))))
        .containsOnly(
            entry(MachineMeasure.NETWORK_IN_BYTES, 100.0),
            entry(MachineMeasure.LOOPBACK_BYTES, 0.0));
  }

  @Test
  void sharesAreOfAllTicks() {
    assertThat(
            Between.values(
                reading(0, Map.of(Counter.USER, 10L, Counter.SYSTEM, 10L, Counter.IDLE, 10L)),
                reading(SECOND, Map.of(Counter.USER, 60L, Counter.SYSTEM, 35L, Counter.IDLE, 35L))))
        .containsOnly(
            entry(MachineMeasure.USER_SHARE, 0.5),
            entry(MachineMeasure.SYSTEM_SHARE, 0.25),
            entry(MachineMeasure.IDLE_SHARE, 0.25));
  }

  @Test
  void whatGoesBackwardsOrIsInOneReadingOnlySaysNothing() {
    assertThat(
            Between.values(
                reading(
                    0,
                    Map.of(
                        Counter.NETWORK_IN_BYTES, 4294967000L,
                        Counter.NETWORK_OUT_BYTES, 7L,
                        Counter.IO_PRESSURE_MICROSECONDS, 9L)),
                reading(
                    SECOND,
                    Map.of(
                        Counter.NETWORK_IN_BYTES, 12L,
                        Counter.NETWORK_OUT_BYTES, 8L,
                        Counter.LOOPBACK_BYTES, 8L))))
        .containsOnly(entry(MachineMeasure.NETWORK_OUT_BYTES, 1.0));
  }

  /** The kernel says that it may. */
  @Test
  void waitsForDisksMayGoBackwardsAlone() {
    assertThat(
            Between.values(
                reading(0, Map.of(Counter.USER, 0L, Counter.IDLE, 0L, Counter.IOWAIT, 5L)),
                reading(SECOND, Map.of(Counter.USER, 50L, Counter.IDLE, 50L, Counter.IOWAIT, 3L))))
        .containsOnly(entry(MachineMeasure.USER_SHARE, 0.5), entry(MachineMeasure.IDLE_SHARE, 0.5));
  }

  @Test
  void pressureIsAShareOfTime() {
    assertThat(
            Between.values(
                reading(0, Map.of(Counter.IO_PRESSURE_MICROSECONDS, 0L)),
                reading(2 * SECOND, Map.of(Counter.IO_PRESSURE_MICROSECONDS, 500_000L))))
        .containsOnly(entry(MachineMeasure.IO_PRESSURE, 0.25));
  }

  @Test
  void disksAreAddedUpAndTheBusiestTells() {
    assertThat(
            ofDisks(
                Map.of("a", disk(0, 0, 0, 0, 0, 0), "b", disk(10, 10, 10, 10, 10, 10)),
                Map.of(
                    "a", disk(2, 8192, 2, 16384, 2, 500), "b", disk(12, 8202, 10, 10, 10, 1510))))
        .containsOnly(
            entry(MachineMeasure.DISK_READS, 2.0),
            entry(MachineMeasure.DISK_READ_BYTES, 8192.0),
            entry(MachineMeasure.DISK_WRITES, 1.0),
            entry(MachineMeasure.DISK_WRITE_BYTES, 8192.0),
            entry(MachineMeasure.DISK_REQUEST_BYTES, 32768.0 / 6),
            entry(MachineMeasure.DISK_FLUSHES, 1.0),
            entry(MachineMeasure.DISK_BUSY_SHARE, 0.75));
  }

  @Test
  void aDiskThatComesOrGoesSaysNothing() {
    DiskCounters some = disk(1, 1, 1, 1, 1, 1);
    assertThat(ofDisks(Map.of("a", some, "b", some), Map.of("a", some))).isEmpty();
    assertThat(ofDisks(Map.of("a", some), Map.of("a", some, "b", some))).isEmpty();
    assertThat(ofDisks(Map.of(), Map.of())).isEmpty();
  }

  @Test
  void aDiskWhoseCounterGoesBackwardsSaysNothingByThatCounter() {
    assertThat(ofDisks(Map.of("a", disk(5, 5, 5, 5, 5, 5)), Map.of("a", disk(5, 4, 5, 5, 5, 4))))
        .containsOnlyKeys(
            MachineMeasure.DISK_READS,
            MachineMeasure.DISK_WRITES,
            MachineMeasure.DISK_WRITE_BYTES,
            MachineMeasure.DISK_FLUSHES);
  }

  @Test
  void aGroupIsThrottledWhereItHasALimit() {
    Map<Counter, Long> before =
        Map.of(
            Counter.PERIODS, 0L, Counter.THROTTLED_PERIODS, 0L, Counter.THROTTLED_NANOSECONDS, 0L);
    Map<Counter, Long> limited =
        Map.of(
            Counter.LIMIT_MICROSECONDS, 50_000L,
            Counter.LIMIT_PERIOD_MICROSECONDS, 100_000L,
            Counter.PERIODS, 10L,
            Counter.THROTTLED_PERIODS, 4L,
            Counter.THROTTLED_NANOSECONDS, 2 * SECOND);
    assertThat(Between.values(reading(0, before), reading(SECOND, limited)))
        .containsOnly(
            entry(MachineMeasure.PROCESSOR_LIMIT, 0.5),
            entry(MachineMeasure.THROTTLED_SHARE, 0.4),
            entry(MachineMeasure.THROTTLED_TIME, 2.0));
    assertThat(Between.values(reading(0, before), reading(SECOND, before))).isEmpty();
  }
}
