package io.argosy.protocol.message;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/**
 * Cuts the byte stream of a backend into messages. Rows and COPY data are handed on in runs of what
 * one read of the socket brought, so that the cost per row is the look at its length. Not
 * thread-safe.
 */
public final class MessageReader {
  /** Longest run, and what is read from the socket at once, in bytes. */
  private static final int BUFFER_SIZE = 64 * 1024;

  /**
   * Longest message before the login is complete, in bytes. Keeps us from believing the length that
   * something other than a PostgreSQL server seems to announce.
   */
  private static final int LOGIN_LIMIT = 32 * 1024;

  private final InputStream in;
  private final byte[] bytes = new byte[BUFFER_SIZE];
  private final ByteBuffer buffer = ByteBuffer.wrap(bytes);
  private int start;
  private int end;
  private int limit = LOGIN_LIMIT;

  public MessageReader(InputStream in) {
    this.in = in;
  }

  /** The login is complete: messages of any length may come. */
  public void liftLimit() {
    limit = Integer.MAX_VALUE - 16;
  }

  /** The next message or run; blocks. */
  public Messages read() throws IOException {
    require(Messages.HEADER);
    byte type = bytes[start];
    int length = messageLength(start);
    if (length > BUFFER_SIZE) {
      return readLong(type, length);
    }
    require(length);
    int runEnd = start + length;
    int count = 1;
    if (Messages.comesInRuns(type)) {
      while (wholeMessageAt(runEnd, type)) {
        runEnd += messageLength(runEnd);
        count++;
      }
    }
    byte[] run = new byte[runEnd - start];
    System.arraycopy(bytes, start, run, 0, run.length);
    start = runEnd;
    return new Messages(type, ByteBuffer.wrap(run), count);
  }

  /** Whether a whole message has been received already, or the socket holds more bytes. */
  public boolean hasMore() throws IOException {
    return wholeMessageBuffered() || in.available() > 0;
  }

  /** Whether {@link #read} would return without touching the socket. */
  public boolean wholeMessageBuffered() throws IOException {
    return end - start >= Messages.HEADER && end - start >= messageLength(start);
  }

  /** Room behind the bytes received, for a read of the socket outside of this class. */
  public ByteBuffer room() {
    compact();
    return buffer.slice(end, BUFFER_SIZE - end);
  }

  /** So many bytes were put into {@link #room}. */
  public void received(int count) {
    end += count;
  }

  private Messages readLong(byte type, int length) throws IOException {
    byte[] message = new byte[length];
    int have = end - start;
    System.arraycopy(bytes, start, message, 0, have);
    start = 0;
    end = 0;
    int got = in.readNBytes(message, have, length - have);
    if (got < length - have) {
      throw new EOFException("the server closed the connection in the middle of a message");
    }
    return new Messages(type, ByteBuffer.wrap(message), 1);
  }

  private boolean wholeMessageAt(int offset, byte type) throws IOException {
    return end - offset >= Messages.HEADER
        && bytes[offset] == type
        && end - offset >= messageLength(offset);
  }

  private int messageLength(int offset) throws IOException {
    int length = buffer.getInt(offset + 1);
    if (length < 4 || length > limit) {
      throw new IOException(
          "not a PostgreSQL message: type "
              + (bytes[offset] & 0xFF)
              + ", length "
              + Integer.toUnsignedString(length));
    }
    return length + 1;
  }

  private void require(int count) throws IOException {
    if (end - start >= count) {
      return;
    }
    compact();
    while (end < count) {
      int read = in.read(bytes, end, BUFFER_SIZE - end);
      if (read < 0) {
        throw new EOFException("the server closed the connection");
      }
      end += read;
    }
  }

  private void compact() {
    if (start > 0) {
      System.arraycopy(bytes, start, bytes, 0, end - start);
      end -= start;
      start = 0;
    }
  }
}
