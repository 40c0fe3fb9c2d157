package io.argosy.tests.histories;

import io.argosy.tests.links.SocketRelay;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes bytes on between two processes, as a cable does, and as one that fails. */
final class Link extends SocketRelay {
  private static final Logger LOG = LoggerFactory.getLogger(Link.class);
  private static final int PIECE = 1 << 14;

  private final AtomicReference<Random> flip = new AtomicReference<>();
  private volatile int target;
  private volatile long stalledUntil = System.nanoTime();

  private Link() throws IOException {
    listen();
  }

  /** Listens on a port of its own; it leads nowhere yet. */
  static Link start() throws IOException {
    return new Link();
  }

  /** Where new connections end from now on. */
  void leadTo(int port) {
    target = port;
  }

  /** Ends all connections. */
  void cut() {
    endAll();
  }

  /** Passes nothing on for some time, and loses nothing. */
  void stall(Duration duration) {
    stalledUntil = System.nanoTime() + duration.toNanos();
  }

  /** Changes one bit of the next piece, in either direction. */
  void flip(Random random) {
    flip.set(random);
  }

  @Override
  protected void connected(Socket from) throws IOException {
    awaitEndOfStall();
    Socket to = connect(target);
    Thread.ofVirtual().start(() -> pass(from, to));
    pass(to, from);
  }

  private void pass(Socket from, Socket to) {
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] piece = new byte[PIECE];
      for (int length = in.read(piece); length >= 0; length = in.read(piece)) {
        awaitEndOfStall();
        Random random = flip.getAndSet(null);
        if (random != null) {
          piece[random.nextInt(length)] ^= (byte) (1 << random.nextInt(8));
        }
        out.write(piece, 0, length);
      }
    } catch (IOException e) {
      LOG.debug("one of both has gone", e);
    }
    end(from);
    end(to);
  }

  private void awaitEndOfStall() {
    for (long left = stalledUntil - System.nanoTime();
        left > 0;
        left = stalledUntil - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
