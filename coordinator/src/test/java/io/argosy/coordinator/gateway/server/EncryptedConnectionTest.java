package io.argosy.coordinator.gateway.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.protocol.authentication.Authenticator.Requirement;
import io.argosy.protocol.authentication.ScramVerifier;
import io.argosy.protocol.tls.CertificateFiles;
import io.argosy.protocol.tls.TlsContexts;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** TLS and passwords together, as clients outside the machine use them. */
class EncryptedConnectionTest {
  private static final String PSQL = "/usr/bin/psql";
  private static final byte[] SSL_REQUEST = {0, 0, 0, 8, 4, (byte) 0xd2, 0x16, 0x2f};

  @TempDir private static Path folder;
  private static CertificateFiles files;
  private static PostgresServer server;

  @BeforeAll
  static void start() throws Exception {
    files = new CertificateFiles(folder.resolve("server.crt"), folder.resolve("server.key"));
    renew("first");
    server = start(false);
  }

  private static PostgresServer start(boolean required) throws IOException {
    ScramVerifier pencil = ScramVerifier.of("pencil".toCharArray(), new byte[16], 4096);
    PostgresServer started =
        new PostgresServer(
            ServerConfiguration.of(
                    "127.0.0.1", 0, (user, database, client) -> new Requirement.Password(pencil))
                .withTls(ServerTls.of(files, required)),
            FakeSession::new);
    started.start();
    return started;
  }

  private static X509Bundle renew(String name) throws Exception {
    X509Bundle bundle =
        new CertificateBuilder()
            .ecp256()
            .subject("CN=" + name)
            .addSanDnsName("localhost")
            .setIsCertificateAuthority(true)
            .buildSelfSigned();
    Files.writeString(files.certificate(), bundle.getCertificatePEM());
    Files.writeString(files.key(), bundle.getPrivateKeyPEM());
    return bundle;
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Connection jdbc(String password, String options) throws SQLException {
    return jdbc(server, password, "require" + options);
  }

  private static Connection jdbc(PostgresServer server, String password, String mode)
      throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:%d/x?user=u&preferQueryMode=simple&password=%s&sslmode=%s"
            .formatted(server.port(), password, mode));
  }

  @ParameterizedTest
  @CsvSource({"''", "&channelBinding=require", "&channelBinding=disable"})
  void jdbcConnects(String options) throws SQLException {
    try (Connection connection = jdbc("pencil", options);
        ResultSet result = connection.createStatement().executeQuery("secret text")) {
      assertThat(result.next()).isTrue();
      assertThat(result.getString(1)).isEqualTo("secret text");
    }
    assertThatThrownBy(() -> jdbc("pen", options))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("28P01"));
  }

  @ParameterizedTest
  @CsvSource({"prefer", "require", "disable"})
  void psqlConnects(String channelBinding) throws Exception {
    Assumptions.assumeTrue(Files.isExecutable(Path.of(PSQL)), "psql is not installed");
    assertThat(psql("pencil", channelBinding)).isEqualTo("secret text\n");
    assertThat(psql("pen", channelBinding))
        .contains("FATAL:  password authentication failed for user \"u\"");
  }

  private static String psql(String password, String channelBinding) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
            PSQL,
            "-XAtq",
            "host=127.0.0.1 port=%d user=u dbname=x sslmode=require channel_binding=%s"
                .formatted(server.port(), channelBinding),
            "-c",
            "secret text");
    builder.environment().put("PGPASSWORD", password);
    Process process = builder.redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return printed;
  }

  @Test
  void refusesAClientFromWhichChannelBindingWasKept() throws IOException {
    try (RawClient client = new RawClient(encrypted()).startup("user", "u")) {
      RawClient.Message offer = client.read();
      assertThat(offer.text()).contains("SCRAM-SHA-256-PLUS|SCRAM-SHA-256|");
      byte[] first = "y,,n=,r=abcdefgh".getBytes(US_ASCII);
      ByteBuffer body = ByteBuffer.allocate(100);
      body.put("SCRAM-SHA-256\0".getBytes(US_ASCII)).putInt(first.length).put(first).flip();
      byte[] message = new byte[body.remaining()];
      body.get(message);
      assertThat(client.message('p', message).read().text())
          .contains("FATAL", "C28000", "SCRAM channel binding negotiation error");
    }
  }

  @Test
  void refusesClearTextBeforeALoginWhereTlsIsRequired() throws Exception {
    try (PostgresServer requiring = start(true)) {
      for (String mode : new String[] {"require", "prefer", "allow"}) {
        jdbc(requiring, "pencil", mode).close();
      }
      assertThatThrownBy(() -> jdbc(requiring, "pencil", "disable"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("28000"))
          .hasMessageContaining("connection requires TLS")
          .hasMessageContaining("sslmode=require");
      try (RawClient client = new RawClient(requiring.port()).startup("user", "u")) {
        assertThat(client.read().text()).contains("FATAL", "C28000", "connection requires TLS");
        assertThat(client.read().type()).isEqualTo('\0');
      }
    }
  }

  @Test
  void offersNoChannelBindingWithoutTls() {
    try (RawClient client = new RawClient(server.port()).startup("user", "u")) {
      assertThat(client.read().text()).contains("SCRAM-SHA-256|").doesNotContain("PLUS");
    }
  }

  @Test
  void showsAChangedCertificateToNewClients() throws Exception {
    X509Bundle second = renew("second");
    try (SSLSocket client = encrypted()) {
      assertThat(client.getSession().getPeerCertificates()[0]).isEqualTo(second.getCertificate());
    }
    Files.writeString(files.key(), "no key");
    try (SSLSocket client = encrypted()) {
      assertThat(client.getSession().getPeerCertificates()[0]).isEqualTo(second.getCertificate());
    }
    jdbc("pencil", "&channelBinding=require").close();
  }

  private static SSLSocket encrypted() throws IOException {
    Socket plain = new Socket("127.0.0.1", server.port());
    plain.getOutputStream().write(SSL_REQUEST);
    assertThat(plain.getInputStream().read()).isEqualTo('S');
    SSLSocket secure =
        (SSLSocket)
            TlsContexts.connecting(Optional.empty(), Optional.empty())
                .getSocketFactory()
                .createSocket(plain, "localhost", server.port(), true);
    secure.startHandshake();
    return secure;
  }

  @Test
  void refusesWhatWasStuffedBehindTheRequest() {
    try (RawClient client = new RawClient(server.port())) {
      client.send(new byte[] {0, 0, 0, 8, 4, (byte) 0xd2, 0x16, 0x2f, 0, 0, 0, 9, 0, 3, 0, 0, 0});
      assertThat(client.read().text())
          .contains("FATAL", "C08P01", "received unencrypted data after SSL request");
    }
  }
}
