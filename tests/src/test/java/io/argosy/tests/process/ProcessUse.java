package io.argosy.tests.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a process of ours holds at a moment, after its garbage has been collected.
 *
 * @param heapBytes of the objects that live
 * @param threads of the operating system
 * @param descriptors of files and connections
 * @param instances how many objects live of each class
 */
public record ProcessUse(
    long heapBytes, int threads, int descriptors, Map<String, Integer> instances) {
  private static final int COLUMNS = 4;

  /** Looks at a process. */
  public static ProcessUse of(long process) {
    String histogram = tell(process, "GC.class_histogram");
    Map<String, Integer> instances = new HashMap<>();
    long heapBytes = 0;
    for (String line : histogram.lines().map(String::strip).toList()) {
      // "12:   345   6789  a.Class (module)", and at the end "Total  345  6789".
      String[] columns = line.split(" +");
      if (columns.length >= COLUMNS && columns[0].endsWith(":")) {
        instances.merge(columns[3], Integer.parseInt(columns[1]), Integer::sum);
      } else if (columns[0].equals("Total")) {
        heapBytes = Long.parseLong(columns[2]);
      }
    }
    if (heapBytes == 0) {
      throw new AssertionError("no histogram: " + histogram);
    }
    Path self = Path.of("/proc", Long.toString(process));
    try (Stream<Path> descriptors = Files.list(self.resolve("fd"));
        Stream<Path> threads = Files.list(self.resolve("task"))) {
      return new ProcessUse(heapBytes, (int) threads.count(), (int) descriptors.count(), instances);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How many objects of a class live. */
  public int living(String className) {
    return instances.getOrDefault(className, 0);
  }

  /** Where all threads of a process are, the virtual ones too. */
  public static String stacks(long process) {
    try {
      Path file = Files.createTempDirectory("stacks").resolve("threads.txt");
      tell(process, "Thread.dump_to_file", file.toString());
      String stacks = Files.readString(file);
      Files.delete(file);
      Files.delete(file.getParent());
      return stacks;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String tell(long process, String... command) {
    try {
      Process jcmd =
          new ProcessBuilder(
                  Stream.concat(
                          Stream.of(
                              Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                              Long.toString(process)),
                          Stream.of(command))
                      .toList())
              .redirectErrorStream(true)
              .start();
      String output = new String(jcmd.getInputStream().readAllBytes(), UTF_8);
      if (jcmd.waitFor() != 0) {
        throw new AssertionError(List.of(command) + ": " + output);
      }
      return output;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** Without the instances. */
  @Override
  public String toString() {
    return "%d kB of heap, %d threads, %d descriptors"
        .formatted(heapBytes >> 10, threads, descriptors);
  }
}
