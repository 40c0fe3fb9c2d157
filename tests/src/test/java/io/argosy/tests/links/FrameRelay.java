package io.argosy.tests.links;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes frames on to an agent, and back, as a rule wants them that may change at any time. */
final class FrameRelay implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(FrameRelay.class);
  private static final int LENGTH = 4;
  static final Rule HONEST = (direction, frame) -> frame;

  private final ServerSocket listener;
  private final int port;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile Rule rule = HONEST;

  /**
   * One half of a connection.
   *
   * @param port the agent's
   * @param connection its number
   * @param toAgent whether it is the way to the agent
   */
  record Direction(int port, int connection, boolean toAgent) {}

  /** What becomes of frames. */
  @FunctionalInterface
  interface Rule {
    /**
     * One has arrived.
     *
     * @param direction whose it is
     * @param frame all of it, with its length
     * @return what is passed on; nothing where it is lost
     */
    byte[] passed(Direction direction, byte[] frame);
  }

  private FrameRelay(ServerSocket listener, int port) {
    this.listener = listener;
    this.port = port;
  }

  /** Listens on a port of its own, in front of another one of this machine. */
  static FrameRelay start(int port, Rule rule) throws IOException {
    FrameRelay relay =
        new FrameRelay(new ServerSocket(0, 100, InetAddress.getLoopbackAddress()), port);
    relay.rule = rule;
    Thread.ofVirtual().start(relay::accept);
    return relay;
  }

  int port() {
    return listener.getLocalPort();
  }

  /** From now on, for the connections that there are too. */
  void follow(Rule newRule) {
    rule = newRule;
  }

  /** Everything is passed on as it is. */
  void beHonest() {
    rule = HONEST;
  }

  private void accept() {
    try {
      for (int connection = 0; ; connection++) {
        Direction forth = new Direction(port, connection, true);
        Direction back = new Direction(port, connection, false);
        Socket from = listener.accept();
        Socket to = new Socket(InetAddress.getLoopbackAddress(), port);
        from.setTcpNoDelay(true);
        to.setTcpNoDelay(true);
        open.add(from);
        open.add(to);
        Thread.ofVirtual().start(() -> pass(from, to, forth));
        Thread.ofVirtual().start(() -> pass(to, from, back));
      }
    } catch (IOException e) {
      LOG.debug("closed", e);
    }
  }

  private void pass(Socket from, Socket to, Direction direction) {
    try (from;
        to) {
      DataInputStream in = new DataInputStream(from.getInputStream());
      OutputStream out = to.getOutputStream();
      while (true) {
        int length = in.readInt();
        ByteBuffer frame = ByteBuffer.allocate(LENGTH + length).putInt(length);
        in.readFully(frame.array(), LENGTH, length);
        out.write(rule.passed(direction, frame.array()));
      }
    } catch (IOException e) {
      LOG.debug("one of both has gone", e);
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : open) {
      socket.close();
    }
  }
}
