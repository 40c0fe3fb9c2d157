package io.argosy.tests.wire;

import io.argosy.coordinator.wire.authentication.Authenticator.Requirement;
import io.argosy.coordinator.wire.server.PostgresServer;
import io.argosy.coordinator.wire.server.ServerConfiguration;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The wire protocol's server answers as a PostgreSQL when a PostgreSQL stands behind it. */
class RelayScriptsTest {
  private static EmbeddedPostgres postgres;
  private static PostgresServer server;

  @BeforeAll
  static void start() throws IOException {
    postgres = EmbeddedPostgres.start();
    int port = postgres.getPort();
    server =
        new PostgresServer(
            ServerConfiguration.of(
                "127.0.0.1", 0, (user, database, client) -> new Requirement.Trust()),
            (startup, output) -> new RelaySession(port, startup, output));
    server.start();
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
    postgres.close();
  }

  @TestFactory
  Stream<DynamicTest> theServerAnswersAsPostgres() throws IOException {
    return Scripts.against(new ScriptTarget("127.0.0.1", server.port(), "postgres", "postgres"));
  }
}
