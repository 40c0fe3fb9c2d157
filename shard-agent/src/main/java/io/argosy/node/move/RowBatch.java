package io.argosy.node.move;

import io.argosy.node.frame.Block;
import io.argosy.node.frame.Compression;
import io.argosy.node.frame.Limits;
import java.util.Arrays;
import java.util.List;

/**
 * Tuples of binary COPY that wait for more of them. A full batch is packed once, however many sinks
 * it goes to. Not thread-safe.
 */
final class RowBatch {
  private static final int INITIAL = 4 * 1024;

  private final List<RowSink> sinks;
  private final Compression compression;
  private byte[] bytes = new byte[INITIAL];
  private int size;
  private int rows;
  private long rowsSent;
  private long bytesSent;

  RowBatch(List<RowSink> sinks) {
    this.sinks = sinks;
    this.compression =
        sinks.stream()
            .map(RowSink::compression)
            .filter(wanted -> wanted != Compression.NONE)
            .findFirst()
            .orElse(Compression.NONE);
  }

  /**
   * Adds a tuple.
   *
   * @param columns its number of columns
   * @param source holds the sizes and bytes of the columns
   */
  void add(int columns, byte[] source, int offset, int length) {
    if (size + 2 + length > Limits.BLOCK) {
      flush();
    }
    reserve(Math.min(2 + length, Limits.BLOCK));
    bytes[size++] = (byte) (columns >>> 8);
    bytes[size++] = (byte) columns;
    int from = offset;
    int left = length;
    // Only a single tuple can be longer than a block.
    while (size + left > Limits.BLOCK) {
      int part = Limits.BLOCK - size;
      append(source, from, part);
      from += part;
      left -= part;
      send(true);
      reserve(Math.min(left, Limits.BLOCK));
    }
    append(source, from, left);
    rows++;
  }

  private void append(byte[] source, int offset, int length) {
    System.arraycopy(source, offset, bytes, size, length);
    size += length;
  }

  private void reserve(int more) {
    if (size + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.min(Limits.BLOCK, Math.max(4 * bytes.length, size + more)));
    }
  }

  /** Sends what has been gathered, if anything. */
  void flush() {
    if (size > 0) {
      send(false);
    }
  }

  private void send(boolean continued) {
    RowBlock block = new RowBlock(continued, rows, Block.pack(compression, bytes, size));
    rowsSent += rows;
    bytesSent += size;
    rows = 0;
    size = 0;
    for (RowSink sink : sinks) {
      sink.send(block);
    }
  }

  long rowsSent() {
    return rowsSent;
  }

  long bytesSent() {
    return bytesSent;
  }
}
