package io.argosy.protocol.encoding;

import io.argosy.protocol.message.PostgresException;
import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.function.UnaryOperator;

/**
 * Values in binary format with the text in them in another encoding. Arrays and records say of what
 * types their values are.
 */
final class BinaryValue {
  private static final int DIMENSION = 2 * Integer.BYTES;
  private static final int NULL = -1;

  private final String encoding;
  private final UnaryOperator<byte[]> text;

  /**
   * @param encoding the client's
   * @param text what is done with text
   */
  BinaryValue(String encoding, UnaryOperator<byte[]> text) {
    this.encoding = encoding;
    this.text = text;
  }

  /**
   * A value of a type.
   *
   * @throws PostgresException 0A000 where it cannot be told what is text in it
   */
  byte[] converted(int type, byte[] value) {
    try {
      return switch (BinaryTypes.layout(type)) {
        case NO_TEXT -> value;
        case TEXT -> text.apply(value);
        case ARRAY -> array(value);
        case RECORD -> record(value);
        case XML -> throw refused(type);
        case UNKNOWN -> unknown(type, value);
      };
    } catch (BufferUnderflowException e) {
      // PostgreSQL says what is wrong with a client's value, in which nothing was found to convert.
      return unknown(type, value);
    }
  }

  /** Where all text is ASCII it is the same in every encoding. */
  private byte[] unknown(int type, byte[] value) {
    for (byte one : value) {
      if (one < 0) {
        throw refused(type);
      }
    }
    return value;
  }

  private PostgresException refused(int type) {
    return new PostgresException(
        "0A000",
        "a binary value of the type with number %s is not supported with client_encoding %s"
            .formatted(Integer.toUnsignedString(type), encoding),
        "Use the text format for it, or client_encoding UTF8.");
  }

  private byte[] array(byte[] value) {
    ByteBuffer in = ByteBuffer.wrap(value);
    int dimensions = in.getInt();
    in.getInt();
    int type = in.getInt();
    ByteArrayOutputStream out = new ByteArrayOutputStream(value.length);
    in.position(Math.min(value.length, in.position() + dimensions * DIMENSION));
    out.write(value, 0, in.position());
    while (in.hasRemaining()) {
      one(type, in, out);
    }
    return out.toByteArray();
  }

  private byte[] record(byte[] value) {
    ByteBuffer in = ByteBuffer.wrap(value);
    ByteArrayOutputStream out = new ByteArrayOutputStream(value.length);
    write(in.getInt(), out);
    while (in.hasRemaining()) {
      int type = in.getInt();
      write(type, out);
      one(type, in, out);
    }
    return out.toByteArray();
  }

  private void one(int type, ByteBuffer in, ByteArrayOutputStream out) {
    int length = in.getInt();
    if (length == NULL) {
      write(NULL, out);
      return;
    }
    if (length < 0 || length > in.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] value = new byte[length];
    in.get(value);
    byte[] converted = converted(type, value);
    write(converted.length, out);
    out.writeBytes(converted);
  }

  private static void write(int number, ByteArrayOutputStream out) {
    out.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
  }
}
