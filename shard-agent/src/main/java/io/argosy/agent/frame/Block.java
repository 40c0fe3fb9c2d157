package io.argosy.agent.frame;

import java.util.zip.CRC32C;

/**
 * Bytes on their way, compressed or not.
 *
 * @param compression how {@code bytes} are compressed
 * @param rawLength how many they are when expanded
 * @param checksum CRC-32C of {@code bytes}
 * @param bytes what is sent
 */
public record Block(Compression compression, int rawLength, int checksum, byte[] bytes) {
  /** Below so many bytes compression costs more than it saves. */
  private static final int WORTH_COMPRESSING = 1024;

  /** Packs the first bytes of an array, compressed if that makes them fewer. */
  public static Block pack(Compression compression, byte[] raw, int length) {
    if (compression != Compression.NONE && length >= WORTH_COMPRESSING) {
      byte[] compressed = compression.compress(raw, length);
      if (compressed.length < length) {
        return new Block(compression, length, checksum(compressed), compressed);
      }
    }
    byte[] copy = Compression.NONE.compress(raw, length);
    return new Block(Compression.NONE, length, checksum(copy), copy);
  }

  /**
   * The bytes as they were before.
   *
   * @throws DamagedFrameException when they have changed on the way
   */
  public byte[] unpack() {
    if (checksum(bytes) != checksum) {
      throw new DamagedFrameException("the checksum of a block is wrong");
    }
    return compression.expand(bytes, rawLength);
  }

  private static int checksum(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }
}
