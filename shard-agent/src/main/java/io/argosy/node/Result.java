package io.argosy.node;

import java.nio.ByteBuffer;

/**
 * What a request answers, pulled by the reader: nothing beyond a bounded window is fetched before
 * it is asked for, so that a slow reader slows the backend down instead of filling memory. Used by
 * one thread at a time.
 */
public interface Result extends AutoCloseable {
  /**
   * The next event; blocks. The last one is {@link ResultEvent.Ready}; calling again after it is an
   * error.
   *
   * @throws io.argosy.protocol.message.PostgresException 08006, naming the node, when it was lost
   */
  ResultEvent next();

  /** After {@link ResultEvent.CopyIn}: bytes of the COPY stream. Blocks while the node is busy. */
  void copyData(ByteBuffer data);

  /** Ends the COPY stream. */
  void copyDone();

  /** Makes the COPY fail with a message. */
  void copyFail(String message);

  /** Bytes of PostgreSQL protocol messages received so far. */
  long rawBytes();

  /**
   * Bytes that crossed the network for them: after compression, with frame headers; 0 in-process.
   */
  long wireBytes();

  /** Cancels the request if it has not ended, and reads on to its end. */
  @Override
  void close();
}
