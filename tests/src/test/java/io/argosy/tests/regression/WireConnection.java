package io.argosy.tests.regression;

import io.argosy.tests.regression.Answer.Column;
import io.argosy.tests.regression.Answer.Failure;
import io.argosy.tests.regression.Answer.Result;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A connection that sends what psql sends, and keeps all of the answer that psql shows. A driver
 * would hide command tags and the type modifiers of columns. Not thread-safe.
 */
final class WireConnection implements Closeable {
  private static final int PROTOCOL = 3 << 16;

  private final Socket socket;
  private final DataInputStream in;
  private final DataOutputStream out;
  private final Duration limit;
  private final Supplier<String> serverAtWork;
  private boolean escapesInStrings;

  /**
   * Connects without a password.
   *
   * @param limit how long a message may take to be answered
   * @param serverAtWork what the server does, which is asked when no answer has come
   * @throws IOException also if the server refuses the connection, with its words
   */
  WireConnection(
      int port, Map<String, String> startup, Duration limit, Supplier<String> serverAtWork)
      throws IOException {
    this.limit = limit;
    this.serverAtWork = serverAtWork;
    this.socket = new Socket("127.0.0.1", port);
    this.socket.setTcpNoDelay(true);
    this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    this.out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(PROTOCOL).array());
    startup.forEach(
        (name, value) -> {
          body.writeBytes(terminated(name));
          body.writeBytes(terminated(value));
        });
    body.write(0);
    out.writeInt(body.size() + Integer.BYTES);
    body.writeTo(out);
    Answer answer = answer(() -> "");
    if (answer.isLost() || answer.error().isPresent()) {
      socket.close();
      throw new IOException("the connection was refused: " + answer);
    }
  }

  /** Whether the session's usual strings have escapes. */
  boolean escapesInStrings() {
    return escapesInStrings;
  }

  /**
   * Sends a text of statements and waits for the end of the answer. A connection that is lost, or
   * on which no answer comes in time, is closed.
   *
   * @param data asked for when COPY FROM STDIN wants it
   */
  Answer query(String sql, Supplier<String> data) {
    try {
      send('Q', terminated(sql));
      return answer(data);
    } catch (IOException e) {
      return lost(e);
    }
  }

  private Answer lost(IOException e) {
    String why = e + serverAtWork.get();
    close();
    return Answer.lost(why);
  }

  private void send(char type, byte[] body) throws IOException {
    out.writeByte(type);
    out.writeInt(body.length + Integer.BYTES);
    out.write(body);
    if (type != 'd') {
      out.flush();
    }
  }

  private Answer answer(Supplier<String> data) {
    long deadline = System.nanoTime() + limit.toNanos();
    List<Result> results = new ArrayList<>();
    List<Column> columns = List.of();
    List<List<String>> rows = new ArrayList<>();
    List<String> copied = new ArrayList<>();
    Optional<Failure> error = Optional.empty();
    try {
      out.flush();
      while (true) {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (left <= 0) {
          throw new IOException("no end of the answer after " + limit);
        }
        socket.setSoTimeout((int) left);
        char type = (char) in.readUnsignedByte();
        byte[] body = new byte[in.readInt() - Integer.BYTES];
        in.readFully(body);
        ByteBuffer message = ByteBuffer.wrap(body);
        switch (type) {
          case 'T' -> columns = columns(message);
          case 'D' -> rows.add(row(message));
          case 'd' -> copied.add(new String(body, StandardCharsets.UTF_8));
          case 'C', 'I' -> {
            results.add(new Result(columns, rows, copied, type == 'C' ? text(message) : ""));
            columns = List.of();
            rows = new ArrayList<>();
            copied = new ArrayList<>();
          }
          case 'E' -> error = Optional.of(failure(message));
          case 'S' -> noteStatus(text(message), text(message));
          case 'G' -> {
            send('d', data.get().getBytes(StandardCharsets.UTF_8));
            send('c', new byte[0]);
          }
          case 'R' -> requireNoPassword(message.getInt());
          case 'Z' -> {
            return new Answer(results, error, (char) message.get());
          }
          default -> {}
        }
      }
    } catch (IOException e) {
      return error.isPresent() ? lost(new IOException(e + " after " + error.get(), e)) : lost(e);
    }
  }

  private void noteStatus(String name, String value) {
    if (name.equals("standard_conforming_strings")) {
      escapesInStrings = value.equals("off");
    }
  }

  private static void requireNoPassword(int kind) throws IOException {
    if (kind != 0) {
      throw new IOException("a password is asked for");
    }
  }

  private static List<Column> columns(ByteBuffer message) {
    List<Column> columns = new ArrayList<>();
    for (int i = message.getShort(); i > 0; i--) {
      String name = text(message);
      message.position(message.position() + Integer.BYTES + Short.BYTES);
      long type = Integer.toUnsignedLong(message.getInt());
      message.getShort();
      int modifier = message.getInt();
      message.getShort();
      columns.add(new Column(name, type, modifier));
    }
    return columns;
  }

  private static List<String> row(ByteBuffer message) {
    List<String> row = new ArrayList<>();
    for (int i = message.getShort(); i > 0; i--) {
      int length = message.getInt();
      if (length < 0) {
        row.add(null);
      } else {
        byte[] value = new byte[length];
        message.get(value);
        row.add(new String(value, StandardCharsets.UTF_8));
      }
    }
    return row;
  }

  private static Failure failure(ByteBuffer message) {
    String state = "";
    String words = "";
    String hint = "";
    String routine = "";
    for (char field = (char) message.get(); field != 0; field = (char) message.get()) {
      String value = text(message);
      switch (field) {
        case 'C' -> state = value;
        case 'M' -> words = value;
        case 'H' -> hint = value;
        case 'R' -> routine = value;
        default -> {}
      }
    }
    return new Failure(state, words, hint, routine);
  }

  private static byte[] terminated(String text) {
    return (text + '\0').getBytes(StandardCharsets.UTF_8);
  }

  private static String text(ByteBuffer message) {
    int start = message.position();
    while (message.get() != 0) {
      // The position moves.
    }
    return new String(
        message.array(), start, message.position() - 1 - start, StandardCharsets.UTF_8);
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
