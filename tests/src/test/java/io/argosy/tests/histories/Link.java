package io.argosy.tests.histories;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes bytes on between two processes, as a cable does, and as one that fails. */
final class Link implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(Link.class);
  private static final int PIECE = 1 << 14;

  private final ServerSocket listener;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicReference<Random> flip = new AtomicReference<>();
  private volatile int target;
  private volatile long stalledUntil = System.nanoTime();

  private Link(ServerSocket listener) {
    this.listener = listener;
  }

  /** Listens on a port of its own; it leads nowhere yet. */
  static Link start() throws IOException {
    Link link = new Link(new ServerSocket(0, 100, InetAddress.getLoopbackAddress()));
    Thread.ofVirtual().start(link::accept);
    return link;
  }

  /** Where it begins. */
  int port() {
    return listener.getLocalPort();
  }

  /** Where new connections end from now on. */
  void leadTo(int port) {
    target = port;
  }

  /** Ends all connections. */
  void cut() {
    open.forEach(Link::close);
  }

  /** Passes nothing on for some time, and loses nothing. */
  void stall(Duration duration) {
    stalledUntil = System.nanoTime() + duration.toNanos();
  }

  /** Changes one bit of the next piece, in either direction. */
  void flip(Random random) {
    flip.set(random);
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket from = listener.accept();
        Thread.ofVirtual().start(() -> connect(from));
      } catch (IOException e) {
        LOG.debug("closed", e);
      }
    }
  }

  private void connect(Socket from) {
    try {
      awaitEndOfStall();
      Socket to = new Socket(InetAddress.getLoopbackAddress(), target);
      from.setTcpNoDelay(true);
      to.setTcpNoDelay(true);
      open.add(from);
      open.add(to);
      Thread.ofVirtual().start(() -> pass(from, to));
      Thread.ofVirtual().start(() -> pass(to, from));
    } catch (IOException e) {
      LOG.debug("nobody is there", e);
      close(from);
    }
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
    open.remove(from);
    open.remove(to);
    close(from);
    close(to);
  }

  private void awaitEndOfStall() {
    for (long left = stalledUntil - System.nanoTime();
        left > 0;
        left = stalledUntil - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      LOG.debug("already closed", e);
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    cut();
  }
}
