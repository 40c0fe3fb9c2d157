package io.argosy.lab.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.nio.file.ExtendedOpenOption;
import io.argosy.lab.testbed.BlockFile;
import io.argosy.lab.testbed.Command;
import io.argosy.lab.testbed.Program;
import io.argosy.lab.testbed.Repetition;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Measures what a block device over the network costs the processor of the machine that uses it,
 * with the programs that such devices are made of. Each request goes through a program outside of
 * the kernel, so that what it costs depends on how much it asks for.
 */
final class DeviceBenchmark {
  /** What Btrfs asks one device of a RAID-0 for: a stripe. */
  private static final int REQUEST = 64 << 10;

  private static final int ALIGNMENT = 4096;
  private static final long BYTES = 512L << 20;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private DeviceBenchmark() {}

  /**
   * Bytes per second of a whole processor.
   *
   * @param server the program gets data from a socket and gives it to the kernel
   * @param cache the kernel gets it into its cache, for whoever reads
   */
  record Costs(double server, double cache) {}

  /**
   * Measures them.
   *
   * @param directory where a directory can be made for the mount
   * @param shares how much of a processor the program gets
   * @return nothing where the programs are not installed or may not mount
   */
  static Optional<Costs> measure(Path directory, ProcessorShares shares)
      throws IOException, InterruptedException {
    if (Stream.of(Program.NBDKIT, Program.NBDFUSE, Program.FUSERMOUNT)
        .anyMatch(program -> program.missing().isPresent())) {
      return Optional.empty();
    }
    Path mount = Files.createTempDirectory(directory, "device");
    Path process = mount.resolveSibling(mount.getFileName() + ".pid");
    String[] source = {"[", "nbdkit", "memory", Long.toString(BYTES), "]"};
    Process server =
        new ProcessBuilder(BlockFile.serve(process, mount, source))
            .redirectErrorStream(true)
            .start();
    try (BufferedReader said =
        new BufferedReader(new InputStreamReader(server.getInputStream(), UTF_8))) {
      String line = said.readLine();
      while (line != null && !line.equals(BlockFile.READY)) {
        line = said.readLine();
      }
      if (line == null) {
        return Optional.empty();
      }
      try {
        long id = Long.parseLong(Files.readString(process).strip());
        ProcessHandle served = ProcessHandle.of(id).orElseThrow();
        shares.onClient(served);
        return Optional.of(Repetition.best(() -> read(mount.resolve(BlockFile.NAME), served)));
      } finally {
        Command.of(Program.FUSERMOUNT.command(), "-u", mount.toString()).run();
        server.waitFor();
      }
    } finally {
      server.destroy();
      Files.deleteIfExists(process);
      Files.delete(mount);
    }
  }

  private static Costs read(Path file, ProcessHandle server) throws IOException {
    double before = ProcessorTime.seconds(server);
    try (FileChannel channel = open(file, ExtendedOpenOption.DIRECT)) {
      readAll(channel);
    }
    double serving = ProcessorTime.seconds(server) - before;
    try (FileChannel channel = open(file)) {
      double cold = readAll(channel);
      double cached = readAll(channel);
      // To fill the cache is to copy into it at least, whatever else the processor did meanwhile.
      return new Costs(BYTES / serving, BYTES / Math.max(cold - cached, cached));
    }
  }

  private static FileChannel open(Path file, OpenOption... more) throws IOException {
    OpenOption[] options =
        Stream.concat(Stream.of(StandardOpenOption.READ), Stream.of(more))
            .toArray(OpenOption[]::new);
    return FileChannel.open(file, options);
  }

  /** Reads a file from its beginning; gives the thread's processor time, in seconds. */
  private static double readAll(FileChannel channel) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocateDirect(REQUEST + ALIGNMENT).alignedSlice(ALIGNMENT);
    buffer.limit(REQUEST);
    long start = THREADS.getCurrentThreadCpuTime();
    channel.position(0);
    while (channel.read(buffer) > 0) {
      buffer.position(0);
    }
    return (THREADS.getCurrentThreadCpuTime() - start) / 1e9;
  }
}
