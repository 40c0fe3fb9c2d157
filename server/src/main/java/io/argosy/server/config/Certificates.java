package io.argosy.server.config;

import io.argosy.coordinator.gateway.server.ServerTls;
import io.argosy.protocol.client.PostgresTls;
import io.argosy.protocol.client.TlsMode;
import io.argosy.protocol.tls.CertificateFiles;
import io.argosy.protocol.tls.LinkTls;
import io.argosy.protocol.tls.Renewed;
import io.argosy.protocol.tls.TlsContexts;
import io.netty.handler.ssl.JdkSslContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/** The parts of a section that name certificates: {@code certificate, key, authority}. */
final class Certificates {
  private static final String CERTIFICATE = "certificate";
  private static final String KEY = "key";
  private static final String AUTHORITY = "authority";

  private Certificates() {}

  /** How connections to PostgreSQL are encrypted: these three beside {@code tls}. */
  static PostgresTls postgres(Section section) {
    TlsMode mode = section.choice("tls", TlsMode.PREFER);
    Optional<CertificateFiles> own =
        section.has(CERTIFICATE) || section.has(KEY) ? Optional.of(own(section)) : Optional.empty();
    Optional<Path> authority = section.file(AUTHORITY);
    if (mode.verifies() != authority.isPresent()) {
      throw mode.verifies()
          ? section.missing(AUTHORITY, "the file of the certificate that signed the server's")
          : section.mistake(AUTHORITY, "is used with tls: verify-ca or verify-full only");
    }
    if (mode == TlsMode.DISABLE && own.isPresent()) {
      throw section.mistake(CERTIFICATE, "is not used with tls: disable");
    }
    try {
      return PostgresTls.of(mode, own, authority);
    } catch (IOException e) {
      throw section.mistake("tls", e.getMessage());
    }
  }

  /** How links between processes of the cluster are encrypted: a section with all three. */
  static Optional<LinkTls> link(Section parent, String name) {
    Optional<Section> section = parent.optionalSection(name);
    if (section.isEmpty()) {
      return Optional.empty();
    }
    CertificateFiles own = own(section.get());
    Path authority = file(section.get(), AUTHORITY);
    section.get().end();
    try {
      return Optional.of(LinkTls.of(own, authority));
    } catch (IOException e) {
      throw parent.mistake(name, e.getMessage());
    }
  }

  /**
   * How clients' connections are encrypted: a section with {@code certificate}, {@code key}, and
   * perhaps {@code required}.
   */
  static Optional<ServerTls> server(Section parent, String name) {
    Optional<Section> section = parent.optionalSection(name);
    if (section.isEmpty()) {
      return Optional.empty();
    }
    CertificateFiles own = own(section.get());
    boolean required = section.get().truth("required", false);
    section.get().end();
    try {
      return Optional.of(ServerTls.of(own, required));
    } catch (IOException e) {
      throw parent.mistake(name, e.getMessage());
    }
  }

  /**
   * How browsers' connections are encrypted: a section with {@code certificate} and {@code key}.
   */
  static Optional<Supplier<SSLContext>> console(Section parent, String name) {
    Optional<Section> section = parent.optionalSection(name);
    if (section.isEmpty()) {
      return Optional.empty();
    }
    CertificateFiles own = own(section.get());
    section.get().end();
    try {
      Renewed<SSLContext> renewed =
          new Renewed<>(List.of(own.certificate(), own.key()), () -> context(own));
      return Optional.of(renewed::current);
    } catch (IOException e) {
      throw parent.mistake(name, e.getMessage());
    }
  }

  private static SSLContext context(CertificateFiles files) throws IOException {
    return ((JdkSslContext) TlsContexts.listening(files.read())).context();
  }

  private static CertificateFiles own(Section section) {
    return new CertificateFiles(file(section, CERTIFICATE), file(section, KEY));
  }

  private static Path file(Section section, String name) {
    return section.file(name).orElseThrow(() -> section.missing(name, "a file's name"));
  }
}
