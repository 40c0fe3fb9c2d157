package io.argosy.tests.client;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * A server's key, and its certificate for {@code localhost}, which it has signed itself.
 *
 * @param certificate a file in PEM, by which clients can tell the server
 * @param key a file in PEM
 */
record ServerCertificate(Path certificate, Path key) {
  private static final String PASSWORD = "changeit";

  /** Makes a new one. */
  static ServerCertificate create(Path folder, String name)
      throws IOException, InterruptedException, GeneralSecurityException {
    Path file = folder.resolve(name + ".p12");
    Program keytool =
        Program.run(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "RSA",
                "-dname",
                "CN=localhost",
                "-ext",
                "SAN=dns:localhost",
                "-alias",
                name,
                "-keystore",
                file.toString(),
                "-storepass",
                PASSWORD),
            Map.of());
    if (keytool.failed()) {
      throw new AssertionError(keytool.output() + keytool.errors());
    }
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, PASSWORD.toCharArray());
    }
    return new ServerCertificate(
        pem(
            folder.resolve(name + ".certificate"),
            "CERTIFICATE",
            store.getCertificate(name).getEncoded()),
        pem(
            folder.resolve(name + ".key"),
            "PRIVATE KEY",
            store.getKey(name, PASSWORD.toCharArray()).getEncoded()));
  }

  private static Path pem(Path file, String kind, byte[] content) throws IOException {
    String text = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(content);
    return Files.writeString(
        file, "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(kind, text, kind));
  }
}
