package io.argosy.tests.links;

import io.argosy.protocol.tls.CertificateFiles;
import io.argosy.protocol.tls.TlsContexts;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Optional;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Somebody between a client and a PostgreSQL server, who ends the TLS of both with a certificate of
 * its own and passes on what they say.
 */
final class EncryptingRelay extends SocketRelay {
  private static final Logger log = LoggerFactory.getLogger(EncryptingRelay.class);
  private static final int SSL_REQUEST_BYTES = 8;
  private static final int SSL_REQUEST = 80877103;

  private final int server;
  private final SSLSocketFactory towardsClients;

  private EncryptingRelay(int server, SSLSocketFactory towardsClients) throws IOException {
    this.server = server;
    this.towardsClients = towardsClients;
    listen();
  }

  /** Listens on a port of its own, in front of a server's. */
  static EncryptingRelay start(int server, CertificateFiles certificate) throws Exception {
    return new EncryptingRelay(
        server,
        TlsContexts.connecting(Optional.of(certificate), Optional.empty()).getSocketFactory());
  }

  @Override
  protected void connected(Socket client) {
    try (client;
        Socket upstream = connect(server)) {
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
}
