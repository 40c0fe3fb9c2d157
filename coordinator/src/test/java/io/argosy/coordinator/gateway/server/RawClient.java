package io.argosy.coordinator.gateway.server;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A client that sends what it is told, right or wrong, and shows what comes back. */
final class RawClient implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 20_000;

  final Socket socket;
  private final DataInputStream in;

  RawClient(int port) {
    this(connect(port));
  }

  private static Socket connect(int port) {
    try {
      return new Socket("127.0.0.1", port);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Over a connection that is there already. */
  RawClient(Socket connected) {
    try {
      socket = connected;
      socket.setSoTimeout(TIMEOUT_MILLIS);
      in = new DataInputStream(socket.getInputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A message from the server: type and body. */
  record Message(char type, byte[] body) {
    String text() {
      return new String(body, StandardCharsets.UTF_8).replace('\0', '|');
    }
  }

  RawClient startup(String... parameters) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (String text : parameters) {
      body.writeBytes(text.getBytes(StandardCharsets.UTF_8));
      body.write(0);
    }
    body.write(0);
    return send(
        ByteBuffer.allocate(8 + body.size())
            .putInt(8 + body.size())
            .putInt(3 << 16)
            .put(body.toByteArray())
            .array());
  }

  RawClient message(char type, byte[] body) {
    return send(
        ByteBuffer.allocate(5 + body.length)
            .put((byte) type)
            .putInt(4 + body.length)
            .put(body)
            .array());
  }

  RawClient query(String sql) {
    return message('Q', (sql + "\0").getBytes(StandardCharsets.UTF_8));
  }

  RawClient send(byte[] bytes) {
    try {
      socket.getOutputStream().write(bytes);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The next message; type 0 when the server has closed. */
  Message read() {
    try {
      int type = in.read();
      if (type < 0) {
        return new Message('\0', new byte[0]);
      }
      byte[] body = new byte[in.readInt() - 4];
      in.readFully(body);
      return new Message((char) type, body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Skips to the next message of the type. */
  Message until(char type) {
    Message message = read();
    while (message.type != type) {
      if (message.type == 0) {
        throw new AssertionError("the server closed before it sent " + type);
      }
      message = read();
    }
    return message;
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
