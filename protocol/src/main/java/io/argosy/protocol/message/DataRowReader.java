package io.argosy.protocol.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Walks over a run of DataRow messages without allocating per row. Column values are given by
 * number, from 0, and may be asked for any number of times. Not thread-safe.
 *
 * <pre>
 * 'D' int32 length  int16 columns  { int32 size or -1 for NULL, bytes }*
 * </pre>
 */
public final class DataRowReader {
  private final ByteBuffer messages;
  private int nextRow;
  private int row;
  private int rowEnd;
  private int columnCount;
  private int[] offsets = new int[16];
  private int[] sizes = new int[16];

  /** Over the buffer's remaining bytes; its position is left alone. */
  public DataRowReader(ByteBuffer messages) {
    this.messages = messages;
    this.nextRow = messages.position();
  }

  /** Moves to the next row; false when there is none. */
  public boolean next() {
    if (nextRow >= messages.limit()) {
      return false;
    }
    row = nextRow;
    rowEnd = row + 1 + messages.getInt(row + 1);
    nextRow = rowEnd;
    columnCount = messages.getShort(row + Messages.HEADER);
    if (columnCount > offsets.length) {
      offsets = Arrays.copyOf(offsets, columnCount);
      sizes = Arrays.copyOf(sizes, columnCount);
    }
    int at = row + Messages.HEADER + 2;
    for (int i = 0; i < columnCount; i++) {
      int size = messages.getInt(at);
      at += 4;
      offsets[i] = at;
      sizes[i] = size;
      at += Math.max(size, 0);
    }
    return true;
  }

  public int columnCount() {
    return columnCount;
  }

  public boolean isNull(int column) {
    return sizes[checked(column)] < 0;
  }

  /** The number of bytes of a value, or -1 for NULL. */
  public int size(int column) {
    return sizes[checked(column)];
  }

  /** A value as a view of the run, or null for NULL. */
  public ByteBuffer slice(int column) {
    return isNull(column) ? null : messages.slice(offsets[column], sizes[column]);
  }

  /** A copy of a value, or null for NULL. */
  public byte[] bytes(int column) {
    if (isNull(column)) {
      return null;
    }
    byte[] copy = new byte[sizes[column]];
    messages.get(offsets[column], copy);
    return copy;
  }

  /** A value in text format, or null for NULL. */
  public String text(int column) {
    byte[] bytes = bytes(column);
    return bytes == null ? null : new String(bytes, UTF_8);
  }

  /** All values of this row in text format, null for NULL. */
  public List<String> texts() {
    List<String> texts = new ArrayList<>(columnCount);
    for (int i = 0; i < columnCount; i++) {
      texts.add(text(i));
    }
    return texts;
  }

  /** The whole message of this row as a view of the run. */
  public ByteBuffer message() {
    return messages.slice(row, rowEnd - row);
  }

  /** How many bytes {@link #copyMessage} writes. */
  public int messageSize(int columns) {
    return end(columns) - row;
  }

  /** Writes this row with its first columns only. */
  public void copyMessage(int columns, ByteBuffer target) {
    int size = messageSize(columns);
    int start = target.position();
    target.put(start, messages, row, size);
    target.putInt(start + 1, size - 1);
    target.putShort(start + Messages.HEADER, (short) columns);
    target.position(start + size);
  }

  private int end(int columns) {
    return columns == columnCount ? rowEnd : offsets[checked(columns)] - Integer.BYTES;
  }

  private int checked(int column) {
    if (column >= columnCount) {
      throw new IndexOutOfBoundsException("column " + column + " of " + columnCount);
    }
    return column;
  }
}
