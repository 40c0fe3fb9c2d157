package io.argosy.protocol.message;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * What stands around the tuples of binary COPY (PostgreSQL documentation, "COPY", "Binary Format").
 * The body of a binary DataRow message is a tuple as it stands:
 *
 * <pre>
 * DataRow    'D' int32 length  int16 columns  { int32 size, bytes }*
 * COPY       header { int16 columns  { int32 size, bytes }* }*  int16 -1
 * header     11 bytes signature  int32 flags  int32 length of an extension
 * </pre>
 */
public final class BinaryCopy {
  private static final byte[] SIGNATURE =
      "PGCOPY\n\377\r\n\0".getBytes(StandardCharsets.ISO_8859_1);

  private BinaryCopy() {}

  /** What stands before the first tuple: no flags, no extension. */
  public static ByteBuffer header() {
    return ByteBuffer.allocate(SIGNATURE.length + 8).put(SIGNATURE).putInt(0).putInt(0).flip();
  }

  /** What stands behind the last tuple. */
  public static ByteBuffer trailer() {
    return ByteBuffer.allocate(2).putShort((short) -1).flip();
  }
}
