package io.argosy.agent.machine;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.Stream;

/** Times reads of a server's files past the cache of the operating system. */
final class PageReads {
  private static final int PAGE = 8 * 1024;

  /** What an operating system reads ahead of a sequential scan. */
  private static final int RUN = 16 * PAGE;

  /** A file that is smaller says more about its place on the disk than about the disk. */
  private static final long SMALLEST_FILE = 16L << 20;

  private static final int MOST_READS = 200;
  private static final int FEWEST_READS = 10;
  private static final long NANOSECONDS_EACH = Duration.ofMillis(250).toNanos();

  /** A table is in files of one gigabyte, in a directory for each database. */
  private static final int FILE_DEPTH = 2;

  private PageReads() {}

  /**
   * How many times longer a page by itself takes than one in a run of pages; empty where no file is
   * large enough to tell.
   *
   * @throws IOException when the files cannot be read, or not past the cache
   * @throws UnsupportedOperationException when the file system cannot read past the cache
   */
  static OptionalDouble ratio(Path dataDirectory) throws IOException {
    Optional<Path> file = largestFile(dataDirectory.resolve("base"));
    if (file.isEmpty()) {
      return OptionalDouble.empty();
    }
    int alignment = (int) Files.getFileStore(file.get()).getBlockSize();
    try (FileChannel channel =
        FileChannel.open(file.get(), StandardOpenOption.READ, ExtendedOpenOption.DIRECT)) {
      double alone = nanosecondsPerPage(channel, PAGE, alignment);
      double inRun = nanosecondsPerPage(channel, RUN, alignment);
      return OptionalDouble.of(alone / inRun);
    }
  }

  private static Optional<Path> largestFile(Path directory) throws IOException {
    Path largest = null;
    long most = SMALLEST_FILE - 1;
    try (Stream<Path> files = Files.walk(directory, FILE_DEPTH)) {
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        long size = Files.size(file);
        if (size > most) {
          most = size;
          largest = file;
        }
      }
    }
    return Optional.ofNullable(largest);
  }

  private static double nanosecondsPerPage(FileChannel channel, int length, int alignment)
      throws IOException {
    ByteBuffer buffer = ByteBuffer.allocateDirect(length + alignment).alignedSlice(alignment);
    long places = channel.size() / RUN;
    Random random = new Random();
    long start = System.nanoTime();
    int reads = 0;
    while (reads < FEWEST_READS
        || (reads < MOST_READS && System.nanoTime() - start < NANOSECONDS_EACH)) {
      buffer.clear().limit(length);
      channel.read(buffer, random.nextLong(places) * RUN);
      reads++;
    }
    return (double) (System.nanoTime() - start) / reads / (length / (double) PAGE);
  }
}
