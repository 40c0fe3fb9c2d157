package io.argosy.tpcd.architecture;

import io.argosy.tpcd.architecture.Database.StorageDirectory;
import io.argosy.tpcd.testbed.Command;
import io.argosy.tpcd.testbed.DataRate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * How fast an architecture's storage reads a file from its beginning to its end, with no database.
 * Where several machines have storage of their own, all read at the same time.
 */
public final class RawReads {
  /** The sizes of blocks that Rauch and Stricker use. */
  static final List<Integer> BLOCK_BYTES = List.of(4 << 10, 32 << 10, 256 << 10);

  private static final long MEGABYTE = 1L << 20;

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
   */
  public record Throughput(int blockBytes, DataRate rate) {}

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
  Throughput measure(int blockBytes) throws IOException, InterruptedException {
    List<Future<String>> reads = new ArrayList<>();
    long start = System.nanoTime();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (StorageDirectory directory : storage) {
        reads.add(
            threads.submit(
                () ->
                    directory
                        .machine()
                        .run("dd", "if=" + file(directory), "of=/dev/null", "bs=" + blockBytes)));
      }
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    for (Future<String> read : reads) {
      try {
        read.get();
      } catch (ExecutionException e) {
        throw new IOException(e.getCause().getMessage(), e);
      }
    }
    return new Throughput(blockBytes, new DataRate(Math.round(bytes * storage.size() / seconds)));
  }
}
