package io.argosy.node.frame;

import io.netty.buffer.ByteBuf;
import java.util.Optional;

/**
 * The first frame of a connection, an agent's Hello. It has the form that frames had in the first
 * version of the protocol, and keeps it, so that peers of any two versions can tell each other
 * which they speak. Its checksum stands where older versions see the end of its random number; they
 * do not look at that before the version.
 */
final class Greeting {
  private static final int LONGEST = 64;
  private static final int HEAD = 4 + 1 + 4 + 4 + 4;

  private Greeting() {}

  static void write(Frame.Hello hello, ByteBuf out) {
    int start = out.writerIndex();
    out.writeInt(HEAD - 4 + hello.nonce().length + FrameChecksum.BYTES);
    out.writeByte(FrameType.HELLO);
    out.writeInt(hello.stream());
    out.writeInt(hello.version());
    out.writeInt(hello.nonce().length + FrameChecksum.BYTES);
    out.writeBytes(hello.nonce());
    out.writeInt(FrameChecksum.of(out, start, out.writerIndex() - start));
  }

  /**
   * Takes it from what has arrived; empty when it has not arrived whole.
   *
   * @throws DamagedFrameException when it is something else, or damaged
   */
  static Optional<Frame> read(ByteBuf in) {
    if (in.readableBytes() < 4) {
      return Optional.empty();
    }
    int start = in.readerIndex();
    int length = in.getInt(start);
    if (length < HEAD - 4 || length > LONGEST) {
      throw new DamagedFrameException("a greeting of length " + Integer.toUnsignedString(length));
    }
    if (in.readableBytes() < 4 + length) {
      return Optional.empty();
    }
    in.skipBytes(4);
    byte type = in.readByte();
    int stream = in.readInt();
    int version = in.readInt();
    int rest = in.readInt();
    if (type != FrameType.HELLO || stream != 0 || rest != start + 4 + length - in.readerIndex()) {
      throw new DamagedFrameException("a connection that does not begin with a greeting");
    }
    return Optional.of(new Frame.Hello(version, nonce(in, start, version, rest)));
  }

  private static byte[] nonce(ByteBuf in, int start, int version, int rest) {
    boolean checked = rest == SharedSecret.NONCE_BYTES + FrameChecksum.BYTES;
    byte[] nonce = new byte[checked ? SharedSecret.NONCE_BYTES : rest];
    in.readBytes(nonce);
    if (checked && FrameChecksum.of(in, start, in.readerIndex() - start) != in.readInt()
        || !checked && version == Limits.VERSION) {
      throw new DamagedFrameException("the checksum of a greeting is wrong");
    }
    return nonce;
  }
}
