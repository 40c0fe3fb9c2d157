package io.argosy.node.move;

import io.argosy.node.frame.Compression;
import io.argosy.protocol.message.PostgresError;
import java.util.function.Consumer;

/**
 * The way from one sender into one inbox. Used by one thread at a time, except {@link #fail}. The
 * methods that send throw the error that the inbox, or the way to it, has failed with.
 */
public interface RowSink {
  /** How blocks are best compressed on this way. */
  Compression compression();

  /** Sends; blocks while the receiver cannot follow. */
  void send(RowBlock rows);

  /** Says that these were all. Does not wait. */
  void end();

  /** After {@link #end}: waits until the inbox has all rows. */
  void awaitStored();

  /**
   * Gives up: the inbox fails with this error, and whoever is blocked in here gets it. Without
   * effect when the inbox has all rows. Any thread may call it; never blocks, never throws.
   */
  void fail(PostgresError error);

  /**
   * Who is to be told when the inbox, or the way to it, fails before it has all rows: on any
   * thread, and at once if it has failed. Must not block.
   */
  void whenFailed(Consumer<PostgresError> listener);

  /** Bytes sent over a network so far. */
  long wireBytes();
}
