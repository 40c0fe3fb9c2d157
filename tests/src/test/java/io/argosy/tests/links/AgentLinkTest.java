package io.argosy.tests.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.agent.machine.MachineMeter;
import io.argosy.agent.server.AgentConfig;
import io.argosy.agent.server.AgentServer;
import io.argosy.node.SessionOptions;
import io.argosy.node.frame.Compression;
import io.argosy.node.frame.Limits;
import io.argosy.node.local.EngineConfig;
import io.argosy.node.remote.RemoteConfig;
import io.argosy.node.remote.RemoteNode;
import io.argosy.protocol.message.PostgresException;
import io.argosy.protocol.tls.CertificateFiles;
import io.argosy.protocol.tls.LinkTls;
import io.argosy.protocol.tls.TlsContexts;
import io.argosy.server.check.ClusterCheck;
import io.argosy.server.check.Finding;
import io.argosy.server.config.CoordinatorConfiguration;
import io.netty.pkitesting.CertificateBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who may speak to an agent, and whom a coordinator believes to be one. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
class AgentLinkTest {
  private static final String SECRET = "a shared secret of some length";

  /** Length, type and stream, version, length, a random number of 32 bytes, checksum. */
  private static final int HELLO_BYTES = 4 + 5 + 4 + 4 + 32 + 4;

  /** TLS's own goodbye: user_canceled and close_notify. */
  private static final int GOODBYE_BYTES = 2 * 7;

  private Path folder;
  private ServerSocket postgres;
  private TestAuthority authority;
  private TestAuthority stranger;
  private LinkTls coordinator;
  private LinkTls agentTls;

  @BeforeAll
  void start(@TempDir Path directory) throws Exception {
    folder = directory;
    authority = TestAuthority.create(folder, "authority");
    stranger = TestAuthority.create(folder, "stranger");
    coordinator = link(authority.sign("coordinator", new CertificateBuilder()));
    agentTls = link(authority.sign("agent"));
    // Nobody answers there: a backend that was opened for a peer would be seen.
    postgres = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
  }

  @AfterAll
  void stop() throws IOException {
    postgres.close();
  }

  private LinkTls link(CertificateFiles own) throws IOException {
    return LinkTls.of(own, authority.certificate());
  }

  private static CertificateBuilder expired() {
    return new CertificateBuilder()
        .addSanDnsName("localhost")
        .notBefore(Instant.now().minus(Duration.ofDays(2)))
        .notAfter(Instant.now().minus(Duration.ofDays(1)));
  }

  private AgentServer agent(Optional<LinkTls> tls) throws IOException {
    return AgentServer.start(
        new AgentConfig(
            "127.0.0.1",
            0,
            SECRET,
            EngineConfig.of("node-7", "127.0.0.1", postgres.getLocalPort()),
            Compression.LZ4,
            MachineMeter.ofWholeMachine(),
            tls));
  }

  private static RemoteNode node(int port, String secret, Optional<LinkTls> tls) {
    return new RemoteNode(
        new RemoteConfig(
            "node-7", "localhost", port, secret, Compression.LZ4, Duration.ofSeconds(10), tls));
  }

  private void assertRefused(Optional<LinkTls> ours, Optional<LinkTls> theirs, String reason)
      throws IOException {
    try (AgentServer agent = agent(theirs);
        RemoteNode node = node(agent.port(), SECRET, ours)) {
      assertThatThrownBy(() -> node.open(new SessionOptions("postgres", "postgres", Map.of())))
          .isInstanceOfSatisfying(
              PostgresException.class,
              e -> {
                assertThat(e.error().sqlState()).isEqualTo("08006");
                assertThat(e.error().message()).contains("node-7", reason);
                assertThat(e.error().fields()).containsKey('H');
              });
      assertThat(agent.leased()).isZero();
    }
  }

  @Test
  void bothShowCertificatesOfTheAuthority() throws IOException {
    try (AgentServer agent = agent(Optional.of(agentTls));
        RemoteNode node = node(agent.port(), SECRET, Optional.of(coordinator))) {
      assertThat(node.machine()).isPresent();
    }
  }

  @Test
  void theSecretIsNeededBesideACertificate() throws IOException {
    try (AgentServer agent = agent(Optional.of(agentTls));
        RemoteNode node = node(agent.port(), "another secret", Optional.of(coordinator))) {
      assertThatThrownBy(node::machine)
          .isInstanceOfSatisfying(
              PostgresException.class, e -> assertThat(e.error().sqlState()).isEqualTo("28000"));
    }
  }

  @Test
  void aPeerOfAnotherAuthorityIsRefused() throws Exception {
    LinkTls impostor = link(stranger.sign("impostor"));
    assertRefused(
        Optional.of(impostor),
        Optional.of(agentTls),
        "it asks for a certificate that its authority has signed, and we have none");
    assertRefused(
        Optional.of(coordinator),
        Optional.of(impostor),
        "its certificate is not signed by the authority");
  }

  @Test
  void anExpiredCertificateIsRefused() throws Exception {
    LinkTls late = link(authority.sign("late", expired()));
    assertRefused(Optional.of(late), Optional.of(agentTls), "it refuses our certificate");
    assertRefused(Optional.of(coordinator), Optional.of(late), "has expired");
  }

  @Test
  void anAgentByAnotherNameIsRefused() throws Exception {
    LinkTls elsewhere =
        link(authority.sign("elsewhere", new CertificateBuilder().addSanDnsName("other.example")));
    assertRefused(
        Optional.of(coordinator),
        Optional.of(elsewhere),
        "its certificate is not for \"localhost\"");
  }

  @Test
  void aCertificateForServersOnlyIsRefusedOfAClient() throws Exception {
    LinkTls serverOnly =
        link(
            authority.sign(
                "server-only",
                new CertificateBuilder()
                    .addSanDnsName("localhost")
                    .addExtendedKeyUsageServerAuth()));
    assertRefused(Optional.of(serverOnly), Optional.of(agentTls), "it refuses our certificate");
  }

  @Test
  void tlsOnOneSideOnlyIsSaidSo() throws IOException {
    assertRefused(Optional.of(coordinator), Optional.empty(), "it does not encrypt, and we do");
    assertRefused(Optional.empty(), Optional.of(agentTls), "does not greet as an agent does");
  }

  @Test
  void theCheckOfAConfigurationSaysWhatToDo() throws Exception {
    CertificateFiles own = authority.sign("checking");
    try (AgentServer agent = agent(Optional.empty())) {
      Path file =
          Files.writeString(
              folder.resolve("coordinator.yaml"),
              """
              listen: {host: localhost, port: 0}
              database: argosy
              administrator: postgres
              users: {postgres: trust}
              agents_tls: {certificate: %s, key: %s, authority: %s}
              nodes: [{name: node-7, agent: "localhost:%d", secret: %s}]
              """
                  .formatted(
                      own.certificate(), own.key(), authority.certificate(), agent.port(), SECRET));
      assertThat(ClusterCheck.run(CoordinatorConfiguration.read(file, Map.of()), Set.of()))
          .singleElement()
          .satisfies(
              finding -> {
                assertThat(finding.outcome()).isEqualTo(Finding.Outcome.WRONG);
                assertThat(finding.message()).contains("it does not encrypt, and we do");
                assertThat(finding.advice()).startsWith("Configure TLS on both sides");
              });
    }
  }

  @Test
  void aPeerWithoutACertificateGetsNothing() throws Exception {
    try (AgentServer agent = agent(Optional.of(agentTls));
        SSLSocket peer = socket(agent)) {
      peer.startHandshake();
      assertThatThrownBy(() -> peer.getInputStream().read())
          .isInstanceOf(SSLException.class)
          .hasMessageContaining("certificate");
      assertThat(agent.leased()).isZero();
    }
  }

  @Test
  void aPeerThatProvesNothingIsClosed() throws Exception {
    try (AgentServer plain = agent(Optional.empty());
        AgentServer encrypted = agent(Optional.of(agentTls));
        Socket heard = new Socket(InetAddress.getLoopbackAddress(), plain.port());
        Socket silent = new Socket(InetAddress.getLoopbackAddress(), encrypted.port())) {
      Duration limit = Limits.PROOF.multipliedBy(3);
      heard.setSoTimeout(Math.toIntExact(limit.toMillis()));
      silent.setSoTimeout(Math.toIntExact(limit.toMillis()));
      assertThat(heard.getInputStream().readAllBytes()).hasSize(HELLO_BYTES);
      assertThat(silent.getInputStream().readAllBytes()).hasSizeLessThanOrEqualTo(GOODBYE_BYTES);
    }
  }

  @Test
  void anOlderTlsIsRefused() throws Exception {
    try (AgentServer agent = agent(Optional.of(agentTls));
        SSLSocket peer = socket(agent)) {
      peer.setEnabledProtocols(new String[] {"TLSv1.2"});
      assertThatThrownBy(peer::startHandshake)
          .isInstanceOf(SSLException.class)
          .hasMessageContaining("protocol_version");
    }
  }

  private SSLSocket socket(AgentServer agent) throws IOException {
    return (SSLSocket)
        TlsContexts.connecting(Optional.empty(), Optional.of(authority.certificate()))
            .getSocketFactory()
            .createSocket(InetAddress.getLoopbackAddress(), agent.port());
  }

  @Test
  void aChangedCertificateIsShownToNewConnections() throws Exception {
    CertificateFiles own = authority.sign("renewed", expired());
    try (AgentServer agent = agent(Optional.of(link(own)))) {
      try (RemoteNode node = node(agent.port(), SECRET, Optional.of(coordinator))) {
        assertThatThrownBy(node::machine).hasMessageContaining("has expired");
      }
      authority.sign("renewed");
      try (RemoteNode node = node(agent.port(), SECRET, Optional.of(coordinator))) {
        assertThat(node.machine()).isPresent();
      }
      Files.writeString(own.certificate(), "no certificate");
      try (RemoteNode node = node(agent.port(), SECRET, Optional.of(coordinator))) {
        assertThat(node.machine()).isPresent();
      }
    }
  }
}
