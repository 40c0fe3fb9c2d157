package io.argosy.tests.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import io.argosy.coordinator.config.CoordinatorConfiguration;
import io.argosy.coordinator.config.CoordinatorProcess;
import io.argosy.coordinator.local.EmbeddedServer;
import io.argosy.tests.cluster.TestCluster;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Drivers connect by TLS, with a check of the server's certificate and name, and SCRAM. A driver
 * whose toolchain is not there is skipped. The psql of {@link Toolchain#POSTGRES} and the program
 * of tokio-postgres are built without TLS.
 */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SecuredConnectionsTest {
  private static final String REFUSED = "password authentication failed for user \"postgres\"";

  private TestCluster cluster;
  private CoordinatorProcess coordinator;
  private ServerCertificate certificate;
  private ServerCertificate another;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    cluster = TestCluster.start(2);
    Shop.create(cluster);
    certificate = ServerCertificate.create(folder, "server");
    another = ServerCertificate.create(folder, "another");
    StringBuilder file =
        new StringBuilder(
            """
            listen: {host: localhost, port: 0, tls: {certificate: %s, key: %s}}
            database: argosy
            administrator: postgres
            users: {postgres: {password: right}}
            nodes:
            """
                .formatted(certificate.certificate(), certificate.key()));
    List<EmbeddedServer> servers = cluster.cluster().servers();
    for (int i = 0; i < servers.size(); i++) {
      file.append(
          "  - {name: node%d, url: \"jdbc:postgresql://127.0.0.1:%d/\"}\n"
              .formatted(i + 1, servers.get(i).port()));
    }
    coordinator =
        CoordinatorProcess.start(
            CoordinatorConfiguration.read(
                Files.writeString(folder.resolve("coordinator.yaml"), file), Map.of()));
  }

  @AfterAll
  void stop() {
    if (coordinator != null) {
      coordinator.close();
    }
    cluster.close();
  }

  @ParameterizedTest
  @EnumSource(names = {"PSYCOPG", "PSYCOPG_ASYNC", "SQLALCHEMY", "ASYNCPG", "NODE_POSTGRES", "PGX"})
  void programsConnect(Driver driver) throws Exception {
    DriverProgram program = (DriverProgram) driver.client();
    try {
      program.prepare();
    } catch (MissingToolchainException e) {
      abort(e.getMessage());
    }

    Program connected = secured(program, "right", certificate);
    assertThat(connected.status()).as(connected.errors()).isZero();
    assertThat(connected.output()).contains("I am postgres", "I see 990");

    Program refused = secured(program, "wrong", certificate);
    assertThat(refused.failed()).isTrue();
    assertThat(refused.output() + refused.errors()).contains(REFUSED);

    Program suspicious = secured(program, "right", another);
    assertThat(suspicious.failed()).isTrue();
    assertThat(suspicious.output() + suspicious.errors()).containsIgnoringCase("certificate");
  }

  @Test
  void jdbcConnects() throws SQLException {
    try (Connection connection = DriverManager.getConnection(jdbcUrl("right", certificate))) {
      assertThat(connection.isValid(10)).isTrue();
    }
    assertThatThrownBy(() -> DriverManager.getConnection(jdbcUrl("wrong", certificate)))
        .hasMessageContaining(REFUSED)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("28P01"));
    assertThatThrownBy(() -> DriverManager.getConnection(jdbcUrl("right", another)))
        .hasMessageContaining("SSL");
  }

  private Program secured(DriverProgram program, String password, ServerCertificate trusted)
      throws Exception {
    return program.run(
        Path.of("clients", "secured.json"),
        "postgresql://postgres:%s@localhost:%d/argosy?sslmode=verify-full&sslrootcert=%s"
            .formatted(password, port(), trusted.certificate()));
  }

  private String jdbcUrl(String password, ServerCertificate trusted) {
    return "jdbc:postgresql://localhost:%d/argosy?user=postgres&password=%s&sslmode=verify-full&sslrootcert=%s"
        .formatted(port(), password, trusted.certificate());
  }

  private int port() {
    return URI.create(coordinator.jdbcUrl().substring("jdbc:".length())).getPort();
  }
}
