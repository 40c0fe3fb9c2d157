package io.argosy.tests.links;

import io.argosy.agent.tls.CertificateFiles;
import io.argosy.agent.tls.TlsContexts;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Somebody between a client and a PostgreSQL server, who ends the TLS of both with a certificate of
 * its own and passes on what they say.
 */
final class EncryptingRelay implements Closeable {
  private static final Logger log = LoggerFactory.getLogger(EncryptingRelay.class);
  private static final int SSL_REQUEST_BYTES = 8;
  private static final int SSL_REQUEST = 80877103;

  private final ServerSocket listener;
  private final int server;
  private final SSLSocketFactory towardsClients;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  private EncryptingRelay(ServerSocket listener, int server, SSLSocketFactory towardsClients) {
    this.listener = listener;
    this.server = server;
    this.towardsClients = towardsClients;
  }

  /** Listens on a port of its own, in front of a server's. */
  static EncryptingRelay start(int server, CertificateFiles certificate) throws Exception {
    EncryptingRelay relay =
        new EncryptingRelay(
            new ServerSocket(0, 10, InetAddress.getLoopbackAddress()),
            server,
            TlsContexts.connecting(Optional.of(certificate), Optional.empty()).getSocketFactory());
    Thread.ofVirtual().start(relay::accept);
    return relay;
  }

  int port() {
    return listener.getLocalPort();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listener.accept();
        open.add(client);
        Thread.ofVirtual().start(() -> relay(client));
      }
    } catch (IOException e) {
      log.debug("closed", e);
    }
  }

  private void relay(Socket client) {
    try (client;
        Socket upstream = new Socket(InetAddress.getLoopbackAddress(), server)) {
      open.add(upstream);
      client.getInputStream().readNBytes(SSL_REQUEST_BYTES);
      client.getOutputStream().write('S');
      SSLSocket inner = (SSLSocket) towardsClients.createSocket(client, null, true);
      inner.setUseClientMode(false);
      inner.startHandshake();
      upstream
          .getOutputStream()
          .write(
              ByteBuffer.allocate(SSL_REQUEST_BYTES)
                  .putInt(SSL_REQUEST_BYTES)
                  .putInt(SSL_REQUEST)
                  .array());
      upstream.getInputStream().read();
      SSLSocket outer =
          (SSLSocket) towardsClients.createSocket(upstream, "localhost", server, true);
      outer.startHandshake();
      Thread back = Thread.ofVirtual().start(() -> pass(outer, inner));
      pass(inner, outer);
      back.join();
    } catch (IOException e) {
      log.debug("a client has gone", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void pass(Socket from, Socket to) {
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      in.transferTo(out);
      to.close();
    } catch (IOException e) {
      log.debug("one of both has gone", e);
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
