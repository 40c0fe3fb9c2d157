package io.argosy.node.frame;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import java.util.Arrays;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;

/** How the bytes of a block are compressed. */
public enum Compression {
  /** Not at all: for links that are faster than a compressor. */
  NONE,
  /** LZ4, its fast form: pays on a network of 1 to 10 Gbit/s. */
  LZ4,
  /** Zstandard, level 1: pays on slower links. */
  ZSTD;

  private static final LZ4Factory LZ4_FACTORY = NativeLz4.load();
  private static final int ZSTD_LEVEL = 1;

  /** The bytes compressed; the same array of bytes where this is NONE. */
  byte[] compress(byte[] raw, int length) {
    return switch (this) {
      case NONE -> Arrays.copyOf(raw, length);
      case LZ4 -> {
        LZ4Compressor compressor = LZ4_FACTORY.fastCompressor();
        byte[] target = new byte[compressor.maxCompressedLength(length)];
        int size = compressor.compress(raw, 0, length, target, 0, target.length);
        yield Arrays.copyOf(target, size);
      }
      case ZSTD -> {
        byte[] target = new byte[Math.toIntExact(Zstd.compressBound(length))];
        long size = Zstd.compressByteArray(target, 0, target.length, raw, 0, length, ZSTD_LEVEL);
        if (Zstd.isError(size)) {
          throw new IllegalStateException("zstd: " + Zstd.getErrorName(size));
        }
        yield Arrays.copyOf(target, Math.toIntExact(size));
      }
    };
  }

  /**
   * The reverse.
   *
   * @throws DamagedFrameException when the bytes are not what this makes of so many bytes
   */
  byte[] expand(byte[] compressed, int rawLength) {
    byte[] raw = this == NONE ? compressed : new byte[rawLength];
    try {
      long size =
          switch (this) {
            case NONE -> compressed.length;
            case LZ4 ->
                LZ4_FACTORY
                    .safeDecompressor()
                    .decompress(compressed, 0, compressed.length, raw, 0, rawLength);
            case ZSTD ->
                Zstd.decompressByteArray(raw, 0, rawLength, compressed, 0, compressed.length);
          };
      if (size != rawLength) {
        throw new DamagedFrameException("a block does not have the length that it announces");
      }
      return raw;
    } catch (LZ4Exception | ZstdException e) {
      throw new DamagedFrameException("a block cannot be decompressed: " + e.getMessage());
    }
  }
}
