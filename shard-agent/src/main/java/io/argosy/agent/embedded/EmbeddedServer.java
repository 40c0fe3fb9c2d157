package io.argosy.agent.embedded;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;

/**
 * A PostgreSQL server of this process: the binaries come with the program, the data directory is
 * kept. Listens on the loopback address, trusts whoever connects there, and has a database {@code
 * argosy} and a superuser named as the user of the operating system.
 */
public final class EmbeddedServer implements AutoCloseable {
  /** The database that Argosy serves. */
  public static final String DATABASE = "argosy";

  private static final Duration STARTUP_WAIT = Duration.ofMinutes(1);

  private final EmbeddedPostgres server;

  private EmbeddedServer(EmbeddedPostgres server) {
    this.server = server;
  }

  /**
   * Starts a server, with a new data directory where there is none.
   *
   * @param directory the data directory
   * @param settings PostgreSQL settings by name
   * @throws UncheckedIOException when the server does not start; nothing is left running then
   */
  public static EmbeddedServer start(Path directory, Map<String, String> settings) {
    try {
      Files.createDirectories(directory.toAbsolutePath().getParent());
      EmbeddedPostgres.Builder builder =
          EmbeddedPostgres.builder()
              .setPort(ServerPort.choose())
              .setDataDirectory(directory)
              .setCleanDataDirectory(false)
              .setPGStartupWait(STARTUP_WAIT)
              .setServerConfig("timezone", "UTC")
              // PostgreSQL's default; the library's loses commits when the server is killed.
              .setServerConfig("synchronous_commit", "on")
              .setServerConfig("max_prepared_transactions", "100");
      settings.forEach(builder::setServerConfig);
      EmbeddedServer started = new EmbeddedServer(builder.start());
      started.prepare();
      return started;
    } catch (IOException | IllegalStateException e) {
      throw new UncheckedIOException(
          new IOException("PostgreSQL did not start in " + directory + ": " + e.getMessage(), e));
    }
  }

  private void prepare() {
    try (Connection connection =
            DriverManager.getConnection(server.getJdbcUrl("postgres", "postgres"));
        Statement statement = connection.createStatement()) {
      if (isMissing(statement, "SELECT FROM pg_database WHERE datname = '" + DATABASE + "'")) {
        statement.execute("CREATE DATABASE " + DATABASE);
      }
      String user = systemUser().replace("\"", "\"\"");
      if (isMissing(
          statement, "SELECT FROM pg_roles WHERE rolname = '" + user.replace("'", "''") + "'")) {
        statement.execute("CREATE ROLE \"" + user + "\" SUPERUSER LOGIN");
      }
    } catch (SQLException e) {
      close();
      throw new UncheckedIOException(new IOException("the new server could not be set up", e));
    }
  }

  private static boolean isMissing(Statement statement, String query) throws SQLException {
    try (ResultSet rows = statement.executeQuery(query)) {
      return !rows.next();
    }
  }

  /** The role that clients have when they name none. */
  public static String systemUser() {
    return System.getProperty("user.name");
  }

  public int port() {
    return server.getPort();
  }

  /** A URL for PostgreSQL JDBC. */
  public String jdbcUrl() {
    return "jdbc:postgresql://127.0.0.1:" + port() + "/" + DATABASE;
  }

  /** Stops the server; its data directory stays. */
  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException("a PostgreSQL server did not stop cleanly", e);
    }
  }
}
