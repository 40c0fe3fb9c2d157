package io.argosy.tests.client;

import io.argosy.agent.embedded.EmbeddedServer;
import io.argosy.protocol.tls.CertificateFiles;
import io.argosy.server.config.CoordinatorConfiguration;
import io.argosy.server.config.CoordinatorProcess;
import io.argosy.tests.cluster.TestCluster;
import io.argosy.tests.differential.Database;
import io.argosy.tests.links.TestAuthority;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Another coordinator over a cluster, to which clients connect by TLS and SCRAM. */
final class SecuredArgosy implements AutoCloseable {
  static final String PASSWORD = "right";

  private final CoordinatorProcess coordinator;
  private final TestAuthority authority;
  private final TestAuthority another;

  private SecuredArgosy(
      CoordinatorProcess coordinator, TestAuthority authority, TestAuthority another) {
    this.coordinator = coordinator;
    this.authority = authority;
    this.another = another;
  }

  /**
   * @param folder for certificates and its configuration
   */
  static SecuredArgosy start(TestCluster cluster, Path folder) throws Exception {
    TestAuthority authority = TestAuthority.create(folder, "authority");
    CertificateFiles own = authority.sign("server");
    StringBuilder file =
        new StringBuilder(
            """
            listen: {host: localhost, port: 0, tls: {certificate: %s, key: %s}}
            database: argosy
            administrator: postgres
            users: {postgres: {password: %s}}
            nodes:
            """
                .formatted(own.certificate(), own.key(), PASSWORD));
    List<EmbeddedServer> servers = cluster.cluster().servers();
    for (int i = 0; i < servers.size(); i++) {
      file.append(
          "  - {name: node%d, url: \"jdbc:postgresql://127.0.0.1:%d/\"}\n"
              .formatted(i + 1, servers.get(i).port()));
    }
    return new SecuredArgosy(
        CoordinatorProcess.start(
            CoordinatorConfiguration.read(
                Files.writeString(folder.resolve("coordinator.yaml"), file), Map.of())),
        authority,
        TestAuthority.create(folder, "another"));
  }

  /** For clients that check the server's certificate and name. */
  Database database() {
    return new Secured(PASSWORD, authority);
  }

  /** For clients with a wrong password. */
  Database wrongPassword() {
    return new Secured("wrong", authority);
  }

  /** For clients that trust another authority than the one of the server's certificate. */
  Database untrusted() {
    return new Secured(PASSWORD, another);
  }

  @Override
  public void close() {
    coordinator.close();
  }

  private final class Secured implements Database {
    private final String password;
    private final TestAuthority trusted;

    Secured(String password, TestAuthority trusted) {
      this.password = password;
      this.trusted = trusted;
    }

    @Override
    public String jdbcUrl() {
      return "jdbc:postgresql://localhost:%d/argosy?user=postgres&password=%s&sslmode=verify-full&sslrootcert=%s"
          .formatted(
              URI.create(coordinator.jdbcUrl().substring("jdbc:".length())).getPort(),
              password,
              trusted.certificate());
    }

    @Override
    public boolean distributed() {
      return true;
    }
  }
}
