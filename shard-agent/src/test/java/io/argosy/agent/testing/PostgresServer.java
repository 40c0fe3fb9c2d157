package io.argosy.agent.testing;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A real PostgreSQL server that the test classes of a JVM share, one at a time. */
public final class PostgresServer {
  private static final ExclusivePool<EmbeddedPostgres> SERVERS =
      new ExclusivePool<>(PostgresServer::start);

  private PostgresServer() {}

  public static int port() {
    return SERVERS.get().getPort();
  }

  private static EmbeddedPostgres start() {
    try {
      // Embedded PostgreSQL stops its server in a shutdown hook of its own.
      return EmbeddedPostgres.builder().setServerConfig("max_connections", "60").start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
