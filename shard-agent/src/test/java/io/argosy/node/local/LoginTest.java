package io.argosy.node.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.node.NodeSession;
import io.argosy.node.SessionOptions;
import io.argosy.node.TextResult;
import io.argosy.protocol.client.PostgresTls;
import io.argosy.protocol.client.TlsMode;
import io.argosy.protocol.message.PostgresException;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Passwords and TLS, against a server whose pg_hba.conf asks for them. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LoginTest {
  @TempDir static Path directory;

  private static EmbeddedPostgres server;

  @BeforeAll
  static void start() throws IOException {
    Path data = directory.resolve("data");
    // Embedded PostgreSQL runs the server as another user when it is started as root.
    directory.toFile().setExecutable(true, false);
    directory.toFile().setReadable(true, false);
    server = EmbeddedPostgres.builder().setDataDirectory(data).setCleanDataDirectory(true).start();
    try (LocalNode node = node("unused", TlsMode.DISABLE);
        NodeSession session = node.open(options("postgres"))) {
      TextResult.run(
          session,
          """
          CREATE ROLE scram_user LOGIN PASSWORD 'pencil é';
          CREATE ROLE cleartext_user LOGIN PASSWORD 'pencil é';
          SET password_encryption = md5;
          CREATE ROLE md5_user LOGIN PASSWORD 'pencil é';
          """);
      session.discardOnClose();
      Files.writeString(
          data.resolve("pg_hba.conf"),
          """
          host all scram_user all scram-sha-256
          host all cleartext_user all password
          host all md5_user all md5
          host all all all trust
          """);
      TextResult.run(session, "SELECT pg_reload_conf()");
    }
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  private static SessionOptions options(String user) {
    return new SessionOptions("postgres", user, Map.of());
  }

  private static LocalNode node(String password, TlsMode tls) {
    return new LocalNode(
        EngineConfig.of("node-1", "127.0.0.1", server.getPort())
            .withPasswords(user -> Optional.of(password))
            .withTls(PostgresTls.unverified(tls)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"scram_user", "cleartext_user", "md5_user"})
  void aPasswordIsProvenInTheWayTheServerAsksFor(String user) {
    try (LocalNode node = node("pencil é", TlsMode.PREFER);
        NodeSession session = node.open(options(user))) {
      assertThat(TextResult.run(session, "SELECT session_user").single()).isEqualTo(user);
    }
    try (LocalNode node = node("pen", TlsMode.DISABLE)) {
      assertThatThrownBy(() -> node.open(options(user)))
          .isInstanceOfSatisfying(
              PostgresException.class, e -> assertThat(e.error().sqlState()).isEqualTo("28P01"));
    }
  }

  @Test
  void aPasswordThatIsNotConfiguredIsSaidSo() {
    try (LocalNode node = new LocalNode(EngineConfig.of("node-1", "127.0.0.1", server.getPort()))) {
      assertThatThrownBy(() -> node.open(options("scram_user")))
          .isInstanceOf(PostgresException.class)
          .hasMessageContaining("none is configured");
    }
  }

  @Test
  void tlsThatIsRequiredAndNotThereIsAnError() {
    try (LocalNode node = node("unused", TlsMode.REQUIRE)) {
      assertThatThrownBy(() -> node.open(options("postgres")))
          .isInstanceOf(PostgresException.class)
          .hasMessageContaining("does not support TLS");
    }
  }
}
