package io.argosy.tests.differential;

import io.argosy.agent.embedded.ServerPort;
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

  private static final ExclusivePool<PlainPostgres> EMPTY =
      new ExclusivePool<>(() -> start(List.of()));

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
      PlainPostgres started =
          new PlainPostgres(EmbeddedPostgres.builder().setPort(ServerPort.choose()).start());
      started.execute("CREATE DATABASE argosy");
      settings.forEach(started::execute);
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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
   * stops with the JVM. Other suites read its catalogs: who makes tables of its own, and does not
   * drop them, asks for an {@linkplain #empty() empty} one.
   */
  public static PlainPostgres reference() {
    return REFERENCES.get();
  }

  /**
   * A server with an empty database {@code argosy}, for the class that runs and no other; it stops
   * with the JVM. Each call empties it. Roles stay as the last class left them.
   */
  public static PlainPostgres empty() {
    PlainPostgres lent = EMPTY.get();
    lent.execute("DROP DATABASE argosy WITH (FORCE)");
    lent.execute("CREATE DATABASE argosy");
    return lent;
  }

  /** Runs a statement beside the database {@code argosy}, where a server is set up. */
  private void execute(String sql) {
    try (Connection connection = server.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException("a PostgreSQL refused its set-up: " + sql, e);
    }
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
