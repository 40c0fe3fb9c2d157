package io.argosy.protocol.server;

import io.argosy.protocol.encoding.ClientEncoding;
import io.argosy.protocol.message.PostgresException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Reads the fields of one message's body in order. Every method throws {@link ProtocolException}
 * (08P01) where the body ends too early, worded as in PostgreSQL's {@code pqformat.c}.
 */
final class MessageBody {
  private final ByteBuffer body;
  private final ClientEncoding encoding;

  MessageBody(byte[] body) {
    this(body, ClientEncoding.UTF8);
  }

  /**
   * @param encoding of the text in it
   */
  MessageBody(byte[] body, ClientEncoding encoding) {
    this.body = ByteBuffer.wrap(body);
    this.encoding = encoding;
  }

  char character() {
    if (!body.hasRemaining()) {
      throw ProtocolException.violation("no data left in message");
    }
    return (char) (body.get() & 0xFF);
  }

  short int16() {
    require(Short.BYTES);
    return body.getShort();
  }

  /** A count, which PostgreSQL reads without a sign. */
  int count() {
    return int16() & 0xFFFF;
  }

  int int32() {
    require(Integer.BYTES);
    return body.getInt();
  }

  short[] shorts() {
    short[] values = new short[count()];
    for (int i = 0; i < values.length; i++) {
      values[i] = int16();
    }
    return values;
  }

  byte[] bytes(int length) {
    require(length);
    byte[] bytes = new byte[length];
    body.get(bytes);
    return bytes;
  }

  byte[] rest() {
    return bytes(body.remaining());
  }

  /** Text that a zero byte ends. 22021 when it is not in its encoding. */
  String string() {
    int end = body.position();
    while (end < body.limit() && body.get(end) != 0) {
      end++;
    }
    if (end == body.limit()) {
      throw ProtocolException.violation("invalid string in message");
    }
    ByteBuffer text = body.slice(body.position(), end - body.position());
    body.position(end + 1);
    return encoding.isUtf8() ? utf8(text) : inEncoding(text);
  }

  private String inEncoding(ByteBuffer text) {
    byte[] bytes = new byte[text.remaining()];
    text.get(bytes);
    try {
      return encoding.decode(bytes);
    } catch (PostgresException e) {
      throw new ProtocolException(e.error());
    }
  }

  private static String utf8(ByteBuffer text) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT)
          .decode(text)
          .toString();
    } catch (CharacterCodingException e) {
      throw invalidEncoding(text);
    }
  }

  boolean hasRemaining() {
    return body.hasRemaining();
  }

  /** Throws when something is left. */
  void end() {
    if (body.hasRemaining()) {
      throw ProtocolException.violation("invalid message format");
    }
  }

  private void require(int length) {
    if (length < 0 || length > body.remaining()) {
      throw ProtocolException.violation("insufficient data left in message");
    }
  }

  /**
   * Names the bad sequence: as many bytes as its first byte announces. The decoder stopped at it.
   */
  private static ProtocolException invalidEncoding(ByteBuffer text) {
    int first = text.get(text.position()) & 0xFF;
    int announced = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF8 ? 4 : 1;
    StringBuilder sequence = new StringBuilder();
    for (int i = 0; i < announced && text.hasRemaining(); i++) {
      sequence.append(i == 0 ? "" : " ").append(String.format("0x%02x", text.get() & 0xFF));
    }
    return new ProtocolException(
        "22021", "invalid byte sequence for encoding \"UTF8\": " + sequence);
  }
}
