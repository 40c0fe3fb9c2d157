package io.argosy.tests.links;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes frames on to an agent, and back, as a rule wants them that may change at any time. */
final class FrameRelay extends SocketRelay {
  private static final Logger LOG = LoggerFactory.getLogger(FrameRelay.class);
  private static final int LENGTH = 4;
  static final Rule HONEST = (direction, frame) -> frame;

  private final int agent;
  private final AtomicInteger connections = new AtomicInteger();
  private volatile Rule rule;
  private volatile Duration lateness = Duration.ZERO;

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

  private FrameRelay(int agent, Rule rule) throws IOException {
    this.agent = agent;
    this.rule = rule;
    listen();
  }

  /** Listens on a port of its own, in front of another one of this machine. */
  static FrameRelay start(int port, Rule rule) throws IOException {
    return new FrameRelay(port, rule);
  }

  /** From now on, for the connections that there are too. */
  void follow(Rule newRule) {
    rule = newRule;
  }

  /** Everything is passed on as it is. */
  void beHonest() {
    rule = HONEST;
    lateness = Duration.ZERO;
  }

  /** Whoever is still connected hears so much later that the other side has gone. */
  void tellOfEndsLate(Duration late) {
    lateness = late;
  }

  @Override
  protected void connected(Socket from) throws IOException {
    int connection = connections.getAndIncrement();
    Direction forth = new Direction(agent, connection, true);
    Direction back = new Direction(agent, connection, false);
    Socket to = connect(agent);
    Thread.ofVirtual().start(() -> pass(from, to, forth));
    pass(to, from, back);
  }

  private void pass(Socket from, Socket to, Direction direction) {
    try (from;
        to) {
      passAll(from, to, direction);
      Thread.sleep(lateness);
    } catch (IOException | InterruptedException e) {
      LOG.debug("one of both cannot be closed", e);
    }
  }

  /** Passes frames on until one of both has gone. */
  private void passAll(Socket from, Socket to, Direction direction) {
    try {
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
}
