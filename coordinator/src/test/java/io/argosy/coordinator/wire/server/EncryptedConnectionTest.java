package io.argosy.coordinator.wire.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.coordinator.wire.authentication.Authenticator.Requirement;
import io.argosy.coordinator.wire.authentication.ScramVerifier;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS and passwords together, as clients outside the machine use them. */
class EncryptedConnectionTest {
  private static final String PSQL = "/usr/bin/psql";
  private static final String STORE_PASSWORD = "changeit";
  @TempDir private static Path folder;
  private static PostgresServer server;

  @BeforeAll
  static void start() throws Exception {
    ScramVerifier pencil = ScramVerifier.of("pencil".toCharArray(), new byte[16], 4096);
    server =
        new PostgresServer(
            ServerConfiguration.of(
                    "127.0.0.1", 0, (user, database, client) -> new Requirement.Password(pencil))
                .withTls(context()),
            FakeSession::new);
    server.start();
  }

  private static SslContext context() throws Exception {
    Path file = folder.resolve("server.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-alias",
                "server",
                "-keystore",
                file.toString(),
                "-storepass",
                STORE_PASSWORD)
            .redirectErrorStream(true)
            .start();
    keytool.getInputStream().readAllBytes();
    assertThat(keytool.waitFor()).isZero();
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, STORE_PASSWORD.toCharArray());
    }
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, STORE_PASSWORD.toCharArray());
    return SslContextBuilder.forServer(keys).build();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Connection jdbc(String password) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:%d/x?user=u&sslmode=require&preferQueryMode=simple&password=%s"
            .formatted(server.port(), password));
  }

  @Test
  void jdbcConnects() throws SQLException {
    try (Connection connection = jdbc("pencil");
        ResultSet result = connection.createStatement().executeQuery("secret text")) {
      assertThat(result.next()).isTrue();
      assertThat(result.getString(1)).isEqualTo("secret text");
    }
    assertThatThrownBy(() -> jdbc("pen"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("28P01"));
  }

  @Test
  void psqlConnects() throws Exception {
    Assumptions.assumeTrue(Files.isExecutable(Path.of(PSQL)), "psql is not installed");
    assertThat(psql("pencil")).isEqualTo("secret text\n");
    assertThat(psql("pen")).contains("FATAL:  password authentication failed for user \"u\"");
  }

  private static String psql(String password) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
            PSQL,
            "-XAtq",
            "host=127.0.0.1 port=%d user=u dbname=x sslmode=require".formatted(server.port()),
            "-c",
            "secret text");
    builder.environment().put("PGPASSWORD", password);
    Process process = builder.redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return printed;
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
