package io.argosy.coordinator.cluster;

/**
 * PostgreSQL's extended hash functions with seed 0, so that the slot of a key is the same whether
 * SQL or Java computes it. The algorithm is Bob Jenkins' lookup3 (2006), as PostgreSQL's {@code
 * hash_bytes_extended} and {@code hash_bytes_uint32_extended} use it.
 */
public final class KeyHash {
  private static final int INITIAL = 0x9e3779b9 + 3923095;

  private KeyHash() {}

  /** {@code hashint4extended(value, 0)}; hashint2extended and dates give the same. */
  public static long ofInt(int value) {
    int a = INITIAL + Integer.BYTES;
    return finish(a + value, a, a);
  }

  /**
   * {@code hashint8extended(value, 0)}: equal to {@link #ofInt} for values in its range, because
   * the high half is folded away when it is only the sign.
   */
  public static long ofLong(long value) {
    int low = (int) value;
    int high = (int) (value >>> 32);
    return ofInt(low ^ (value >= 0 ? high : ~high));
  }

  /** {@code hash_any_extended(bytes, 0)}: text under a deterministic collation, uuid, bytea. */
  public static long ofBytes(byte[] bytes) {
    int a = INITIAL + bytes.length;
    int b = a;
    int c = a;
    int offset = 0;
    int left = bytes.length;
    while (left >= 12) {
      a += littleEndian(bytes, offset, 4);
      b += littleEndian(bytes, offset + 4, 4);
      c += littleEndian(bytes, offset + 8, 4);
      a -= c;
      a ^= Integer.rotateLeft(c, 4);
      c += b;
      b -= a;
      b ^= Integer.rotateLeft(a, 6);
      a += c;
      c -= b;
      c ^= Integer.rotateLeft(b, 8);
      b += a;
      a -= c;
      a ^= Integer.rotateLeft(c, 16);
      c += b;
      b -= a;
      b ^= Integer.rotateLeft(a, 19);
      a += c;
      c -= b;
      c ^= Integer.rotateLeft(b, 4);
      b += a;
      offset += 12;
      left -= 12;
    }
    // The lowest byte of c is kept for the length, so its tail starts one byte higher.
    c += littleEndian(bytes, offset + 8, left - 8) << 8;
    b += littleEndian(bytes, offset + 4, Math.min(4, left - 4));
    a += littleEndian(bytes, offset, Math.min(4, left));
    return finish(a, b, c);
  }

  private static int littleEndian(byte[] bytes, int offset, int count) {
    int value = 0;
    for (int i = 0; i < count; i++) {
      value |= (bytes[offset + i] & 0xff) << (8 * i);
    }
    return value;
  }

  private static long finish(int first, int second, int third) {
    int a = first;
    int b = second;
    int c = third;
    c ^= b;
    c -= Integer.rotateLeft(b, 14);
    a ^= c;
    a -= Integer.rotateLeft(c, 11);
    b ^= a;
    b -= Integer.rotateLeft(a, 25);
    c ^= b;
    c -= Integer.rotateLeft(b, 16);
    a ^= c;
    a -= Integer.rotateLeft(c, 4);
    b ^= a;
    b -= Integer.rotateLeft(a, 14);
    c ^= b;
    c -= Integer.rotateLeft(b, 24);
    return ((long) b << 32) | (c & 0xffffffffL);
  }
}
