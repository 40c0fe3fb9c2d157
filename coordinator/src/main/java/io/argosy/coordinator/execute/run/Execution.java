package io.argosy.coordinator.execute.run;

import java.nio.ByteBuffer;

/**
 * A statement that is being answered. Rows are pulled, so that a slow client slows the nodes down.
 * Used by one thread.
 */
public interface Execution extends AutoCloseable {
  /**
   * The next rows, or null when there are no more.
   *
   * @throws io.argosy.protocol.message.PostgresException when the statement fails
   */
  Batch next();

  /**
   * The command tag, once {@link #next} has returned null.
   *
   * @param rows how many rows the client was sent
   */
  String tag(long rows);

  /** Stops what still runs and gives back what is held. */
  @Override
  void close();

  /**
   * Rows as the client gets them.
   *
   * @param messages whole DataRow messages
   * @param count how many they are
   */
  record Batch(ByteBuffer messages, int count) {
    /** The first rows as a batch of their own; the buffer of this one is shared. */
    public Batch first(int rows) {
      ByteBuffer slice = messages.duplicate();
      slice.limit(offset(rows));
      return new Batch(slice, rows);
    }

    /** The batch without its first rows. */
    public Batch after(int rows) {
      ByteBuffer slice = messages.duplicate();
      slice.position(offset(rows));
      return new Batch(slice, count - rows);
    }

    private int offset(int rows) {
      int offset = messages.position();
      for (int i = 0; i < rows; i++) {
        offset += 1 + messages.getInt(offset + 1);
      }
      return offset;
    }
  }
}
