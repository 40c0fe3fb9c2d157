package io.argosy.protocol.encoding;

import io.argosy.protocol.message.Field;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Parameters and rows between a client's encoding and UTF-8. */
public final class EncodedValues {
  private static final int LENGTH_BYTES = Integer.BYTES;

  private final ClientEncoding encoding;

  public EncodedValues(ClientEncoding encoding) {
    this.encoding = encoding;
  }

  /**
   * A client's parameters in UTF-8.
   *
   * @param formats none (all text), one for all, or one each: 0 text, 1 binary
   * @param types of the values
   */
  public List<byte[]> parameters(short[] formats, List<byte[]> values, int[] types) {
    if (encoding.isUtf8()) {
      return values;
    }
    BinaryValue binary = new BinaryValue(encoding.name(), encoding::toUtf8);
    List<byte[]> converted = new ArrayList<>(values.size());
    for (int i = 0; i < values.size(); i++) {
      byte[] value = values.get(i);
      int format = formats.length == 0 ? 0 : formats.length == 1 ? formats[0] : formats[i];
      converted.add(
          value == null
              ? null
              : format == 0
                  ? encoding.toUtf8(value)
                  : binary.converted(i < types.length ? types[i] : 0, value));
    }
    return Collections.unmodifiableList(converted);
  }

  /**
   * DataRow messages for the client.
   *
   * @param fields the columns in the formats that they have; where there are none, all is text
   */
  public ByteBuffer rows(ByteBuffer messages, Optional<List<Field>> fields) {
    if (encoding.isUtf8()) {
      return messages;
    }
    List<Field> columns = fields.orElse(List.of());
    BinaryValue binary = new BinaryValue(encoding.name(), encoding::fromUtf8);
    ByteBuffer in = messages.duplicate();
    ByteArrayOutputStream out = new ByteArrayOutputStream(messages.remaining());
    while (in.hasRemaining()) {
      byte type = in.get();
      in.getInt();
      row(type, in, columns, binary, out);
    }
    return ByteBuffer.wrap(out.toByteArray());
  }

  private void row(
      byte type,
      ByteBuffer in,
      List<Field> columns,
      BinaryValue binary,
      ByteArrayOutputStream out) {
    int count = in.getShort() & 0xFFFF;
    List<byte[]> values = new ArrayList<>(count);
    int length = LENGTH_BYTES + Short.BYTES;
    for (int i = 0; i < count; i++) {
      byte[] value =
          value(in, i < columns.size() ? Optional.of(columns.get(i)) : Optional.empty(), binary);
      values.add(value);
      length += LENGTH_BYTES + (value == null ? 0 : value.length);
    }
    out.writeBytes(
        ByteBuffer.allocate(1 + LENGTH_BYTES + Short.BYTES)
            .put(type)
            .putInt(length)
            .putShort((short) count)
            .array());
    for (byte[] value : values) {
      out.writeBytes(
          ByteBuffer.allocate(LENGTH_BYTES).putInt(value == null ? -1 : value.length).array());
      if (value != null) {
        out.writeBytes(value);
      }
    }
  }

  private byte[] value(ByteBuffer in, Optional<Field> column, BinaryValue binary) {
    int length = in.getInt();
    if (length < 0) {
      return null;
    }
    byte[] value = new byte[length];
    in.get(value);
    return column.isPresent() && column.get().format() != 0
        ? binary.converted(column.get().typeOid(), value)
        : encoding.fromUtf8(value);
  }

  /** CopyData messages with text for the client. */
  public ByteBuffer copyData(ByteBuffer messages) {
    if (encoding.isUtf8()) {
      return messages;
    }
    ByteBuffer in = messages.duplicate();
    ByteArrayOutputStream out = new ByteArrayOutputStream(messages.remaining());
    while (in.hasRemaining()) {
      byte type = in.get();
      byte[] text = new byte[in.getInt() - LENGTH_BYTES];
      in.get(text);
      byte[] converted = encoding.fromUtf8(text);
      out.writeBytes(
          ByteBuffer.allocate(1 + LENGTH_BYTES)
              .put(type)
              .putInt(LENGTH_BYTES + converted.length)
              .array());
      out.writeBytes(converted);
    }
    return ByteBuffer.wrap(out.toByteArray());
  }
}
