package io.argosy.tests.wire;

import io.argosy.agent.embedded.ServerPort;
import io.argosy.coordinator.gateway.server.PostgresServer;
import io.argosy.coordinator.gateway.server.ServerConfiguration;
import io.argosy.protocol.authentication.Authenticator.Requirement;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;

/** The wire protocol's server with one PostgreSQL behind it. Everybody is trusted. */
final class RelayedPostgres implements AutoCloseable {
  private final EmbeddedPostgres postgres;
  private final PostgresServer server;

  RelayedPostgres() throws IOException {
    postgres = EmbeddedPostgres.builder().setPort(ServerPort.choose()).start();
    int port = postgres.getPort();
    server =
        new PostgresServer(
            ServerConfiguration.of(
                "127.0.0.1", 0, (user, database, client) -> new Requirement.Trust()),
            (startup, output) -> new RelaySession(port, startup, output));
    server.start();
  }

  int port() {
    return server.port();
  }

  @Override
  public void close() throws IOException {
    server.close();
    postgres.close();
  }
}
