package io.argosy.tests.wire;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;

/** One of a script's connections. */
final class ScriptConnection implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 10_000;

  private static final int LONGEST_MESSAGE = 1 << 24;

  private final ScriptTarget target;
  private final Socket socket;
  private final DataInputStream in;
  private byte[] key = new byte[0];
  private boolean started;

  ScriptConnection(ScriptTarget target) throws IOException {
    this.target = target;
    this.socket = new Socket(target.host(), target.port());
    this.socket.setTcpNoDelay(true);
    this.socket.setSoTimeout(TIMEOUT_MILLIS);
    this.in = new DataInputStream(socket.getInputStream());
  }

  void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
  }

  /** One byte that is not a message: the answer to a request for encryption. */
  String answer() throws IOException {
    return "Answer " + (char) in.read();
  }

  /** The next message; what a server reports of its settings while it starts is left out. */
  ServerMessage read() throws IOException {
    ServerMessage message = readAny();
    while (message.type() == 'S' && !started) {
      message = readAny();
    }
    if (message.type() == 'K') {
      key = message.body();
    }
    if (message.type() == 'Z') {
      started = true;
    }
    return message;
  }

  private ServerMessage readAny() throws IOException {
    try {
      int type = in.read();
      if (type < 0) {
        return closed();
      }
      int length = in.readInt();
      if (length < Integer.BYTES || length > LONGEST_MESSAGE) {
        throw new IOException("a message of type %c has length %d".formatted(type, length));
      }
      byte[] body = new byte[length - Integer.BYTES];
      in.readFully(body);
      return new ServerMessage((char) type, body);
    } catch (EOFException | SocketException e) {
      return closed();
    }
  }

  private static ServerMessage closed() {
    return new ServerMessage('\0', new byte[0]);
  }

  /** Asks the server to cancel what this connection runs, and waits until it has read that. */
  void cancel(boolean withWrongKey) throws IOException {
    byte[] sent = key.clone();
    if (withWrongKey) {
      sent[sent.length - 1] ^= 1;
    }
    try (Socket other = new Socket(target.host(), target.port())) {
      other.setSoTimeout(TIMEOUT_MILLIS);
      other
          .getOutputStream()
          .write(
              ByteBuffer.allocate(8 + sent.length)
                  .putInt(8 + sent.length)
                  .putInt(80877102)
                  .put(sent)
                  .array());
      if (other.getInputStream().read() >= 0) {
        throw new IOException("a cancel request was answered");
      }
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
