package io.argosy.node.sample;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/** The files that tell of a machine, kept open. Used by one thread. */
final class MachineFiles implements AutoCloseable {
  /** After so many readings, it is looked where the limits and the data are now. */
  private static final int READINGS = 60;

  private final Path groups;
  private final ByteBuffer buffer = ProcFile.buffer();
  private final ProcFile processors;
  private final ProcFile disks;
  private final ProcFile network;
  private final ProcFile memory;
  private final ProcFile processorPressure;
  private final ProcFile memoryPressure;
  private final ProcFile ioPressure;
  private GroupFiles group;
  private SampledServer server;
  private String device;
  private int readings;

  /** Those of one group. */
  private record GroupFiles(
      ControlGroup of,
      ProcFile quota,
      ProcFile period,
      ProcFile throttling,
      ProcFile limit,
      ProcFile used)
      implements AutoCloseable {
    @Override
    public void close() {
      quota.close();
      period.close();
      throttling.close();
      limit.close();
      used.close();
    }
  }

  /**
   * @param proc as a rule {@code /proc}
   * @param groups as a rule {@code /sys/fs/cgroup}
   */
  MachineFiles(Path proc, Path groups) {
    this.groups = groups;
    this.processors = file(proc, "stat");
    this.disks = file(proc, "diskstats");
    this.network = file(proc, "net/dev");
    this.memory = file(proc, "meminfo");
    this.processorPressure = file(proc, "pressure/cpu");
    this.memoryPressure = file(proc, "pressure/memory");
    this.ioPressure = file(proc, "pressure/io");
  }

  private ProcFile file(Path directory, String name) {
    return new ProcFile(directory.resolve(name), buffer);
  }

  /**
   * Reads all of them; what cannot be read is not in it.
   *
   * @param now whose disk and limits are read
   */
  MachineReading read(long nanoseconds, SampledServer now) {
    if (readings++ % READINGS == 0 || !now.equals(server)) {
      server = now;
      device = now.device();
      now.memberships().ifPresent(memberships -> follow(ControlGroup.of(groups, memberships)));
    }
    Map<Counter, Long> counters = new EnumMap<>(Counter.class);
    add(processors, ProcessorTimes::parse, counters);
    add(network, NetworkDevices::parse, counters);
    add(memory, MemoryState::parse, counters);
    add(
        processorPressure,
        text -> Pressure.parse(text, Counter.PROCESSOR_PRESSURE_MICROSECONDS, null),
        counters);
    add(
        memoryPressure,
        text ->
            Pressure.parse(
                text,
                Counter.MEMORY_PRESSURE_MICROSECONDS,
                Counter.MEMORY_PRESSURE_FULL_MICROSECONDS),
        counters);
    add(
        ioPressure,
        text ->
            Pressure.parse(
                text, Counter.IO_PRESSURE_MICROSECONDS, Counter.IO_PRESSURE_FULL_MICROSECONDS),
        counters);
    addGroup(counters);
    Map<String, DiskCounters> chosen =
        disks
            .read()
            .map(text -> DiskCounters.choose(DiskCounters.parse(text), device))
            .orElse(Map.of());
    return new MachineReading(nanoseconds, counters, chosen);
  }

  private static void add(
      ProcFile file, Function<String, Map<Counter, Long>> parser, Map<Counter, Long> counters) {
    file.read().map(parser).ifPresent(counters::putAll);
  }

  private void addGroup(Map<Counter, Long> counters) {
    if (group == null) {
      return;
    }
    if (group.of().version2()) {
      add(group.quota(), ControlGroup::quota, counters);
    } else {
      counters.putAll(ControlGroup.quota(number(group.quota()), number(group.period())));
    }
    add(group.throttling(), ControlGroup::throttling, counters);
    add(group.limit(), text -> ControlGroup.bytes(text, Counter.MEMORY_LIMIT), counters);
    add(group.used(), text -> ControlGroup.bytes(text, Counter.MEMORY_USED), counters);
  }

  private static OptionalLong number(ProcFile file) {
    Optional<String> text = file.read();
    return text.isEmpty() ? OptionalLong.empty() : Lines.number(text.get().strip());
  }

  private void follow(ControlGroup now) {
    if (group != null && group.of().equals(now)) {
      return;
    }
    if (group != null) {
      group.close();
    }
    boolean version2 = now.version2();
    group =
        new GroupFiles(
            now,
            file(now.processors(), version2 ? "cpu.max" : "cpu.cfs_quota_us"),
            file(now.processors(), "cpu.cfs_period_us"),
            file(now.processors(), "cpu.stat"),
            file(now.memory(), version2 ? "memory.max" : "memory.limit_in_bytes"),
            file(now.memory(), version2 ? "memory.current" : "memory.usage_in_bytes"));
  }

  @Override
  public void close() {
    processors.close();
    disks.close();
    network.close();
    memory.close();
    processorPressure.close();
    memoryPressure.close();
    ioPressure.close();
    if (group != null) {
      group.close();
    }
  }
}
