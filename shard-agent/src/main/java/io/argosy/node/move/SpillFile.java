package io.argosy.node.move;

import io.argosy.node.frame.Block;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32C;

/**
 * Blocks that an inbox could not keep in memory. Its name is taken away as soon as it is open, so
 * that nothing is left of it however the process ends. Thread-safe.
 */
final class SpillFile implements AutoCloseable {
  private final FileChannel channel;
  private final AtomicLong end = new AtomicLong();

  /** Where a block is in the file, and the rest of it, without its bytes but their checksum. */
  record Extent(long position, int length, Block head, long checksum) {}

  private SpillFile(FileChannel channel) {
    this.channel = channel;
  }

  static SpillFile create(Path directory) throws IOException {
    Path path = Files.createTempFile(directory, "argosy-inbox-", ".rows");
    FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
    Files.delete(path);
    return new SpillFile(channel);
  }

  Extent write(Block block) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(block.bytes());
    long start = end.getAndAdd(bytes.remaining());
    while (bytes.hasRemaining()) {
      channel.write(bytes, start + bytes.position());
    }
    return new Extent(
        start,
        bytes.limit(),
        new Block(block.compression(), block.rawLength(), new byte[0]),
        checksum(block.bytes()));
  }

  Block read(Extent extent) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(extent.length());
    while (bytes.hasRemaining()) {
      if (channel.read(bytes, extent.position() + bytes.position()) < 0) {
        throw new IOException("the file is shorter than what was written to it");
      }
    }
    if (checksum(bytes.array()) != extent.checksum()) {
      throw new IOException("the file does not contain what was written to it");
    }
    Block head = extent.head();
    return new Block(head.compression(), head.rawLength(), bytes.array());
  }

  private static long checksum(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return crc.getValue();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
