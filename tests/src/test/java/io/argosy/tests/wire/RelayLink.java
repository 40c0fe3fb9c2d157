package io.argosy.tests.wire;

import io.argosy.protocol.message.Field;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A plain connection to a PostgreSQL that trusts everybody, message by message. */
final class RelayLink implements AutoCloseable {
  private final int port;
  private final Socket socket;
  private final DataInputStream in;
  private final Map<String, String> parameters = new LinkedHashMap<>();
  private byte[] key = new byte[0];

  RelayLink(int port, Map<String, String> startup) {
    this.port = port;
    try {
      socket = new Socket("127.0.0.1", port);
      socket.setTcpNoDelay(true);
      in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
      Builder packet = new Builder().int32(3 << 16);
      startup.forEach((name, value) -> packet.text(name).text(value));
      socket.getOutputStream().write(packet.character('\0').build());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (Message message = read(); message.type != 'Z'; message = read()) {
      ByteBuffer body = message.body();
      switch (message.type) {
        case 'S' -> parameters.put(text(body), text(body));
        case 'K' -> {
          key = new byte[body.remaining()];
          body.get(key);
        }
        case 'E' -> throw new PostgresException(error(body));
        default -> {}
      }
    }
  }

  Map<String, String> parameters() {
    return parameters;
  }

  /** A message as it came, header and all. */
  record Message(char type, ByteBuffer whole) {
    ByteBuffer body() {
      return whole.slice(5, whole.limit() - 5);
    }
  }

  Message read() {
    try {
      byte type = in.readByte();
      int length = in.readInt();
      ByteBuffer whole = ByteBuffer.allocate(1 + length).put(type).putInt(length);
      in.readFully(whole.array(), 5, length - 4);
      return new Message((char) type, whole.rewind());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void send(Builder message) {
    try {
      socket.getOutputStream().write(message.build());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Asks the server to cancel what runs here; it closes the connection when it has done so. */
  void cancel() {
    try (Socket other = new Socket("127.0.0.1", port)) {
      other
          .getOutputStream()
          .write(
              ByteBuffer.allocate(8 + key.length)
                  .putInt(8 + key.length)
                  .putInt(80877102)
                  .put(key)
                  .array());
      other.getInputStream().readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Builder message(char type) {
    return new Builder(type);
  }

  /** Collects a message; the length is filled in at the end. */
  static final class Builder {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final int lengthAt;

    Builder() {
      lengthAt = 0;
      int32(0);
    }

    private Builder(char type) {
      lengthAt = 1;
      bytes.write(type);
      int32(0);
    }

    Builder character(char value) {
      bytes.write(value);
      return this;
    }

    Builder int16(int value) {
      bytes.write(value >> 8);
      bytes.write(value);
      return this;
    }

    Builder int32(int value) {
      return int16(value >> 16).int16(value);
    }

    Builder shorts(short[] values) {
      int16(values.length);
      for (short value : values) {
        int16(value);
      }
      return this;
    }

    Builder text(String text) {
      bytes.writeBytes(text.getBytes(StandardCharsets.UTF_8));
      bytes.write(0);
      return this;
    }

    Builder bytes(ByteBuffer data) {
      byte[] copy = new byte[data.remaining()];
      data.get(copy);
      bytes.writeBytes(copy);
      return this;
    }

    void value(byte[] value) {
      if (value == null) {
        int32(-1);
      } else {
        int32(value.length);
        bytes.writeBytes(value);
      }
    }

    byte[] build() {
      byte[] message = bytes.toByteArray();
      ByteBuffer.wrap(message).putInt(lengthAt, message.length - lengthAt);
      return message;
    }
  }

  static String text(ByteBuffer in) {
    int start = in.position();
    int length = 0;
    while (in.get(start + length) != 0) {
      length++;
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    in.get();
    return new String(bytes, StandardCharsets.UTF_8);
  }

  static PostgresError error(ByteBuffer in) {
    Map<Character, String> fields = new LinkedHashMap<>();
    for (char code = (char) in.get(); code != 0; code = (char) in.get()) {
      fields.put(code, text(in));
    }
    return new PostgresError(fields);
  }

  static List<Field> fields(ByteBuffer in) {
    List<Field> fields = new ArrayList<>();
    for (int i = in.getShort(); i > 0; i--) {
      fields.add(
          new Field(
              text(in),
              in.getInt(),
              in.getShort(),
              in.getInt(),
              in.getShort(),
              in.getInt(),
              in.getShort()));
    }
    return fields;
  }

  static short[] shorts(ByteBuffer in) {
    short[] shorts = new short[in.getShort()];
    for (int i = 0; i < shorts.length; i++) {
      shorts[i] = in.getShort();
    }
    return shorts;
  }

  static int[] integers(ByteBuffer in) {
    int[] integers = new int[in.getShort()];
    for (int i = 0; i < integers.length; i++) {
      integers[i] = in.getInt();
    }
    return integers;
  }
}
