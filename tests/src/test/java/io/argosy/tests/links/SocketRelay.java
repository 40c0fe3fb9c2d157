package io.argosy.tests.links;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stands between processes of this machine that connect to each other. */
public abstract class SocketRelay implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(SocketRelay.class);
  private static final int BACKLOG = 100;

  private final ServerSocket listener;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  /** Takes a port of its own. */
  protected SocketRelay() throws IOException {
    listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
  }

  /** Where others connect to it. */
  public final int port() {
    return listener.getLocalPort();
  }

  /** Takes connections from now on, each in a thread of its own. */
  protected final void listen() {
    Thread.ofVirtual().start(this::accept);
  }

  /**
   * Somebody has connected.
   *
   * @throws IOException ends the connection
   */
  protected abstract void connected(Socket from) throws IOException;

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket from = listener.accept();
        Thread.ofVirtual().start(() -> serve(from));
      } catch (IOException e) {
        LOG.debug("closed", e);
      }
    }
  }

  private void serve(Socket from) {
    try {
      opened(from);
      connected(from);
    } catch (IOException e) {
      LOG.debug("a connection has ended", e);
      end(from);
    }
  }

  /** Connects to another port of this machine. */
  protected final Socket connect(int port) throws IOException {
    Socket to = new Socket(InetAddress.getLoopbackAddress(), port);
    opened(to);
    return to;
  }

  private void opened(Socket socket) throws IOException {
    open.add(socket);
    socket.setTcpNoDelay(true);
    if (listener.isClosed()) {
      throw new IOException("the relay is closed");
    }
  }

  /** Ends a connection, if it has not ended. */
  protected final void end(Socket socket) {
    open.remove(socket);
    try {
      socket.close();
    } catch (IOException e) {
      LOG.debug("already closed", e);
    }
  }

  /** Ends all connections that there are. */
  protected final void endAll() {
    open.forEach(this::end);
  }

  @Override
  public final void close() throws IOException {
    listener.close();
    endAll();
  }
}
