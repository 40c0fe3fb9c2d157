package io.argosy.protocol.client;

import io.argosy.protocol.tls.CertificateFiles;
import io.argosy.protocol.tls.Renewed;
import io.argosy.protocol.tls.TlsContexts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** How connections to a PostgreSQL server are encrypted. Thread-safe. */
public final class PostgresTls {
  private final TlsMode mode;
  private final Renewed<SSLContext> context;

  private PostgresTls(TlsMode mode, Renewed<SSLContext> context) {
    this.mode = mode;
    this.context = context;
  }

  /** Without files: no server has to show who it is, and none is shown who we are. */
  public static PostgresTls unverified(TlsMode mode) {
    try {
      return of(mode, Optional.empty(), Optional.empty());
    } catch (IOException e) {
      throw new UncheckedIOException("there are no files to fail", e);
    }
  }

  /**
   * With certificates, which are read again when their files change.
   *
   * @param own what is shown to a server that asks for a certificate
   * @param authority who must have signed the server's; needed to verify
   * @throws IOException when a file cannot be used
   * @throws IllegalArgumentException when the mode needs an authority and there is none
   */
  public static PostgresTls of(
      TlsMode mode, Optional<CertificateFiles> own, Optional<Path> authority) throws IOException {
    if (mode.verifies() && authority.isEmpty()) {
      throw new IllegalArgumentException("nothing can be verified without an authority");
    }
    List<Path> files = new ArrayList<>();
    own.ifPresent(pair -> files.addAll(List.of(pair.certificate(), pair.key())));
    authority.ifPresent(files::add);
    return new PostgresTls(
        mode, new Renewed<>(files, () -> TlsContexts.connecting(own, authority)));
  }

  public TlsMode mode() {
    return mode;
  }

  /** The same, but never without encryption. */
  PostgresTls required() {
    return mode.verifies() ? this : new PostgresTls(TlsMode.REQUIRE, context);
  }

  /** The same, without encryption. */
  PostgresTls disabled() {
    return new PostgresTls(TlsMode.DISABLE, context);
  }

  /** Makes a connection an encrypted one; the server has agreed. Blocks for the handshake. */
  SSLSocket secure(Socket plain, String host, int port) throws IOException {
    SSLSocket secure =
        (SSLSocket) context.current().getSocketFactory().createSocket(plain, host, port, true);
    if (mode == TlsMode.VERIFY_FULL) {
      SSLParameters parameters = secure.getSSLParameters();
      // RFC 2818: the name or address is among the certificate's, as libpq wants it too.
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      secure.setSSLParameters(parameters);
    }
    secure.startHandshake();
    return secure;
  }

  @Override
  public String toString() {
    return mode.toString();
  }
}
