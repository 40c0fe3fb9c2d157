package io.argosy.agent.machine;

import com.sun.management.OperatingSystemMXBean;
import io.argosy.node.Machine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures the machine of an agent and its server. Immutable.
 *
 * @param memoryBytes how much of the memory is the server's; empty for all that this process can
 *     see, which is that of its container where it has a limit
 * @param dataDirectory the server's data directory, whose files are read to measure the disk; empty
 *     where this process may not read it
 * @param samples whether the machine is sampled once a second
 */
public record MachineMeter(
    OptionalLong memoryBytes, Optional<Path> dataDirectory, boolean samples) {
  private static final Logger log = LoggerFactory.getLogger(MachineMeter.class);

  /** One that is sampled. */
  public MachineMeter(OptionalLong memoryBytes, Optional<Path> dataDirectory) {
    this(memoryBytes, dataDirectory, true);
  }

  /** All of the memory, and nothing about the disk. */
  public static MachineMeter ofWholeMachine() {
    return new MachineMeter(OptionalLong.empty(), Optional.empty());
  }

  /** Takes less than a second. What cannot be measured is left out. */
  public Machine measure() {
    return new Machine(memoryBytes.orElseGet(MachineMeter::visibleMemory), randomPageReads());
  }

  /** The memory of the machine, or of the container, in bytes. */
  public static long visibleMemory() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
  }

  private OptionalDouble randomPageReads() {
    if (dataDirectory.isEmpty()) {
      return OptionalDouble.empty();
    }
    try {
      return PageReads.ratio(dataDirectory.get());
    } catch (IOException | UncheckedIOException | UnsupportedOperationException e) {
      log.info("reads of pages in {} cannot be measured: {}", dataDirectory.get(), e.toString());
      return OptionalDouble.empty();
    }
  }
}
