package io.argosy.lab.architecture;

import io.argosy.lab.architecture.Database.StorageDirectory;
import io.argosy.lab.testbed.Command;
import io.argosy.lab.testbed.DataRate;
import io.argosy.lab.testbed.Testbed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How fast an architecture's storage reads a file from its beginning to its end, with no database.
 * Where several machines have storage of their own, all read at the same time.
 */
public final class RawReads {
  /** The sizes of blocks that Rauch and Stricker use. */
  static final List<Integer> BLOCK_BYTES = List.of(4 << 10, 32 << 10, 256 << 10);

  private static final long MEGABYTE = 1L << 20;

  private static final String READ = "LC_ALL=C exec dd \"if=$0\" of=/dev/null \"$1\" 2>&1";

  /** As in {@code 67108864 bytes (67 MB, 64 MiB) copied, 2.02714 s, 33.1 MB/s}. */
  private static final Pattern SECONDS = Pattern.compile("copied, ([0-9.e+-]+) s");

  private final List<StorageDirectory> storage;
  private final long bytes;

  private RawReads(List<StorageDirectory> storage, long bytes) {
    this.storage = storage;
    this.bytes = bytes;
  }

  /**
   * What was measured.
   *
   * @param blockBytes how much each call asks for
   * @param rate how much came, of all machines together
   * @param clientCpuSeconds processor time of the client machine's processes
   * @param nodesCpuSeconds processor time of all nodes' processes
   * @param stolenShare the part of the processor time that the real machine wanted meanwhile and
   *     its host kept from it, from 0 to 1
   */
  public record Throughput(
      int blockBytes,
      DataRate rate,
      double clientCpuSeconds,
      double nodesCpuSeconds,
      double stolenShare) {}

  /** Writes the files, of bytes that cannot be compressed. */
  static RawReads prepare(List<StorageDirectory> storage, long bytes)
      throws IOException, InterruptedException {
    for (StorageDirectory directory : storage) {
      Command.of(
              "dd",
              "if=/dev/urandom",
              "of=" + file(directory),
              "bs=" + MEGABYTE,
              "count=" + Math.max(1, bytes / MEGABYTE),
              "conv=fsync")
          .run();
    }
    return new RawReads(storage, Math.max(1, bytes / MEGABYTE) * MEGABYTE);
  }

  private static Path file(StorageDirectory directory) {
    return directory.directory().resolve("raw");
  }

  /** Reads all files once. */
  Throughput measure(int blockBytes, Testbed testbed) throws IOException, InterruptedException {
    Usage before = Usage.now(testbed);
    List<Future<String>> reads = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (StorageDirectory directory : storage) {
        reads.add(
            threads.submit(
                () ->
                    directory
                        .machine()
                        .run("sh", "-c", READ, file(directory).toString(), "bs=" + blockBytes)));
      }
    }
    double slowest = 0;
    for (Future<String> read : reads) {
      try {
        slowest = Math.max(slowest, secondsOf(read.get()));
      } catch (ExecutionException e) {
        throw new IOException(e.getCause().getMessage(), e);
      }
    }
    Usage usage = Usage.now(testbed).since(before);
    return new Throughput(
        blockBytes,
        new DataRate(Math.round(bytes * storage.size() / slowest)),
        usage.clientCpuSeconds(),
        usage.nodesCpuSeconds(),
        usage.stolen().share());
  }

  /** What dd says it took. A program's start, which takes a slow machine long, is no reading. */
  static double secondsOf(String report) throws IOException {
    Matcher seconds = SECONDS.matcher(report);
    if (!seconds.find()) {
      throw new IOException("dd did not say how long it took: " + report);
    }
    return Double.parseDouble(seconds.group(1));
  }
}
