package io.argosy.coordinator.statement.copy;

import io.argosy.coordinator.gateway.ClientOutput;
import java.nio.ByteBuffer;

/**
 * The client's data, of which what has not been taken yet stays in one array. Used by one thread.
 */
final class CopyInput {
  private static final int INITIAL_BYTES = 1 << 17;

  private final ClientOutput.CopySource source;
  private byte[] data = new byte[INITIAL_BYTES];
  private int start;
  private int limit;

  CopyInput(ClientOutput.CopySource source) {
    this.source = source;
  }

  byte[] data() {
    return data;
  }

  int start() {
    return start;
  }

  int limit() {
    return limit;
  }

  /** What comes before a position has been taken. */
  void takenTo(int position) {
    start = position;
  }

  /** Waits for more; false when the client has sent all. */
  boolean more() {
    ByteBuffer piece = source.next();
    if (piece == null) {
      return false;
    }
    makeRoom(piece.remaining());
    int length = piece.remaining();
    piece.get(data, limit, length);
    limit += length;
    return true;
  }

  private void makeRoom(int length) {
    if (data.length - limit >= length) {
      return;
    }
    int held = limit - start;
    byte[] target =
        (long) held + length <= data.length / 2
            ? data
            : new byte[Math.max(data.length, Math.toIntExact(2L * (held + length)))];
    System.arraycopy(data, start, target, 0, held);
    data = target;
    start = 0;
    limit = held;
  }

  /** Passes over what the client still sends. */
  void drain() {
    while (source.next() != null) {
      // What follows the end of the data means nothing.
    }
  }
}
