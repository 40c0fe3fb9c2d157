package io.argosy.coordinator.statement.procedural;

import io.argosy.protocol.message.PostgresException;

/** How much memory rows take that are kept while code runs. Used by one thread. */
public final class KeptBytes {
  private static final long MOST = 64L << 20;

  /** What a value takes besides its text. */
  private static final int OF_VALUE = 48;

  private final String message;
  private final String hint;
  private long bytes;

  /**
   * @param message of the error when it is too much
   * @param hint of that error
   */
  public KeptBytes(String message, String hint) {
    this.message = message;
    this.hint = hint;
  }

  /**
   * One more value is kept.
   *
   * @param length of its text; anything below 0 for NULL
   */
  public void add(int length) {
    bytes += OF_VALUE + Math.max(0, length);
  }

  /**
   * @throws PostgresException 54000 when more is kept than there is room for
   */
  public void requireRoom() {
    if (bytes > MOST) {
      throw new PostgresException("54000", message, hint);
    }
  }
}
