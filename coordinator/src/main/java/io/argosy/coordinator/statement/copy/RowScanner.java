package io.argosy.coordinator.statement.copy;

/**
 * Finds the ends of rows and the distribution key in the data of a COPY FROM. The data may come in
 * pieces: a row that is not complete yet is looked at again when there is more of it, from where
 * the look before has ended. Used by one thread.
 */
abstract sealed class RowScanner permits DelimitedRowScanner, BinaryRowScanner {
  /** Says that a row is not complete yet. */
  static final int INCOMPLETE = -1;

  /** How much of the row has been looked at. */
  protected int scanned;

  /** Where the key's field starts and ends, from the row's start; -1 if there is none. */
  protected int keyFrom;

  protected int keyTo;

  /** Whether the field must be decoded to be the key's text. */
  protected boolean keyEncoded;

  /** How many of PostgreSQL's line numbers the row takes. */
  protected int lines;

  /**
   * Looks for the end of a row; afterwards the other methods tell of this row.
   *
   * @param start where it starts
   * @param limit where the data ends that is there so far
   * @return the position after the row, or {@link #INCOMPLETE}
   */
  abstract int end(byte[] data, int start, int limit);

  /** The data ends here: what is left is the last row, as far as it goes. */
  abstract void endOfData(byte[] data, int start, int limit);

  /** Whether the row is the marker that ends the data. */
  abstract boolean isEndMarker(byte[] data, int start);

  /** Whether the key's field is NULL. */
  abstract boolean keyIsNull(byte[] data, int start);

  /** The key's text, decoded; only for an encoded key. */
  abstract byte[] decodedKey(byte[] data, int start);

  final boolean hasKey() {
    return keyFrom >= 0 && keyTo >= keyFrom;
  }

  protected static boolean equal(byte[] data, int from, int to, byte[] expected) {
    return java.util.Arrays.equals(data, from, to, expected, 0, expected.length);
  }

  /** How lines end; PostgreSQL learns it from the first one. */
  enum LineEnd {
    UNKNOWN,
    NEWLINE,
    RETURN,
    RETURN_NEWLINE
  }
}
