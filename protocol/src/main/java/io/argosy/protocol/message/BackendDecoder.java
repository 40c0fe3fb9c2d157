package io.argosy.protocol.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the bodies of backend messages. Every method takes the body, that is, what follows the type
 * byte and the length, and moves the buffer's position.
 */
public final class BackendDecoder {
  private BackendDecoder() {}

  /**
   * ErrorResponse and NoticeResponse.
   *
   * <pre>
   * { byte code, string text }*  byte 0
   * </pre>
   */
  public static PostgresError error(ByteBuffer body) {
    Map<Character, String> fields = new LinkedHashMap<>();
    while (body.hasRemaining()) {
      byte code = body.get();
      if (code == 0) {
        break;
      }
      fields.put((char) code, string(body));
    }
    return new PostgresError(fields);
  }

  /**
   * RowDescription.
   *
   * <pre>
   * int16 columns  { string name, int32 table, int16 column, int32 type, int16 size,
   *                  int32 modifier, int16 format }*
   * </pre>
   */
  public static List<Field> rowDescription(ByteBuffer body) {
    int count = body.getShort();
    List<Field> fields = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      fields.add(
          new Field(
              string(body),
              body.getInt(),
              body.getShort(),
              body.getInt(),
              body.getShort(),
              body.getInt(),
              body.getShort()));
    }
    return List.copyOf(fields);
  }

  /**
   * ParameterDescription.
   *
   * <pre>
   * int16 parameters  { int32 type }*
   * </pre>
   */
  public static int[] parameterDescription(ByteBuffer body) {
    int[] types = new int[Short.toUnsignedInt(body.getShort())];
    for (int i = 0; i < types.length; i++) {
      types[i] = body.getInt();
    }
    return types;
  }

  /**
   * The column formats of CopyInResponse and CopyOutResponse, after their overall format.
   *
   * <pre>
   * byte format (taken by the caller)  int16 columns  { int16 format }*
   * </pre>
   */
  public static short[] copyColumnFormats(ByteBuffer body) {
    short[] formats = new short[body.getShort()];
    for (int i = 0; i < formats.length; i++) {
      formats[i] = body.getShort();
    }
    return formats;
  }

  /** A string that ends with a zero byte. */
  public static String string(ByteBuffer body) {
    int start = body.position();
    int end = start;
    while (body.get(end) != 0) {
      end++;
    }
    byte[] bytes = new byte[end - start];
    body.get(bytes);
    body.get();
    return new String(bytes, UTF_8);
  }
}
