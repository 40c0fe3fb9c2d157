package io.argosy.protocol.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A connection to a server's Unix-domain socket, whose channel has no socket of its own. Has what
 * {@link Transport} uses of one. While a read has a timeout, nobody else may use it.
 */
final class UnixSocket extends Socket {
  private final SocketChannel channel;
  private final InputStream input = new Input();
  private final OutputStream output = new Output();
  private volatile int timeoutMillis;

  /**
   * @param channel blocking and connected
   */
  UnixSocket(SocketChannel channel) {
    this.channel = channel;
  }

  /** Whether what stands for a host is the directory of a socket, as libpq has it. */
  static boolean isDirectory(String host) {
    return host.startsWith("/");
  }

  /**
   * Connects to the socket that a server with this port has in a directory.
   *
   * @param timeout for how long it waits while the server takes no more connections
   */
  static SocketChannel connect(String directory, int port, Duration timeout) throws IOException {
    SocketAddress server = UnixDomainSocketAddress.of(directory + "/.s.PGSQL." + port);
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    // While the server's queue is full, a virtual thread would fail at once, and not wait at all.
    FutureTask<Boolean> connecting = new FutureTask<>(() -> channel.connect(server));
    Thread.ofPlatform().name("connect-" + server).daemon().start(connecting);
    try {
      connecting.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
      return channel;
    } catch (TimeoutException e) {
      channel.close();
      throw new SocketTimeoutException("Connect timed out");
    } catch (ExecutionException e) {
      channel.close();
      throw new IOException(e.getCause().getMessage(), e.getCause());
    } catch (InterruptedException e) {
      channel.close();
      Thread.currentThread().interrupt();
      throw new ClosedByInterruptException();
    }
  }

  @Override
  public InputStream getInputStream() {
    return input;
  }

  @Override
  public OutputStream getOutputStream() {
    return output;
  }

  @Override
  public void setSoTimeout(int millis) {
    timeoutMillis = millis;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private void awaitReadable(int millis) throws IOException {
    channel.configureBlocking(false);
    try (Selector selector = Selector.open()) {
      channel.register(selector, SelectionKey.OP_READ);
      if (selector.select(millis) == 0) {
        throw new SocketTimeoutException("Read timed out");
      }
    }
    channel.configureBlocking(true);
  }

  private final class Input extends InputStream {
    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int millis = timeoutMillis;
      if (millis > 0) {
        awaitReadable(millis);
      }
      return channel.read(ByteBuffer.wrap(target, offset, length));
    }
  }

  private final class Output extends OutputStream {
    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
      ByteBuffer bytes = ByteBuffer.wrap(source, offset, length);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    }
  }
}
