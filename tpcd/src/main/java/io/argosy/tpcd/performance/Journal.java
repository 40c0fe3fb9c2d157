package io.argosy.tpcd.performance;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.argosy.tpcd.BenchmarkException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The file in which a test writes down what it has done, an event a line, as JSON. A process that
 * is killed leaves at most half a line behind, which is cut off by the next one. The file is locked
 * while it is open. Thread-safe.
 */
public final class Journal implements AutoCloseable {
  private static final String OBJECT_IN_USE = "55006";
  private static final String DATA_CORRUPTED = "XX001";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final RandomAccessFile file;
  private final List<Event> events;

  private Journal(RandomAccessFile file, List<Event> events) {
    this.file = file;
    this.events = events;
  }

  /**
   * Opens a journal to go on with it, or begins one.
   *
   * @throws BenchmarkException 55006 when another process has it open, XX001 when it is no journal
   */
  public static Journal open(Path path) throws IOException {
    Files.createDirectories(path.toAbsolutePath().getParent());
    RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
    try {
      FileLock lock = file.getChannel().tryLock();
      if (lock == null) {
        throw new BenchmarkException(
            OBJECT_IN_USE,
            "another process is running the test of " + path,
            "Wait for it, or take another directory: --report");
      }
      byte[] content = new byte[Math.toIntExact(file.length())];
      file.readFully(content);
      int end = content.length;
      while (end > 0 && content[end - 1] != '\n') {
        end--;
      }
      file.setLength(end);
      file.seek(end);
      return new Journal(file, parse(new String(content, 0, end, StandardCharsets.UTF_8), path));
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /** Reads a journal that may be open elsewhere; nothing if the file does not exist or is empty. */
  public static Optional<TestRecord> read(Path path) throws IOException {
    if (!Files.exists(path)) {
      return Optional.empty();
    }
    String content = Files.readString(path);
    return TestRecord.of(parse(content.substring(0, content.lastIndexOf('\n') + 1), path));
  }

  private static List<Event> parse(String content, Path path) throws IOException {
    List<Event> events = new ArrayList<>();
    for (String line : content.lines().toList()) {
      try {
        events.add(JSON.readValue(line, Event.class));
      } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
        throw new BenchmarkException(
            DATA_CORRUPTED,
            "line %d of %s is not one of a test's journal".formatted(events.size() + 1, path),
            "Take another directory: --report");
      }
    }
    return events;
  }

  /** Writes an event down. It is in the file when this returns, also if the process is killed. */
  public synchronized void append(Event event) throws IOException {
    // Not forced to the disk: if the whole machine fails, so do the servers under test.
    file.write((JSON.writeValueAsString(event) + "\n").getBytes(StandardCharsets.UTF_8));
    events.add(event);
  }

  /** What the journal says by now; nothing before {@link Event.Planned} was written. */
  public synchronized Optional<TestRecord> record() {
    return TestRecord.of(events);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
