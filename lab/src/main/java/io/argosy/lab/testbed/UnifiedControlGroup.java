package io.argosy.lab.testbed;

import static io.argosy.lab.testbed.ControlGroups.CPU_PERIOD_MICROSECONDS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A control group of version 2: one directory for all controllers (kernel documentation,
 * admin-guide/cgroup-v2).
 */
record UnifiedControlGroup(Path directory) implements ControlGroup {
  private static final int DEFAULT_WEIGHT = 100;
  private static final int HIGHEST_WEIGHT = 10_000;
  private static final String USAGE = "usage_usec ";
  private static final String READ = "rbytes=";

  @Override
  public List<Path> directories() {
    return List.of(directory);
  }

  @Override
  public void limitCores(OptionalDouble cores) throws IOException {
    String quota =
        cores.isPresent()
            ? Long.toString(Math.round(cores.getAsDouble() * CPU_PERIOD_MICROSECONDS))
            : "max";
    Files.writeString(directory.resolve("cpu.max"), quota + " " + CPU_PERIOD_MICROSECONDS);
    int weight = cores.isPresent() ? HIGHEST_WEIGHT : DEFAULT_WEIGHT;
    Files.writeString(directory.resolve("cpu.weight"), Integer.toString(weight));
  }

  @Override
  public void limitReads(BlockDevice device, Optional<DataRate> rate) throws IOException {
    String limit = rate.map(limited -> Long.toString(limited.bytesPerSecond())).orElse("max");
    Files.writeString(directory.resolve("io.max"), device + " rbps=" + limit);
  }

  @Override
  public double cpuSeconds() throws IOException {
    return Files.readAllLines(directory.resolve("cpu.stat")).stream()
            .filter(line -> line.startsWith(USAGE))
            .mapToLong(line -> Long.parseLong(line.substring(USAGE.length()).strip()))
            .sum()
        / 1e6;
  }

  @Override
  public long bytesRead(BlockDevice device) throws IOException {
    return Files.readAllLines(directory.resolve("io.stat")).stream()
        .filter(line -> line.startsWith(device + " "))
        .flatMap(line -> Arrays.stream(line.split(" ")))
        .filter(value -> value.startsWith(READ))
        .mapToLong(value -> Long.parseLong(value.substring(READ.length())))
        .sum();
  }
}
