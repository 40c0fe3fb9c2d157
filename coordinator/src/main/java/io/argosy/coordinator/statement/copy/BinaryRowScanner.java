package io.argosy.coordinator.statement.copy;

/**
 * Rows of COPY's binary format, after its header:
 *
 * <pre>
 * row      int16 fields  { int32 size (-1 for NULL), bytes }*
 * trailer  int16 -1
 * </pre>
 */
final class BinaryRowScanner extends RowScanner {
  /** The signature, the flags, and the length of what else is in the header. */
  static final int HEADER = 11 + 2 * Integer.BYTES;

  private final int keyField;
  private boolean trailer;
  private boolean isNull;

  /**
   * @param keyField the key's position among the fields, from 0
   */
  BinaryRowScanner(int keyField) {
    this.keyField = keyField;
    this.lines = 1;
  }

  /** The length of the header that data starts with, or {@link #INCOMPLETE}. */
  static int headerLength(byte[] data, int start, int limit) {
    if (limit - start < HEADER) {
      return INCOMPLETE;
    }
    int length = HEADER + Math.max(0, int32(data, start + HEADER - Integer.BYTES));
    return limit - start < length ? INCOMPLETE : length;
  }

  @Override
  int end(byte[] data, int start, int limit) {
    if (limit - start < Short.BYTES) {
      return INCOMPLETE;
    }
    int fields = (short) ((data[start] << 8) | (data[start + 1] & 0xff));
    trailer = fields < 0;
    keyFrom = -1;
    keyTo = -1;
    isNull = false;
    int position = start + Short.BYTES;
    for (int field = 0; field < fields; field++) {
      if (limit - position < Integer.BYTES) {
        return INCOMPLETE;
      }
      int size = int32(data, position);
      position += Integer.BYTES;
      int bytes = Math.max(size, 0);
      if (limit - position < bytes) {
        return INCOMPLETE;
      }
      if (field == keyField) {
        isNull = size < 0;
        keyFrom = position - start;
        keyTo = keyFrom + bytes;
      }
      position += bytes;
    }
    return position;
  }

  private static int int32(byte[] data, int position) {
    return (data[position] << 24)
        | ((data[position + 1] & 0xff) << 16)
        | ((data[position + 2] & 0xff) << 8)
        | (data[position + 3] & 0xff);
  }

  @Override
  void endOfData(byte[] data, int start, int limit) {
    trailer = false;
    keyFrom = -1;
    keyTo = -1;
  }

  @Override
  boolean isEndMarker(byte[] data, int start) {
    return trailer;
  }

  @Override
  boolean keyIsNull(byte[] data, int start) {
    return isNull;
  }

  @Override
  byte[] decodedKey(byte[] data, int start) {
    throw new IllegalStateException("binary keys are not encoded");
  }
}
