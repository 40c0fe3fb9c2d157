package io.argosy.protocol.tls;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * TLS 1.3 between processes of one cluster. Each shows the other a certificate that one authority
 * has signed, and who connects checks that the other's is for the address that it connects to.
 * Files that change are read again; connections that there are stay. Thread-safe.
 */
public final class LinkTls {
  private static final String PROTOCOL = "TLSv1.3";

  /** Connections are few and long: none is to be resumed whose certificate has expired since. */
  private static final long SESSION_SECONDS = 1;

  private final Renewed<Contexts> contexts;

  private record Contexts(SslContext connecting, SslContext listening) {}

  private LinkTls(Renewed<Contexts> contexts) {
    this.contexts = contexts;
  }

  /**
   * Reads the files.
   *
   * @param own what this process shows, to whom it connects and who connects to it
   * @param authority PEM: who must have signed what others show
   * @throws IOException when a file cannot be used
   */
  public static LinkTls of(CertificateFiles own, Path authority) throws IOException {
    List<Path> files = List.of(own.certificate(), own.key(), authority);
    return new LinkTls(new Renewed<>(files, () -> contexts(own, authority)));
  }

  private static Contexts contexts(CertificateFiles own, Path authority) throws IOException {
    Identity identity = own.read();
    X509Certificate[] trusted = TlsContexts.authorities(authority);
    return new Contexts(
        SslContextBuilder.forClient()
            .sslProvider(SslProvider.JDK)
            .protocols(PROTOCOL)
            .sessionTimeout(SESSION_SECONDS)
            .keyManager(identity.key(), identity.chain())
            .trustManager(trusted)
            .endpointIdentificationAlgorithm("HTTPS")
            .build(),
        SslContextBuilder.forServer(identity.key(), identity.chain())
            .sslProvider(SslProvider.JDK)
            .protocols(PROTOCOL)
            .sessionTimeout(SESSION_SECONDS)
            .trustManager(trusted)
            .clientAuth(ClientAuth.REQUIRE)
            .build());
  }

  /** For a connection that this process makes to an address, which is the other's to prove. */
  public SslHandler connecting(ByteBufAllocator allocator, String host, int port) {
    return contexts.current().connecting().newHandler(allocator, host, port);
  }

  /** For a connection that another process has made to this one. */
  public SslHandler listening(ByteBufAllocator allocator) {
    return contexts.current().listening().newHandler(allocator);
  }
}
