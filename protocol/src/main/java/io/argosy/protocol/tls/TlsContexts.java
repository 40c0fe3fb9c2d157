package io.argosy.protocol.tls;

import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** What certificates are made into for the platform's TLS. */
public final class TlsContexts {
  private TlsContexts() {}

  /**
   * For who connects by a socket of the platform, and checks the server's name itself.
   *
   * @param own what it shows a server that asks for a certificate
   * @param authority PEM, with the certificates of those who may have signed the server's; any
   *     server is believed where it is empty
   * @throws IOException when a file cannot be used
   */
  public static SSLContext connecting(Optional<CertificateFiles> own, Optional<Path> authority)
      throws IOException {
    SslContextBuilder builder =
        SslContextBuilder.forClient()
            .sslProvider(SslProvider.JDK)
            .endpointIdentificationAlgorithm(null);
    if (authority.isPresent()) {
      builder.trustManager(authorities(authority.get()));
    } else {
      builder.trustManager(InsecureTrustManagerFactory.INSTANCE);
    }
    if (own.isPresent()) {
      Identity identity = own.get().read();
      builder.keyManager(identity.key(), identity.chain());
    }
    return ((JdkSslContext) builder.build()).context();
  }

  /**
   * For who listens and asks nobody for a certificate.
   *
   * @throws IOException when the platform cannot use the certificate
   */
  public static SslContext listening(Identity own) throws IOException {
    return SslContextBuilder.forServer(own.key(), own.chain()).sslProvider(SslProvider.JDK).build();
  }

  static X509Certificate[] authorities(Path file) throws IOException {
    return PemFile.certificates(file).toArray(X509Certificate[]::new);
  }
}
