package io.argosy.tests.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.node.NodeSession;
import io.argosy.node.SessionOptions;
import io.argosy.node.TextResult;
import io.argosy.node.local.EngineConfig;
import io.argosy.node.local.LocalNode;
import io.argosy.protocol.client.PostgresTls;
import io.argosy.protocol.client.TlsMode;
import io.argosy.protocol.message.PostgresException;
import io.argosy.protocol.tls.CertificateFiles;
import io.netty.pkitesting.CertificateBuilder;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An engine and a server that both have certificates. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
class PostgresLinkTest {
  private static final String ENCRYPTED =
      "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";

  private Path folder;
  private EmbeddedPostgres server;
  private TestAuthority authority;
  private TestAuthority stranger;
  private CertificateFiles agent;

  @BeforeAll
  void start(@TempDir Path directory) throws Exception {
    folder = directory;
    // Embedded PostgreSQL runs the server as another user when it is started as root.
    folder.toFile().setExecutable(true, false);
    folder.toFile().setReadable(true, false);
    authority = TestAuthority.create(folder, "authority");
    stranger = TestAuthority.create(folder, "stranger");
    agent = authority.sign("agent-1", new CertificateBuilder());
    CertificateFiles own =
        authority.sign("server", new CertificateBuilder().addSanDnsName("localhost"));
    Path data = folder.resolve("data");
    server = EmbeddedPostgres.builder().setDataDirectory(data).setCleanDataDirectory(true).start();
    try (LocalNode node = node("localhost", PostgresTls.unverified(TlsMode.DISABLE));
        NodeSession session = node.open(options("postgres"))) {
      TextResult.run(session, "CREATE ROLE alice LOGIN");
      TextResult.run(session, "CREATE ROLE scram LOGIN PASSWORD 'pencil'");
      set(session, "ssl_cert_file", own.certificate());
      set(session, "ssl_key_file", own.key());
      set(session, "ssl_ca_file", authority.certificate());
      TextResult.run(session, "ALTER SYSTEM SET ssl = on");
      Files.writeString(data.resolve("pg_ident.conf"), "agents agent-1 alice\n");
      Files.writeString(
          data.resolve("pg_hba.conf"),
          """
          hostssl all alice all cert map=agents
          host all scram all scram-sha-256
          host all all all trust
          """);
      TextResult.run(session, "SELECT pg_reload_conf()");
    }
  }

  private static void set(NodeSession session, String setting, Path file) {
    TextResult.run(session, "ALTER SYSTEM SET %s = '%s'".formatted(setting, file));
  }

  @AfterAll
  void stop() throws IOException {
    server.close();
  }

  private static SessionOptions options(String user) {
    return new SessionOptions("postgres", user, Map.of());
  }

  private LocalNode node(String host, PostgresTls tls) {
    return node(host, server.getPort(), tls);
  }

  private static LocalNode node(String host, int port, PostgresTls tls) {
    return new LocalNode(
        EngineConfig.of("node-1", host, port)
            .withPasswords(user -> Optional.of("pencil"))
            .withTls(tls));
  }

  private static PostgresTls verifying(TlsMode mode, TestAuthority trusted) throws IOException {
    return PostgresTls.of(mode, Optional.empty(), Optional.of(trusted.certificate()));
  }

  private static PostgresTls showing(CertificateFiles own) throws IOException {
    return PostgresTls.of(TlsMode.REQUIRE, Optional.of(own), Optional.empty());
  }

  private static String ask(LocalNode node, String user, String query) {
    try (node;
        NodeSession session = node.open(options(user))) {
      return TextResult.run(session, query).single();
    }
  }

  private static void assertRefused(LocalNode node, String reason) {
    try (node) {
      assertThatThrownBy(() -> node.open(options("postgres")))
          .isInstanceOfSatisfying(
              PostgresException.class,
              e -> {
                assertThat(e.error().sqlState()).isEqualTo("08006");
                assertThat(e.error().message()).contains("node-1", reason);
                assertThat(e.error().fields()).containsKey('H');
              });
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"PREFER", "REQUIRE"})
  void whoDoesNotVerifyBelievesAnyServer(TlsMode mode) {
    assertThat(ask(node("127.0.0.1", PostgresTls.unverified(mode)), "postgres", ENCRYPTED))
        .isEqualTo("t");
  }

  @Test
  void aServerOfTheAuthorityIsBelieved() throws IOException {
    assertThat(
            ask(
                node("localhost", verifying(TlsMode.VERIFY_FULL, authority)),
                "postgres",
                ENCRYPTED))
        .isEqualTo("t");
  }

  @ParameterizedTest
  @EnumSource(names = {"VERIFY_CA", "VERIFY_FULL"})
  void aServerOfAnotherAuthorityIsNot(TlsMode mode) throws IOException {
    assertRefused(node("localhost", verifying(mode, stranger)), "not signed by the authority");
  }

  @Test
  void aServerByAnotherNameIsBelievedOnlyIfNamesAreNotVerified() throws IOException {
    assertThat(
            ask(node("127.0.0.1", verifying(TlsMode.VERIFY_CA, authority)), "postgres", ENCRYPTED))
        .isEqualTo("t");
    assertRefused(
        node("127.0.0.1", verifying(TlsMode.VERIFY_FULL, authority)),
        "its certificate is not for \"127.0.0.1\"");
  }

  @Test
  void anExpiredServerIsNotBelieved() throws Exception {
    CertificateFiles expired =
        authority.sign(
            "expired",
            new CertificateBuilder()
                .addSanDnsName("localhost")
                .notBefore(Instant.now().minus(Duration.ofDays(2)))
                .notAfter(Instant.now().minus(Duration.ofDays(1))));
    try (EncryptingRelay relay = EncryptingRelay.start(server.getPort(), expired)) {
      assertRefused(
          node("localhost", relay.port(), verifying(TlsMode.VERIFY_CA, authority)), "has expired");
    }
  }

  @Test
  void aPasswordIsNotPassedOnBySomebodyInTheMiddle() throws Exception {
    CertificateFiles middle = stranger.sign("middle");
    PostgresTls unverified = PostgresTls.unverified(TlsMode.REQUIRE);
    assertThat(ask(node("localhost", unverified), "scram", "SELECT session_user"))
        .isEqualTo("scram");
    try (EncryptingRelay relay = EncryptingRelay.start(server.getPort(), middle);
        LocalNode node = node("localhost", relay.port(), unverified)) {
      assertThat(ask(node("localhost", relay.port(), unverified), "postgres", "SELECT 1"))
          .isEqualTo("1");
      assertThatThrownBy(() -> node.open(options("scram")))
          .hasMessageContaining("SCRAM channel binding check failed");
    }
  }

  @Test
  void anAgentLogsInForOthersByItsCertificate() throws Exception {
    assertThat(ask(node("localhost", showing(agent)), "alice", "SELECT session_user"))
        .isEqualTo("alice");

    CertificateFiles another = authority.sign("agent-2", new CertificateBuilder());
    assertNotAlice(showing(another));
    assertNotAlice(showing(stranger.sign("impostor")));
    assertNotAlice(PostgresTls.unverified(TlsMode.REQUIRE));
  }

  private void assertNotAlice(PostgresTls tls) {
    try (LocalNode node = node("localhost", tls)) {
      assertThatThrownBy(() -> node.open(options("alice")))
          .isInstanceOfSatisfying(
              PostgresException.class, e -> assertThat(e.error().sqlState()).isEqualTo("28000"));
    }
  }

  @Test
  void aChangedCertificateIsUsedForNewConnections() throws Exception {
    CertificateFiles own = stranger.sign("changing");
    PostgresTls tls = showing(own);
    assertNotAlice(tls);

    replace(agent.certificate(), own.certificate());
    // The certificate alone does not fit the key: what was read before stays.
    assertNotAlice(tls);

    replace(agent.key(), own.key());
    assertThat(ask(node("localhost", tls), "alice", "SELECT session_user")).isEqualTo("alice");

    Files.writeString(own.certificate(), "no certificate");
    assertThat(ask(node("localhost", tls), "alice", "SELECT session_user")).isEqualTo("alice");
  }

  private static void replace(Path from, Path to) throws IOException {
    Path copy = Files.copy(from, to.resolveSibling("copy"), StandardCopyOption.REPLACE_EXISTING);
    Files.move(copy, to, StandardCopyOption.ATOMIC_MOVE);
  }
}
