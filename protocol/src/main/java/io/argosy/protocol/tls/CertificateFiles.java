package io.argosy.protocol.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * Where a process has its certificate.
 *
 * @param certificate PEM: its own first, then those between it and the authority
 * @param key PEM: the private key in PKCS#8, without a passphrase
 */
public record CertificateFiles(Path certificate, Path key) {
  private static final byte[] PROBE = {'a', 'r', 'g', 'o', 's', 'y'};

  /**
   * Reads both files.
   *
   * @throws IOException when one of them cannot be read, or they do not belong together
   */
  public Identity read() throws IOException {
    List<X509Certificate> chain = PemFile.certificates(certificate);
    PublicKey publicKey = chain.getFirst().getPublicKey();
    PrivateKey privateKey = PemFile.key(key, publicKey.getAlgorithm());
    if (!belongTogether(privateKey, publicKey)) {
      throw new IOException(
          "the key in " + key + " is not that of the certificate in " + certificate);
    }
    return new Identity(privateKey, chain);
  }

  /** Files are often replaced one after the other: TLS itself would notice with the first peer. */
  private boolean belongTogether(PrivateKey privateKey, PublicKey publicKey) throws IOException {
    String algorithm =
        switch (publicKey.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          case "EdDSA" -> "EdDSA";
          default ->
              throw new IOException(
                  certificate
                      + " has a key of kind "
                      + publicKey.getAlgorithm()
                      + "; use RSA or EC");
        };
    try {
      Signature signature = Signature.getInstance(algorithm);
      signature.initSign(privateKey);
      signature.update(PROBE);
      byte[] signed = signature.sign();
      signature.initVerify(publicKey);
      signature.update(PROBE);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }
}
