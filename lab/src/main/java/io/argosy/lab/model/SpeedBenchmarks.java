package io.argosy.lab.model;

import com.sun.nio.file.ExtendedOpenOption;
import io.argosy.lab.testbed.Command;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Measures this machine's parts, each for about a second. What a step costs the processor is the
 * processor time of the thread that does it, the kernel's work for it included. Over the loopback
 * interface the sender does a part of the receiver's work; the sum is what two machines would need.
 */
public final class SpeedBenchmarks {
  private static final int BLOCK = 1 << 20;
  private static final int ALIGNMENT = 4096;
  private static final int FILE_BLOCKS = 256;
  private static final int SENT_BLOCKS = 2048;
  private static final int COPIED_BYTES = 64 << 20;
  private static final int COPIES = 24;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private SpeedBenchmarks() {}

  /**
   * What a piece of work has taken.
   *
   * @param seconds wall clock time
   * @param cpuSeconds the thread's processor time
   */
  private record Taken(double seconds, double cpuSeconds) {}

  /**
   * Measures everything.
   *
   * @param directory on the disk that is measured; a file of 256 MiB is there meanwhile
   * @param link how fast the network link is, in bytes per second, which cannot be found out on one
   *     machine
   * @param shares how much of a processor the programs get that a block device needs
   */
  public static Speeds measure(Path directory, double link, ProcessorShares shares)
      throws IOException, InterruptedException {
    int processors = Runtime.getRuntime().availableProcessors();
    try (ExecutorService threads = Executors.newFixedThreadPool(processors + 1)) {
      Taken copying = one(threads, SpeedBenchmarks::copy);
      double copied = (double) COPIED_BYTES * COPIES;
      Taken copyingAtOnce = slowest(threads, processors);
      Reading reading = result(threads.submit(() -> readDisk(directory)));
      double read = (double) FILE_BLOCKS * BLOCK;
      double sent = (double) SENT_BLOCKS * BLOCK;
      List<Taken> ends = overLoopback(threads);
      double copy = copied / copying.cpuSeconds();
      double receive = sent / ends.getLast().cpuSeconds();
      DeviceBenchmark.Costs device =
          result(threads.submit(() -> DeviceBenchmark.measure(directory, shares)))
              // As if the program did nothing but to move the data.
              .orElse(new DeviceBenchmark.Costs(1 / (1 / receive + 1 / copy), copy));
      return new Speeds(
          read / reading.direct().seconds(),
          link,
          // A copy reads and writes.
          2 * copied * processors / copyingAtOnce.seconds(),
          processors,
          read / reading.fillingCpuSeconds(),
          copy,
          sent / ends.getFirst().cpuSeconds(),
          receive,
          device.server(),
          device.cache());
    }
  }

  private static Taken copy() {
    byte[] from = new byte[COPIED_BYTES];
    byte[] to = new byte[COPIED_BYTES];
    // So that both have pages of their own.
    new Random(1).nextBytes(from);
    System.arraycopy(from, 0, to, 0, to.length);
    Stopwatch watch = new Stopwatch();
    for (int i = 0; i < COPIES; i++) {
      System.arraycopy(from, 0, to, 0, to.length);
    }
    return watch.taken();
  }

  private static Taken slowest(ExecutorService threads, int processors)
      throws IOException, InterruptedException {
    List<Future<Taken>> copies = new ArrayList<>();
    for (int i = 0; i < processors; i++) {
      copies.add(threads.submit(SpeedBenchmarks::copy));
    }
    double seconds = 0;
    for (Future<Taken> copy : copies) {
      seconds = Math.max(seconds, result(copy).seconds());
    }
    return new Taken(seconds, 0);
  }

  /**
   * Reads a file past the operating system's cache, through it when it does not have the file, and
   * from it.
   */
  private static Reading readDisk(Path directory) throws IOException, InterruptedException {
    Path file = Files.createTempFile(directory, "speed", ".dat");
    try {
      byte[] block = new byte[BLOCK];
      new Random(1).nextBytes(block);
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        for (int i = 0; i < FILE_BLOCKS; i++) {
          channel.write(ByteBuffer.wrap(block));
        }
        channel.force(true);
      }
      Taken direct = read(file, StandardOpenOption.READ, ExtendedOpenOption.DIRECT);
      forget(file);
      Taken cold = read(file, StandardOpenOption.READ);
      Taken cached = read(file, StandardOpenOption.READ);
      return new Reading(direct, cold, cached);
    } finally {
      Files.delete(file);
    }
  }

  private record Reading(Taken direct, Taken cold, Taken cached) {
    /** What is done for the data before it is in the cache. */
    double fillingCpuSeconds() {
      return Math.max(cold.cpuSeconds() - cached.cpuSeconds(), direct.cpuSeconds());
    }
  }

  /** Makes the cache lose a file, which needs no rights but to read it. */
  private static void forget(Path file) throws IOException, InterruptedException {
    Command.of("dd", "if=" + file, "iflag=nocache", "count=0").run();
  }

  private static Taken read(Path file, OpenOption... options) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocateDirect(BLOCK + ALIGNMENT).alignedSlice(ALIGNMENT);
    buffer.limit(BLOCK);
    try (FileChannel channel = FileChannel.open(file, options)) {
      Stopwatch watch = new Stopwatch();
      while (channel.read(buffer) > 0) {
        buffer.position(0);
      }
      return watch.taken();
    }
  }

  private static List<Taken> overLoopback(ExecutorService threads)
      throws IOException, InterruptedException {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Future<Taken> receiver = threads.submit(() -> receive(listener));
      Future<Taken> sender = threads.submit(() -> send(listener.getLocalPort()));
      return List.of(result(sender), result(receiver));
    }
  }

  private static Taken send(int port) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        OutputStream stream = socket.getOutputStream()) {
      byte[] block = new byte[BLOCK];
      Stopwatch watch = new Stopwatch();
      for (int i = 0; i < SENT_BLOCKS; i++) {
        stream.write(block);
      }
      return watch.taken();
    }
  }

  private static Taken receive(ServerSocket listener) throws IOException {
    try (Socket socket = listener.accept();
        InputStream stream = socket.getInputStream()) {
      byte[] block = new byte[BLOCK];
      Stopwatch watch = new Stopwatch();
      while (stream.read(block) >= 0) {
        // Only the time counts.
      }
      return watch.taken();
    }
  }

  private static Taken one(ExecutorService threads, Callable<Taken> work)
      throws IOException, InterruptedException {
    return result(threads.submit(work));
  }

  private static <T> T result(Future<T> future) throws IOException, InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw new IOException("a benchmark failed: " + e.getCause().getMessage(), e);
    }
  }

  /** Of the thread that makes it. */
  private static final class Stopwatch {
    private final long start = System.nanoTime();
    private final long cpuStart = THREADS.getCurrentThreadCpuTime();

    Taken taken() {
      return new Taken(
          (System.nanoTime() - start) / 1e9, (THREADS.getCurrentThreadCpuTime() - cpuStart) / 1e9);
    }
  }
}
