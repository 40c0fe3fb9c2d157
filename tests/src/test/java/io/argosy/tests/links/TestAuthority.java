package io.argosy.tests.links;

import io.argosy.protocol.tls.CertificateFiles;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/** Signs certificates of tests. */
public final class TestAuthority {
  private final Path folder;
  private final X509Bundle bundle;
  private final Path certificate;

  private TestAuthority(Path folder, X509Bundle bundle, Path certificate) {
    this.folder = folder;
    this.bundle = bundle;
    this.certificate = certificate;
  }

  /** Makes a new one, which keeps its files, and those that it signs, in a folder. */
  public static TestAuthority create(Path folder, String name) throws Exception {
    X509Bundle bundle =
        new CertificateBuilder()
            .ecp256()
            .subject("CN=" + name)
            .setIsCertificateAuthority(true)
            .buildSelfSigned();
    Path certificate = Files.writeString(folder.resolve(name + ".crt"), bundle.getCertificatePEM());
    return new TestAuthority(folder, bundle, certificate);
  }

  /** By which those who trust it know it. */
  public Path certificate() {
    return certificate;
  }

  /** A certificate for {@code localhost} and its two addresses. */
  public CertificateFiles sign(String name) throws Exception {
    return sign(
        name,
        new CertificateBuilder()
            .addSanDnsName("localhost")
            .addSanIpAddress("127.0.0.1")
            .addSanIpAddress("::1"));
  }

  /** A certificate as the builder has it, with the name as its subject; replaces an older one. */
  public CertificateFiles sign(String name, CertificateBuilder builder) throws Exception {
    X509Bundle signed = builder.ecp256().subject("CN=" + name).buildIssuedBy(bundle);
    return new CertificateFiles(
        write(name + ".crt", signed.getCertificatePathPEM()),
        write(name + ".key", signed.getPrivateKeyPEM()));
  }

  /** As a whole, as certificates are renewed. PostgreSQL reads keys that nobody else can read. */
  private Path write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Path next = Files.writeString(folder.resolve(name + ".next"), text);
    Files.setPosixFilePermissions(
        next, Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE));
    return Files.move(
        next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }
}
