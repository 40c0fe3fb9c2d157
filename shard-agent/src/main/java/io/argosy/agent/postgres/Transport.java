package io.argosy.agent.postgres;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.OptionalInt;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** A TCP connection to a PostgreSQL server, encrypted or not. */
final class Transport implements Closeable {
  private final SocketChannel channel;
  private final Socket socket;

  private Transport(SocketChannel channel, Socket socket) {
    this.channel = channel;
    this.socket = socket;
  }

  /**
   * Connects and, where asked, negotiates TLS: an SSLRequest is answered by one byte, 'S' or 'N'.
   */
  static Transport open(String host, int port, TlsMode tls, Duration timeout) throws IOException {
    SocketChannel channel = SocketChannel.open();
    try {
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
      Socket plain = channel.socket();
      int millis = Math.toIntExact(timeout.toMillis());
      plain.connect(new InetSocketAddress(host, port), millis);
      if (tls == TlsMode.DISABLE) {
        return new Transport(channel, plain);
      }
      plain.setSoTimeout(millis);
      FrontendMessages request = new FrontendMessages().sslRequest();
      plain.getOutputStream().write(request.array(), 0, request.size());
      int answer = plain.getInputStream().read();
      if (answer == 'S') {
        SSLSocket secure =
            (SSLSocket) unverified().getSocketFactory().createSocket(plain, host, port, true);
        secure.startHandshake();
        secure.setSoTimeout(0);
        return new Transport(channel, secure);
      }
      if (tls == TlsMode.REQUIRE) {
        throw new IOException("the server does not support TLS, but sslmode is require");
      }
      plain.setSoTimeout(0);
      return new Transport(channel, plain);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
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

  private static SSLContext unverified() throws IOException {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new AnyCertificate()}, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException("TLS is not available", e);
    }
  }

  /** What sslmode prefer and require mean: encryption, no proof of who the server is. */
  private static final class AnyCertificate implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
