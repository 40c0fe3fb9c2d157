package io.argosy.protocol.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Frontend messages, encoded one after the other, to be sent in one write. Not thread-safe. Strings
 * are UTF-8 and end with a zero byte.
 */
public final class FrontendMessages {
  private static final int PROTOCOL_3_0 = 3 << 16;
  private static final int SSL_REQUEST = (1234 << 16) | 5679;
  private static final int CANCEL_REQUEST = (1234 << 16) | 5678;

  private byte[] bytes;
  private int size;

  public FrontendMessages() {
    this(512);
  }

  /** With room for so many bytes before it grows. */
  public FrontendMessages(int capacity) {
    bytes = new byte[capacity];
  }

  /** What has been encoded, as a view that the next message may overwrite. */
  public ByteBuffer toByteBuffer() {
    return ByteBuffer.wrap(bytes, 0, size);
  }

  public byte[] array() {
    return bytes;
  }

  /** How much has been encoded, in bytes. */
  public int size() {
    return size;
  }

  /** Forgets what has been encoded, to use the memory again. */
  public FrontendMessages clear() {
    size = 0;
    return this;
  }

  /**
   * StartupMessage.
   *
   * <pre>
   * int32 length  int32 protocol  { string name, string value }*  byte 0
   * </pre>
   */
  public FrontendMessages startup(Map<String, String> parameters) {
    int start = beginUntyped();
    int32(PROTOCOL_3_0);
    parameters.forEach((name, value) -> string(name).string(value));
    int8(0);
    return end(start);
  }

  /** SSLRequest: int32 length, int32 code. */
  public FrontendMessages sslRequest() {
    int start = beginUntyped();
    int32(SSL_REQUEST);
    return end(start);
  }

  /** CancelRequest: int32 length, int32 code, int32 process id, the secret key. */
  public FrontendMessages cancelRequest(int processId, byte[] secretKey) {
    int start = beginUntyped();
    int32(CANCEL_REQUEST);
    int32(processId);
    raw(secretKey, 0, secretKey.length);
    return end(start);
  }

  /** PasswordMessage: 'p' int32 length, string password. */
  public FrontendMessages password(String password) {
    int start = begin('p');
    string(password);
    return end(start);
  }

  /** SASLInitialResponse: 'p' int32 length, string mechanism, int32 size, the response. */
  public FrontendMessages saslInitialResponse(String mechanism, String response) {
    int start = begin('p');
    string(mechanism);
    byte[] text = response.getBytes(UTF_8);
    int32(text.length);
    raw(text, 0, text.length);
    return end(start);
  }

  /** SASLResponse: 'p' int32 length, the response. */
  public FrontendMessages saslResponse(String response) {
    int start = begin('p');
    byte[] text = response.getBytes(UTF_8);
    raw(text, 0, text.length);
    return end(start);
  }

  /** Query: 'Q' int32 length, string sql. */
  public FrontendMessages query(String sql) {
    int start = begin('Q');
    string(sql);
    return end(start);
  }

  /**
   * Parse.
   *
   * <pre>
   * 'P' int32 length  string statement  string sql  int16 types  { int32 type }*
   * </pre>
   */
  public FrontendMessages parse(String statement, String sql, int[] parameterTypes) {
    int start = begin('P');
    string(statement);
    string(sql);
    int16(parameterTypes.length);
    for (int type : parameterTypes) {
      int32(type);
    }
    return end(start);
  }

  /**
   * Bind.
   *
   * <pre>
   * 'B' int32 length  string portal  string statement
   *     int16 formats     { int16 format }*                      of the parameters
   *     int16 parameters  { int32 size or -1 for NULL, bytes }*
   *     int16 formats     { int16 format }*                      of the result's columns
   * </pre>
   */
  public FrontendMessages bind(
      String portal,
      String statement,
      short[] parameterFormats,
      List<byte[]> parameters,
      short[] resultFormats) {
    int start = begin('B');
    string(portal);
    string(statement);
    formats(parameterFormats);
    int16(parameters.size());
    for (byte[] parameter : parameters) {
      if (parameter == null) {
        int32(-1);
      } else {
        int32(parameter.length);
        raw(parameter, 0, parameter.length);
      }
    }
    formats(resultFormats);
    return end(start);
  }

  /** Describe of a statement: 'D' int32 length, 'S', string statement. */
  public FrontendMessages describeStatement(String statement) {
    return describe('S', statement);
  }

  /** Describe of a portal: 'D' int32 length, 'P', string portal. */
  public FrontendMessages describePortal(String portal) {
    return describe('P', portal);
  }

  /** Execute: 'E' int32 length, string portal, int32 rows at most (0: all). */
  public FrontendMessages execute(String portal, int maxRows) {
    int start = begin('E');
    string(portal);
    int32(maxRows);
    return end(start);
  }

  /** Close of a statement, which need not be there: 'C' int32 length, 'S', string statement. */
  public FrontendMessages closeStatement(String statement) {
    int start = begin('C');
    int8('S');
    string(statement);
    return end(start);
  }

  /** Close of a portal, which need not be there: 'C' int32 length, 'P', string portal. */
  public FrontendMessages closePortal(String portal) {
    int start = begin('C');
    int8('P');
    string(portal);
    return end(start);
  }

  /** Flush: 'H' int32 length. */
  public FrontendMessages flush() {
    return end(begin('H'));
  }

  /** Sync: 'S' int32 length. */
  public FrontendMessages sync() {
    return end(begin('S'));
  }

  /** Terminate: 'X' int32 length. */
  public FrontendMessages terminate() {
    return end(begin('X'));
  }

  /** CopyData: 'd' int32 length, the buffer's remaining bytes, which are consumed. */
  public FrontendMessages copyData(ByteBuffer data) {
    int start = begin('d');
    int length = data.remaining();
    reserve(length);
    data.get(bytes, size, length);
    size += length;
    return end(start);
  }

  /** CopyDone: 'c' int32 length. */
  public FrontendMessages copyDone() {
    return end(begin('c'));
  }

  /** CopyFail: 'f' int32 length, string message. */
  public FrontendMessages copyFail(String message) {
    int start = begin('f');
    string(message);
    return end(start);
  }

  private FrontendMessages describe(char kind, String name) {
    int start = begin('D');
    int8(kind);
    string(name);
    return end(start);
  }

  private void formats(short[] formats) {
    int16(formats.length);
    for (short format : formats) {
      int16(format);
    }
  }

  private int begin(char type) {
    int8(type);
    return beginUntyped();
  }

  private int beginUntyped() {
    int start = size;
    int32(0);
    return start;
  }

  private FrontendMessages end(int start) {
    int length = size - start;
    bytes[start] = (byte) (length >>> 24);
    bytes[start + 1] = (byte) (length >>> 16);
    bytes[start + 2] = (byte) (length >>> 8);
    bytes[start + 3] = (byte) length;
    return this;
  }

  private FrontendMessages string(String text) {
    if (text.indexOf('\0') >= 0) {
      throw new PostgresException("22021", "invalid byte sequence for encoding \"UTF8\": 0x00");
    }
    byte[] encoded = text.getBytes(UTF_8);
    raw(encoded, 0, encoded.length);
    int8(0);
    return this;
  }

  private void int8(int value) {
    reserve(1);
    bytes[size++] = (byte) value;
  }

  private void int16(int value) {
    reserve(2);
    bytes[size++] = (byte) (value >>> 8);
    bytes[size++] = (byte) value;
  }

  private void int32(int value) {
    reserve(4);
    bytes[size++] = (byte) (value >>> 24);
    bytes[size++] = (byte) (value >>> 16);
    bytes[size++] = (byte) (value >>> 8);
    bytes[size++] = (byte) value;
  }

  private void raw(byte[] source, int offset, int length) {
    reserve(length);
    System.arraycopy(source, offset, bytes, size, length);
    size += length;
  }

  private void reserve(int more) {
    int needed = Math.addExact(size, more);
    if (needed > bytes.length) {
      int doubled = (int) Math.min(Integer.MAX_VALUE - 8L, 2L * bytes.length);
      bytes = Arrays.copyOf(bytes, Math.max(needed, doubled));
    }
  }
}
