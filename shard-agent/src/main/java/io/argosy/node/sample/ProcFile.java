package io.argosy.node.sample;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * A file of the system's, which is made anew whenever it is read from its beginning: it is opened
 * once. Used by one thread.
 */
final class ProcFile implements AutoCloseable {
  /** Of a file that is longer, what is behind is not read. */
  private static final int LONGEST = 256 * 1024;

  private final Path path;
  private final ByteBuffer buffer;
  private FileChannel channel;

  /**
   * @param buffer for files that are read one behind the other
   */
  ProcFile(Path path, ByteBuffer buffer) {
    this.path = path;
    this.buffer = buffer;
  }

  static ByteBuffer buffer() {
    return ByteBuffer.allocateDirect(LONGEST);
  }

  /** What is in it; empty where it cannot be read. */
  Optional<String> read() {
    try {
      if (channel == null) {
        channel = FileChannel.open(path, StandardOpenOption.READ);
      }
      buffer.clear();
      while (buffer.hasRemaining() && channel.read(buffer, buffer.position()) > 0) {}
      byte[] bytes = new byte[buffer.flip().remaining()];
      buffer.get(bytes);
      return Optional.of(new String(bytes, ISO_8859_1));
    } catch (IOException e) {
      // It may be there again, or be another one, the next time.
      close();
      return Optional.empty();
    }
  }

  /** What is in a small file that is not read again. */
  static Optional<String> readOnce(Path path) {
    try (ProcFile file = new ProcFile(path, ByteBuffer.allocate(4096))) {
      return file.read();
    }
  }

  @Override
  public void close() {
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        // Nothing was written.
      }
      channel = null;
    }
  }
}
