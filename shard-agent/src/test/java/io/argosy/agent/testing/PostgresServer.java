package io.argosy.agent.testing;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A real PostgreSQL server that all test classes of this JVM share. */
public final class PostgresServer {
  private static final EmbeddedPostgres SHARED = start();

  private PostgresServer() {}

  public static int port() {
    return SHARED.getPort();
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
