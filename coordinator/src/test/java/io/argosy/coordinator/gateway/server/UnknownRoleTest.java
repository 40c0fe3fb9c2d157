package io.argosy.coordinator.gateway.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.coordinator.metadata.Metadata;
import io.argosy.coordinator.testing.SharedCluster;
import io.argosy.protocol.authentication.Authenticator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** What a client sees of a role that does not exist does not tell it so. */
class UnknownRoleTest {
  private static final String FIRST = "n,,n=,r=abcdefgh";

  @Test
  void isShownTheSameSaltByEveryCoordinatorAndAfterARestart() throws IOException {
    String shown = salt("nobody");
    assertThat(shown).hasSize("W22ZaJ0SNY7soEsUEjb6gQ==".length());
    assertThat(salt("nobody")).isEqualTo(shown);
    assertThat(salt("somebody")).isNotEqualTo(shown);
  }

  @Test
  void theSecretIsShownToNobody() throws IOException, SQLException {
    try (Connection owner = SharedCluster.connect()) {
      SharedCluster.run(owner, "CREATE ROLE curious", "SET ROLE curious");
      try {
        assertThatThrownBy(
                () -> SharedCluster.rows(owner, "SELECT nonce FROM argosy.mock_authentication"))
            .isInstanceOfSatisfying(
                SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42501"));
      } finally {
        SharedCluster.run(owner, "RESET ROLE", "DROP ROLE curious");
      }
    }
  }

  /** What a server shows that has just been started. */
  private static String salt(String user) throws IOException {
    ServerConfiguration configuration =
        ServerConfiguration.of(
                "127.0.0.1",
                0,
                (name, database, client) -> new Authenticator.Requirement.Impossible())
            .withSalts(new Metadata(SharedCluster.nodes()).userSalts());
    try (PostgresServer server = new PostgresServer(configuration, FakeSession::new)) {
      server.start();
      try (RawClient client = new RawClient(server.port()).startup("user", user)) {
        client.until('R');
        byte[] first = FIRST.getBytes(US_ASCII);
        byte[] name = "SCRAM-SHA-256\0".getBytes(US_ASCII);
        client.message(
            'p',
            ByteBuffer.allocate(name.length + Integer.BYTES + first.length)
                .put(name)
                .putInt(first.length)
                .put(first)
                .array());
        return client.until('R').text().replaceFirst("^.*,s=(.*),i=4096$", "$1");
      }
    }
  }
}
