package io.argosy.tests.differential;

import io.argosy.agent.testing.ExclusivePool;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;

/**
 * One PostgreSQL server process with an empty database {@code argosy}. Closing it stops the
 * process.
 */
public final class PlainPostgres implements Server {
  private static final ExclusivePool<PlainPostgres> REFERENCES =
      new ExclusivePool<>(PlainPostgres::startReference);

  private final EmbeddedPostgres server;

  private PlainPostgres(EmbeddedPostgres server) {
    this.server = server;
  }

  /**
   * Starts a server.
   *
   * @param settings statements such as {@code ALTER DATABASE argosy SET ..} to run before anybody
   *     connects
   */
  public static PlainPostgres start(List<String> settings) {
    try {
      EmbeddedPostgres server = EmbeddedPostgres.builder().start();
      try (Connection connection = server.getPostgresDatabase().getConnection();
          Statement statement = connection.createStatement()) {
        statement.execute("CREATE DATABASE argosy");
        for (String setting : settings) {
          statement.execute(setting);
        }
      }
      return new PlainPostgres(server);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (SQLException e) {
      throw new IllegalStateException("a fresh PostgreSQL refused its set-up", e);
    }
  }

  /** Starts a server that plans otherwise than others do: without hashing and parallelism. */
  public static PlainPostgres startWithOtherPlans() {
    return start(
        List.of(
            "ALTER DATABASE argosy SET enable_hashjoin = off",
            "ALTER DATABASE argosy SET enable_hashagg = off",
            "ALTER DATABASE argosy SET enable_memoize = off",
            "ALTER DATABASE argosy SET max_parallel_workers_per_gather = 0"));
  }

  /**
   * The server that a suite compares with, and for that time no other; it holds the fixture and
   * stops with the JVM.
   */
  public static PlainPostgres reference() {
    return REFERENCES.get();
  }

  private static PlainPostgres startReference() {
    PlainPostgres started = start(List.of());
    Fixture.CORPUS.create(started);
    return started;
  }

  /** The port of the server, which accepts {@code postgres} without a password. */
  public int port() {
    return server.getPort();
  }

  @Override
  public String jdbcUrl() {
    return "jdbc:postgresql://127.0.0.1:" + server.getPort() + "/argosy?user=postgres";
  }

  @Override
  public boolean distributed() {
    return false;
  }

  /**
   * Opens a connection in the driver's default configuration, but one that fails instead of waiting
   * for ever.
   */
  public static Connection connect(Database database) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("socketTimeout", "120");
    return DriverManager.getConnection(database.jdbcUrl(), properties);
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
