package io.argosy.protocol.client;

import io.argosy.protocol.message.FrontendMessages;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import javax.net.ssl.SSLSocket;
import jdk.net.ExtendedSocketOptions;

/** A connection to a PostgreSQL server: TCP, encrypted or not, or a Unix-domain socket. */
final class Transport implements Closeable {
  /** In seconds, and how often. */
  private static final Map<SocketOption<Integer>, Integer> KEEP_ALIVE =
      Map.of(
          ExtendedSocketOptions.TCP_KEEPIDLE, 10,
          ExtendedSocketOptions.TCP_KEEPINTERVAL, 5,
          ExtendedSocketOptions.TCP_KEEPCOUNT, 3);

  private final SocketChannel channel;
  private final Socket socket;

  private Transport(SocketChannel channel, Socket socket) {
    this.channel = channel;
    this.socket = socket;
  }

  /**
   * Connects and, where asked, negotiates TLS: an SSLRequest is answered by one byte, 'S' or 'N'.
   */
  static Transport open(ServerAddress server, PostgresTls tls, Duration timeout)
      throws IOException {
    String host = server.host();
    int port = server.port();
    if (UnixSocket.isDirectory(host)) {
      // PostgreSQL encrypts nothing there, since nothing leaves the machine.
      SocketChannel local = UnixSocket.connect(host, port, timeout);
      return new Transport(local, new UnixSocket(local));
    }
    SocketChannel channel = SocketChannel.open();
    try {
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      keepAlive(channel);
      Socket plain = channel.socket();
      int millis = Math.toIntExact(timeout.toMillis());
      plain.connect(new InetSocketAddress(host, port), millis);
      if (tls.mode() == TlsMode.DISABLE) {
        return new Transport(channel, plain);
      }
      plain.setSoTimeout(millis);
      FrontendMessages request = new FrontendMessages().sslRequest();
      plain.getOutputStream().write(request.array(), 0, request.size());
      int answer = plain.getInputStream().read();
      if (answer == 'S') {
        SSLSocket secure = tls.secure(plain, host, port);
        secure.setSoTimeout(0);
        return new Transport(channel, secure);
      }
      if (tls.mode() != TlsMode.PREFER) {
        throw new IOException("the server does not support TLS, which the configuration asks for");
      }
      plain.setSoTimeout(0);
      return new Transport(channel, plain);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /**
   * A host that vanished without a word is noticed after 25 s, not after the two hours that are
   * usual. Where something was sent and not acknowledged, TCP's own retries count instead.
   */
  private static void keepAlive(SocketChannel channel) throws IOException {
    channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
    for (Map.Entry<SocketOption<Integer>, Integer> option : KEEP_ALIVE.entrySet()) {
      if (channel.supportedOptions().contains(option.getKey())) {
        channel.setOption(option.getKey(), option.getValue());
      }
    }
  }

  InputStream input() throws IOException {
    return socket.getInputStream();
  }

  OutputStream output() throws IOException {
    return socket.getOutputStream();
  }

  boolean encrypted() {
    return socket instanceof SSLSocket;
  }

  /** The port of this end; empty for a socket of the file system. */
  OptionalInt clientPort() {
    return socket instanceof UnixSocket
        ? OptionalInt.empty()
        : OptionalInt.of(socket.getLocalPort());
  }

  /** What the server has shown; empty without encryption. */
  Optional<X509Certificate> serverCertificate() throws IOException {
    return socket instanceof SSLSocket secure
        ? Optional.of((X509Certificate) secure.getSession().getPeerCertificates()[0])
        : Optional.empty();
  }

  /** How long a read may block; zero: for ever. */
  void setReadTimeout(Duration timeout) throws IOException {
    socket.setSoTimeout(Math.toIntExact(timeout.toMillis()));
  }

  /**
   * Reads what has arrived, without blocking: the number of bytes, 0 for none, -1 at the end of the
   * stream. Empty where it cannot be told, because bytes of the socket are not bytes of the stream.
   */
  OptionalInt readArrived(ByteBuffer target) throws IOException {
    if (encrypted()) {
      return OptionalInt.empty();
    }
    channel.configureBlocking(false);
    try {
      return OptionalInt.of(channel.read(target));
    } finally {
      channel.configureBlocking(true);
    }
  }

  /** Closes the socket; whoever is blocked on it gets an IOException. */
  @Override
  public void close() throws IOException {
    channel.close();
  }
}
