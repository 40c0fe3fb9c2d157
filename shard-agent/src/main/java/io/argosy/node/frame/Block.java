package io.argosy.node.frame;

/**
 * Bytes on their way, compressed or not. That they arrive as they were sent is seen to by the
 * checksum of their frame.
 *
 * @param compression how {@code bytes} are compressed
 * @param rawLength how many they are when expanded
 * @param bytes what is sent
 */
public record Block(Compression compression, int rawLength, byte[] bytes) {
  /** Below so many bytes compression costs more than it saves. */
  private static final int WORTH_COMPRESSING = 1024;

  /** Packs the first bytes of an array, compressed if that makes them fewer. */
  public static Block pack(Compression compression, byte[] raw, int length) {
    if (compression != Compression.NONE && length >= WORTH_COMPRESSING) {
      byte[] compressed = compression.compress(raw, length);
      if (compressed.length < length) {
        return new Block(compression, length, compressed);
      }
    }
    return new Block(Compression.NONE, length, Compression.NONE.compress(raw, length));
  }

  /**
   * The bytes as they were before.
   *
   * @throws DamagedFrameException when they are not what compression makes of so many bytes
   */
  public byte[] unpack() {
    return compression.expand(bytes, rawLength);
  }
}
