package io.argosy.node.frame;

import io.netty.buffer.ByteBuf;
import java.util.zip.CRC32C;

/**
 * The two checksums of a frame. The first one is of its head alone, so that a damaged length is
 * noticed before anybody waits for as many bytes, and of how many frames there were before it on
 * the connection, so that none can be lost or come twice; the second one of the head and the
 * content.
 */
final class FrameChecksum {
  /** Bytes of length, type and stream. */
  static final int HEAD = 4 + 1 + 4;

  /** Bytes of one checksum. */
  static final int BYTES = 4;

  private FrameChecksum() {}

  /**
   * Writes both into a frame that is complete but for them, and its last bytes.
   *
   * @param before how many frames there were before it
   */
  static void seal(ByteBuf frame, int start, int before) {
    CRC32C crc = new CRC32C();
    crc.update(frame.nioBuffer(start, HEAD));
    frame.setInt(start + HEAD, (int) crc.getValue() ^ before);
    int content = start + HEAD + BYTES;
    crc.update(frame.nioBuffer(content, frame.writerIndex() - content));
    frame.writeInt((int) crc.getValue());
  }

  /**
   * Whether the head that begins there, and its checksum behind it, are as they were sent.
   *
   * @param before how many frames there were before it
   */
  static boolean headIsSound(ByteBuf in, int start, int before) {
    return (of(in, start, HEAD) ^ before) == in.getInt(start + HEAD);
  }

  /** Whether a whole frame, of so many bytes, is as it was sent. */
  static boolean isSound(ByteBuf in, int start, int length) {
    CRC32C crc = new CRC32C();
    crc.update(in.nioBuffer(start, HEAD));
    int content = start + HEAD + BYTES;
    int last = start + length - BYTES;
    crc.update(in.nioBuffer(content, last - content));
    return (int) crc.getValue() == in.getInt(last);
  }

  static int of(ByteBuf in, int start, int length) {
    CRC32C crc = new CRC32C();
    crc.update(in.nioBuffer(start, length));
    return (int) crc.getValue();
  }
}
