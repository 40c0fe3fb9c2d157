package io.argosy.node.sample;

import static io.argosy.node.MachineMeasure.DISK_BUSY_SHARE;
import static io.argosy.node.MachineMeasure.DISK_FLUSHES;
import static io.argosy.node.MachineMeasure.DISK_READS;
import static io.argosy.node.MachineMeasure.DISK_READ_BYTES;
import static io.argosy.node.MachineMeasure.DISK_REQUEST_BYTES;
import static io.argosy.node.MachineMeasure.DISK_WRITES;
import static io.argosy.node.MachineMeasure.DISK_WRITE_BYTES;

import io.argosy.node.MachineMeasure;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * What a machine did between two readings. A counter that is in one of them only, or has gone
 * backwards, since its device was started again or its number has become too large, says nothing.
 */
final class Between {
  private static final double NANOSECONDS = 1e9;
  private static final double MICROSECONDS = 1e6;
  private static final double MILLISECONDS = 1e3;

  private static final Map<Counter, MachineMeasure> TICKS =
      Map.of(
          Counter.USER, MachineMeasure.USER_SHARE,
          Counter.SYSTEM, MachineMeasure.SYSTEM_SHARE,
          Counter.IOWAIT, MachineMeasure.IOWAIT_SHARE,
          Counter.STEAL, MachineMeasure.STEAL_SHARE,
          Counter.IDLE, MachineMeasure.IDLE_SHARE);

  private static final Map<Counter, MachineMeasure> RATES =
      Map.of(
          Counter.NETWORK_IN_BYTES, MachineMeasure.NETWORK_IN_BYTES,
          Counter.NETWORK_OUT_BYTES, MachineMeasure.NETWORK_OUT_BYTES,
          Counter.NETWORK_IN_PACKETS, MachineMeasure.NETWORK_IN_PACKETS,
          Counter.NETWORK_OUT_PACKETS, MachineMeasure.NETWORK_OUT_PACKETS,
          Counter.LOOPBACK_BYTES, MachineMeasure.LOOPBACK_BYTES,
          Counter.LOOPBACK_PACKETS, MachineMeasure.LOOPBACK_PACKETS);

  private static final Map<Counter, MachineMeasure> PRESSURES =
      Map.of(
          Counter.PROCESSOR_PRESSURE_MICROSECONDS, MachineMeasure.PROCESSOR_PRESSURE,
          Counter.MEMORY_PRESSURE_MICROSECONDS, MachineMeasure.MEMORY_PRESSURE,
          Counter.MEMORY_PRESSURE_FULL_MICROSECONDS, MachineMeasure.MEMORY_PRESSURE_FULL,
          Counter.IO_PRESSURE_MICROSECONDS, MachineMeasure.IO_PRESSURE,
          Counter.IO_PRESSURE_FULL_MICROSECONDS, MachineMeasure.IO_PRESSURE_FULL);

  private static final Map<Counter, MachineMeasure> STATES =
      Map.of(
          Counter.PROCESSORS, MachineMeasure.PROCESSORS,
          Counter.MEMORY_TOTAL, MachineMeasure.MEMORY_TOTAL,
          Counter.MEMORY_AVAILABLE, MachineMeasure.MEMORY_AVAILABLE,
          Counter.MEMORY_CACHED, MachineMeasure.MEMORY_CACHED,
          Counter.MEMORY_DIRTY, MachineMeasure.MEMORY_DIRTY,
          Counter.MEMORY_LIMIT, MachineMeasure.MEMORY_LIMIT,
          Counter.MEMORY_USED, MachineMeasure.MEMORY_USED);

  private final MachineReading before;
  private final MachineReading after;
  private final double seconds;
  private final Map<MachineMeasure, Double> values = new EnumMap<>(MachineMeasure.class);

  private Between(MachineReading before, MachineReading after) {
    this.before = before;
    this.after = after;
    this.seconds = (after.nanoseconds() - before.nanoseconds()) / NANOSECONDS;
  }

  /** The values of a sample, of readings at different times. */
  static Map<MachineMeasure, Double> values(MachineReading before, MachineReading after) {
    Between between = new Between(before, after);
    STATES.forEach(between::addState);
    between.addProcessors();
    RATES.forEach((counter, measure) -> between.addRate(counter, measure, 1));
    PRESSURES.forEach(between::addPressure);
    between.addThrottling();
    between.addDisks();
    return between.values;
  }

  private void addState(Counter counter, MachineMeasure measure) {
    Long state = after.counters().get(counter);
    if (state != null) {
      values.put(measure, (double) state);
    }
  }

  private void addRate(Counter counter, MachineMeasure measure, double unit) {
    growth(counter).ifPresent(grown -> values.put(measure, grown / unit / seconds));
  }

  /** The system counts the waits of a moment that is not over only now and then. */
  private void addPressure(Counter counter, MachineMeasure measure) {
    growth(counter)
        .ifPresent(grown -> values.put(measure, Math.min(1, grown / MICROSECONDS / seconds)));
  }

  /** Ticks may be missing or too many in a second: the shares are of all that there were. */
  private void addProcessors() {
    long all = TICKS.keySet().stream().mapToLong(counter -> growth(counter).orElse(0)).sum();
    if (all > 0) {
      TICKS.forEach(
          (counter, measure) ->
              growth(counter).ifPresent(ticks -> values.put(measure, ticks / (double) all)));
    }
  }

  private void addThrottling() {
    Long limit = after.counters().get(Counter.LIMIT_MICROSECONDS);
    if (limit == null) {
      return;
    }
    values.put(
        MachineMeasure.PROCESSOR_LIMIT,
        limit / (double) after.counters().get(Counter.LIMIT_PERIOD_MICROSECONDS));
    OptionalLong periods = growth(Counter.PERIODS);
    OptionalLong throttled = growth(Counter.THROTTLED_PERIODS);
    if (periods.isPresent() && throttled.isPresent()) {
      // There are none in which the group has nothing to do.
      values.put(
          MachineMeasure.THROTTLED_SHARE,
          periods.getAsLong() == 0
              ? 0
              : Math.min(1, throttled.getAsLong() / (double) periods.getAsLong()));
    }
    addRate(Counter.THROTTLED_NANOSECONDS, MachineMeasure.THROTTLED_TIME, NANOSECONDS);
  }

  private void addDisks() {
    if (after.disks().isEmpty() || !before.disks().keySet().equals(after.disks().keySet())) {
      return;
    }
    OptionalLong reads = disks(disk -> OptionalLong.of(disk.reads()));
    OptionalLong readBytes = disks(disk -> OptionalLong.of(disk.readBytes()));
    OptionalLong writes = disks(disk -> OptionalLong.of(disk.writes()));
    OptionalLong writeBytes = disks(disk -> OptionalLong.of(disk.writeBytes()));
    addDisks(DISK_READS, reads);
    addDisks(DISK_READ_BYTES, readBytes);
    addDisks(DISK_WRITES, writes);
    addDisks(DISK_WRITE_BYTES, writeBytes);
    addDisks(DISK_FLUSHES, disks(DiskCounters::flushes));
    if (reads.isPresent()
        && readBytes.isPresent()
        && writes.isPresent()
        && writeBytes.isPresent()
        && reads.getAsLong() + writes.getAsLong() > 0) {
      values.put(
          DISK_REQUEST_BYTES,
          (readBytes.getAsLong() + writeBytes.getAsLong())
              / (double) (reads.getAsLong() + writes.getAsLong()));
    }
    busiest().ifPresent(share -> values.put(DISK_BUSY_SHARE, share));
  }

  private void addDisks(MachineMeasure measure, OptionalLong grown) {
    grown.ifPresent(number -> values.put(measure, number / seconds));
  }

  /** By how much a counter of all disks has grown; empty where that of one says nothing. */
  private OptionalLong disks(Function<DiskCounters, OptionalLong> counter) {
    long sum = 0;
    for (String name : after.disks().keySet()) {
      OptionalLong grown =
          growth(counter.apply(before.disks().get(name)), counter.apply(after.disks().get(name)));
      if (grown.isEmpty()) {
        return grown;
      }
      sum += grown.getAsLong();
    }
    return OptionalLong.of(sum);
  }

  private OptionalDouble busiest() {
    double most = 0;
    for (String name : after.disks().keySet()) {
      OptionalLong busy =
          growth(
              before.disks().get(name).busyMilliseconds(),
              after.disks().get(name).busyMilliseconds());
      if (busy.isEmpty()) {
        return OptionalDouble.empty();
      }
      most = Math.max(most, busy.getAsLong() / MILLISECONDS / seconds);
    }
    return OptionalDouble.of(Math.min(1, most));
  }

  private OptionalLong growth(Counter counter) {
    return growth(of(before, counter), of(after, counter));
  }

  private static OptionalLong of(MachineReading reading, Counter counter) {
    Long value = reading.counters().get(counter);
    return value == null ? OptionalLong.empty() : OptionalLong.of(value);
  }

  private static OptionalLong growth(OptionalLong earlier, OptionalLong later) {
    boolean grown =
        earlier.isPresent() && later.isPresent() && later.getAsLong() >= earlier.getAsLong();
    return grown ? OptionalLong.of(later.getAsLong() - earlier.getAsLong()) : OptionalLong.empty();
  }
}
