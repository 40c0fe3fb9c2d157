package io.argosy.protocol.tls;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * By what a process proves who it is.
 *
 * @param key the private key of the first certificate
 * @param chain the process's own certificate and those that lead from it to an authority
 */
public record Identity(PrivateKey key, List<X509Certificate> chain) {
  public Identity {
    chain = List.copyOf(chain);
  }

  /** The process's own certificate. */
  public X509Certificate certificate() {
    return chain.getFirst();
  }

  /** Without the key. */
  @Override
  public String toString() {
    return certificate().getSubjectX500Principal().getName();
  }
}
