package io.argosy.protocol.tls;

import com.ongres.scram.common.util.TlsServerEndpoint;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Optional;

/**
 * What binds a login by SCRAM to the TLS that it runs in, so that nobody in the middle can pass it
 * on: {@code tls-server-end-point}, a hash of the server's certificate (RFC 5929 section 4).
 */
public record ChannelBinding(byte[] data) {
  /** Its name in SCRAM. */
  public static final String TYPE = TlsServerEndpoint.TLS_SERVER_END_POINT;

  /** How names of signatures that have a hash of their own read: {@code SHA256withRSA}. */
  private static final String HASH_MARK = "with";

  /** That of a server; empty where the certificate's signature has no hash, as Ed25519 has none. */
  public static Optional<ChannelBinding> of(X509Certificate server) {
    if (!server.getSigAlgName().contains(HASH_MARK)) {
      return Optional.empty();
    }
    try {
      return Optional.of(new ChannelBinding(TlsServerEndpoint.getChannelBindingData(server)))
          .filter(binding -> binding.data.length > 0);
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException("a certificate that was read can be written", e);
    }
  }
}
