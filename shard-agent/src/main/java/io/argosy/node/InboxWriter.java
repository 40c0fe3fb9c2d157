package io.argosy.node;

import io.argosy.protocol.message.PostgresError;
import java.nio.ByteBuffer;

/**
 * The rows of one sender on their way into an inbox. Used by one thread at a time, except {@link
 * #fail}. Whoever neither ends nor fails it makes the load wait until it is closed.
 */
public interface InboxWriter extends AutoCloseable {
  /**
   * Adds rows; blocks while the receiver cannot follow.
   *
   * @param messages whole DataRow messages with values in binary format, as in {@link
   *     ResultEvent.Rows}; the buffer's position is left alone
   * @throws io.argosy.protocol.message.PostgresException the error that the inbox has failed with
   */
  void write(ByteBuffer messages);

  /**
   * Says that these were all rows of this sender, and waits until the inbox has them.
   *
   * @throws io.argosy.protocol.message.PostgresException the error that the inbox has failed with
   */
  Sent.Delivered end();

  /** Says that the sender has failed, so that the load does too. Does not wait, never throws. */
  void fail(PostgresError error);

  /** Fails with 57014 unless it has ended. Never throws; a second call does nothing. */
  @Override
  void close();
}
