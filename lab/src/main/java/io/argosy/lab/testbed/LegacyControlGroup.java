package io.argosy.lab.testbed;

import static io.argosy.lab.testbed.ControlGroups.CPU_PERIOD_MICROSECONDS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * A control group of version 1: a directory in each controller's own hierarchy (kernel
 * documentation, admin-guide/cgroup-v1).
 *
 * @param cpu its directory under controller cpu
 * @param accounting its directory under controller cpuacct
 * @param disk its directory under controller blkio
 */
record LegacyControlGroup(Path cpu, Path accounting, Path disk) implements ControlGroup {
  private static final int DEFAULT_SHARES = 1024;
  private static final int HIGHEST_SHARES = 262_144;

  @Override
  public List<Path> directories() {
    // Two controllers may share a hierarchy.
    return Stream.of(cpu, accounting, disk).distinct().toList();
  }

  @Override
  public void limitCores(OptionalDouble cores) throws IOException {
    Files.writeString(cpu.resolve("cpu.cfs_period_us"), Integer.toString(CPU_PERIOD_MICROSECONDS));
    long quota = cores.isPresent() ? Math.round(cores.getAsDouble() * CPU_PERIOD_MICROSECONDS) : -1;
    Files.writeString(cpu.resolve("cpu.cfs_quota_us"), Long.toString(quota));
    int shares = cores.isPresent() ? HIGHEST_SHARES : DEFAULT_SHARES;
    Files.writeString(cpu.resolve("cpu.shares"), Integer.toString(shares));
  }

  @Override
  public void limitReads(BlockDevice device, Optional<DataRate> rate) throws IOException {
    Files.writeString(
        disk.resolve("blkio.throttle.read_bps_device"),
        device + " " + rate.map(DataRate::bytesPerSecond).orElse(0L));
  }

  @Override
  public double cpuSeconds() throws IOException {
    return Long.parseLong(Files.readString(accounting.resolve("cpuacct.usage")).strip()) / 1e9;
  }

  @Override
  public long bytesRead(BlockDevice device) throws IOException {
    String prefix = device + " Read ";
    return Files.readAllLines(disk.resolve("blkio.throttle.io_service_bytes")).stream()
        .filter(line -> line.startsWith(prefix))
        .mapToLong(line -> Long.parseLong(line.substring(prefix.length()).strip()))
        .sum();
  }
}
