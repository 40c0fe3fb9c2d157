package io.argosy.protocol.tls;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads files with blocks in PEM (RFC 7468); text around them is skipped. Messages quote no
 * content.
 */
final class PemFile {
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]*)-----END \\1-----");
  private static final String CERTIFICATE = "CERTIFICATE";
  private static final String PKCS8_KEY = "PRIVATE KEY";

  private record Block(String label, byte[] content) {}

  private PemFile() {}

  private static List<Block> blocks(Path file) throws IOException {
    List<Block> blocks = new ArrayList<>();
    Matcher block = BLOCK.matcher(Files.readString(file, ISO_8859_1));
    while (block.find()) {
      try {
        byte[] content = Base64.getMimeDecoder().decode(block.group(2));
        blocks.add(new Block(block.group(1), content));
      } catch (IllegalArgumentException e) {
        throw new IOException(file + " is damaged: a block of it is not in base64", e);
      }
    }
    return blocks;
  }

  /**
   * The certificates of a file, at least one.
   *
   * @throws IOException when it cannot be read or has none
   */
  static List<X509Certificate> certificates(Path file) throws IOException {
    List<X509Certificate> certificates = new ArrayList<>();
    try {
      CertificateFactory factory = CertificateFactory.getInstance("X.509");
      for (Block block : blocks(file)) {
        if (block.label.equals(CERTIFICATE)) {
          certificates.add(
              (X509Certificate)
                  factory.generateCertificate(new ByteArrayInputStream(block.content)));
        }
      }
    } catch (GeneralSecurityException e) {
      throw new IOException(file + " has a certificate that cannot be read", e);
    }
    if (certificates.isEmpty()) {
      throw new IOException(file + " has no certificate in PEM (\"BEGIN CERTIFICATE\")");
    }
    return certificates;
  }

  /**
   * The private key of a file.
   *
   * @param algorithm that of the certificate's key
   * @throws IOException when it cannot be read or is none of that algorithm
   */
  static PrivateKey key(Path file, String algorithm) throws IOException {
    for (Block block : blocks(file)) {
      if (block.label.equals(PKCS8_KEY)) {
        return key(file, algorithm, block.content);
      }
    }
    throw new IOException(
        file
            + " has no key in PKCS#8 without a passphrase (\"BEGIN PRIVATE KEY\"); openssl pkcs8"
            + " -topk8 -nocrypt makes it of another form");
  }

  private static PrivateKey key(Path file, String algorithm, byte[] encoded) throws IOException {
    try {
      return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
    } catch (GeneralSecurityException e) {
      // Not as the cause: nobody has checked what it says of the key.
      throw new IOException(file + " has no " + algorithm + " key, as the certificate asks for");
    }
  }
}
