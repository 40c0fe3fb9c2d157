package io.argosy.console;

import java.net.InetSocketAddress;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** TLS with the certificate that there is when a browser connects. */
final class RenewedTlsFactory extends SslContextFactory.Server {
  private final Supplier<SSLContext> contexts;

  RenewedTlsFactory(Supplier<SSLContext> contexts) {
    this.contexts = contexts;
    setSslContext(contexts.get());
    setIncludeProtocols("TLSv1.3", "TLSv1.2");
  }

  @Override
  public SSLEngine newSSLEngine() {
    return customized(contexts.get().createSSLEngine());
  }

  @Override
  public SSLEngine newSSLEngine(String host, int port) {
    return customized(contexts.get().createSSLEngine(host, port));
  }

  @Override
  public SSLEngine newSSLEngine(InetSocketAddress address) {
    return newSSLEngine();
  }

  private SSLEngine customized(SSLEngine engine) {
    customize(engine);
    return engine;
  }
}
