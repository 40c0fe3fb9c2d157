package io.argosy.tests.links;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes on what two processes say to each other, and keeps all of it, as somebody listening. */
final class RecordingRelay extends SocketRelay {
  private static final Logger log = LoggerFactory.getLogger(RecordingRelay.class);
  private static final int PIECE = 16 * 1024;

  private final int target;
  private final List<Direction> directions = new CopyOnWriteArrayList<>();

  /** One half of a connection. */
  private record Direction(Socket from, Socket to, ByteArrayOutputStream heard) {}

  private RecordingRelay(int target) throws IOException {
    this.target = target;
    listen();
  }

  /** Listens on a port of its own, in front of another one of this machine. */
  static RecordingRelay start(int port) throws IOException {
    return new RecordingRelay(port);
  }

  /** Whether anything of this was said, by whomever. */
  boolean heard(String text) {
    return directions.stream()
        .anyMatch(direction -> direction.heard.toString(ISO_8859_1).contains(text));
  }

  /** How many directions have carried this. */
  long directionsWith(String text) {
    return directions.stream()
        .filter(direction -> direction.heard.toString(ISO_8859_1).contains(text))
        .count();
  }

  /** Bytes of all that was said. */
  long bytes() {
    return directions.stream().mapToLong(direction -> direction.heard.size()).sum();
  }

  int connections() {
    return directions.size() / 2;
  }

  @Override
  protected void connected(Socket from) throws IOException {
    Socket to = connect(target);
    start(new Direction(from, to, new ByteArrayOutputStream()));
    start(new Direction(to, from, new ByteArrayOutputStream()));
  }

  private void start(Direction direction) {
    directions.add(direction);
    Thread.ofVirtual().start(() -> pass(direction));
  }

  private static void pass(Direction direction) {
    byte[] piece = new byte[PIECE];
    try (Socket to = direction.to) {
      InputStream in = direction.from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
        direction.heard.write(piece, 0, read);
        out.write(piece, 0, read);
      }
    } catch (IOException e) {
      log.debug("one of both has gone", e);
    }
  }
}
