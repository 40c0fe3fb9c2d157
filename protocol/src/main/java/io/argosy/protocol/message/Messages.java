package io.argosy.protocol.message;

import java.nio.ByteBuffer;

/**
 * One backend message, or a run of DataRow or of CopyData messages, whole and undecoded.
 *
 * <pre>
 * +------+----------------+----------+
 * | type | int32 length   | body ..  |   length counts itself and the body, not the type
 * +------+----------------+----------+
 * </pre>
 *
 * @param type the type byte that all of them have, one of {@link BackendMessage}
 * @param bytes the messages from position to limit, each with its type byte and length; the
 *     receiver owns the buffer
 * @param count how many they are
 */
public record Messages(byte type, ByteBuffer bytes, int count) {
  /** Bytes before a message's body: its type and its length. */
  public static final int HEADER = 5;

  /** The body of the first message, as a view. */
  public ByteBuffer body() {
    int length = bytes.getInt(bytes.position() + 1);
    return bytes.slice(bytes.position() + HEADER, length - 4);
  }

  /** Whether messages of a type are handed on in runs. */
  public static boolean comesInRuns(byte type) {
    return type == BackendMessage.DATA_ROW || type == BackendMessage.COPY_DATA;
  }

  /**
   * Takes the next message or run from a buffer of whole messages and moves the buffer's position
   * behind it. The result shares the buffer's memory.
   */
  public static Messages takeFrom(ByteBuffer source) {
    int start = source.position();
    byte type = source.get(start);
    int end = start + 1 + source.getInt(start + 1);
    int count = 1;
    if (comesInRuns(type)) {
      while (end < source.limit() && source.get(end) == type) {
        end += 1 + source.getInt(end + 1);
        count++;
      }
    }
    source.position(end);
    return new Messages(type, source.slice(start, end - start), count);
  }
}
