package io.argosy.coordinator.gateway.server;

import io.argosy.protocol.tls.CertificateFiles;
import io.argosy.protocol.tls.ChannelBinding;
import io.argosy.protocol.tls.Identity;
import io.argosy.protocol.tls.Renewed;
import io.argosy.protocol.tls.TlsContexts;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * TLS for clients that ask for it, or for all. Files that change are read again; connections that
 * there are stay. Thread-safe.
 */
public final class ServerTls {
  private final Renewed<Shown> shown;
  private final boolean required;

  private record Shown(SslContext context, Optional<ChannelBinding> channelBinding) {}

  /**
   * @param handler of the one connection that it is made for
   * @param channelBinding of the certificate that it shows
   */
  record Offer(SslHandler handler, Optional<ChannelBinding> channelBinding) {}

  private ServerTls(Renewed<Shown> shown, boolean required) {
    this.shown = shown;
    this.required = required;
  }

  /**
   * Reads the files.
   *
   * @param required whether clients that do not ask for it are refused
   * @throws IOException when they cannot be used
   */
  public static ServerTls of(CertificateFiles files, boolean required) throws IOException {
    return new ServerTls(
        new Renewed<>(List.of(files.certificate(), files.key()), () -> shown(files.read())),
        required);
  }

  private static Shown shown(Identity identity) throws IOException {
    return new Shown(TlsContexts.listening(identity), ChannelBinding.of(identity.certificate()));
  }

  boolean isRequired() {
    return required;
  }

  /** What a client that asks is offered. */
  Offer offer(ByteBufAllocator allocator) {
    Shown now = shown.current();
    return new Offer(now.context().newHandler(allocator), now.channelBinding());
  }
}
