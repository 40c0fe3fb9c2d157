package io.argosy.tests.hostile;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * What a peer sends in one piece.
 *
 * @param layout where its length and type stand, if they are right
 */
record Message(Layout layout, byte[] bytes) {
  private static final int CHECKSUM = 4;

  /** The head of a protocol's messages. */
  enum Layout {
    /** PostgreSQL's first packet: the length counts all of it; the code stands where types do. */
    STARTUP(0, 0, 4, 8),
    /** A type byte and a length that counts all but that. */
    POSTGRES(1, 1, 0, 5),
    /** A length that counts what follows it, a type byte, a stream; checksums are put in later. */
    AGENT(0, 4, 4, 9);

    private final int lengthAt;
    private final int notCounted;
    private final int typeAt;
    private final int head;

    Layout(int lengthAt, int notCounted, int typeAt, int head) {
      this.lengthAt = lengthAt;
      this.notCounted = notCounted;
      this.typeAt = typeAt;
      this.head = head;
    }

    /** Bytes before a message's content. */
    int head() {
      return head;
    }
  }

  /** Whether it has a head, which mutations may have cut. */
  boolean whole() {
    return bytes.length >= layout.head;
  }

  /** The same with another length in its head. */
  Message announcing(int length) {
    byte[] changed = bytes.clone();
    ByteBuffer.wrap(changed).putInt(layout.lengthAt, length);
    return new Message(layout, changed);
  }

  /** The same with the right length in its head. */
  Message measured() {
    return whole() ? announcing(bytes.length - layout.notCounted) : this;
  }

  /** The same with another type. */
  Message ofType(byte type) {
    byte[] changed = bytes.clone();
    changed[layout.typeAt] = type;
    return new Message(layout, changed);
  }

  /** The same with other bytes behind its head; the length is left as it was. */
  Message containing(byte[] content) {
    byte[] changed = Arrays.copyOf(bytes, layout.head + content.length);
    System.arraycopy(content, 0, changed, layout.head, content.length);
    return new Message(layout, changed);
  }

  /** A frame as it is sent, without its checksums. */
  static Message unsealed(byte[] frame) {
    int head = Layout.AGENT.head;
    byte[] bytes = Arrays.copyOf(frame, frame.length - 2 * CHECKSUM);
    System.arraycopy(frame, head + CHECKSUM, bytes, head, bytes.length - head);
    return new Message(Layout.AGENT, bytes).measured();
  }

  /**
   * The same with the checksums of a frame, right ones whatever is wrong besides.
   *
   * @param before how many frames were sent before it
   */
  Message sealed(int before) {
    if (!whole()) {
      return this;
    }
    ByteBuffer frame = ByteBuffer.allocate(bytes.length + 2 * CHECKSUM);
    frame.put(bytes, 0, layout.head).putInt(0, ByteBuffer.wrap(bytes).getInt() + 2 * CHECKSUM);
    CRC32C crc = new CRC32C();
    crc.update(frame.array(), 0, layout.head);
    frame.putInt((int) crc.getValue() ^ before).put(content());
    crc.update(content());
    return new Message(layout, frame.putInt((int) crc.getValue()).array());
  }

  byte[] content() {
    return Arrays.copyOfRange(bytes, layout.head, bytes.length);
  }
}
