package io.argosy.protocol.server;

import java.util.Optional;

/**
 * The types of messages that a client may send, and how long each may be. The limits are
 * PostgreSQL's ({@code libpq.h}): a message that names things is small, one that carries the user's
 * text or data may be as large as PostgreSQL can hold in one piece of memory.
 */
public enum FrameType {
  QUERY('Q', true),
  PARSE('P', true),
  BIND('B', true),
  FUNCTION_CALL('F', true),
  COPY_DATA('d', true),
  DESCRIBE('D', false),
  EXECUTE('E', false),
  CLOSE('C', false),
  FLUSH('H', false),
  SYNC('S', false),
  COPY_DONE('c', false),
  COPY_FAIL('f', false),
  TERMINATE('X', false),
  AUTHENTICATION('p', false);

  /** Bytes of the largest small message, its length field included. */
  public static final int SMALL_LIMIT = 10_000;

  /** Bytes of the largest message, its length field included: just below 1 GiB. */
  public static final int LARGE_LIMIT = 0x3fff_ffff - 1;

  private final char code;
  private final boolean large;

  FrameType(char code, boolean large) {
    this.code = code;
    this.large = large;
  }

  public char code() {
    return code;
  }

  /** The most that the length field may announce. */
  public int limit(boolean authenticated) {
    return large && authenticated ? LARGE_LIMIT : SMALL_LIMIT;
  }

  public static Optional<FrameType> of(byte code) {
    for (FrameType type : values()) {
      if (type.code == code) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }
}
