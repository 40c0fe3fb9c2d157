package io.argosy.tests.drivers.suites;

import io.argosy.agent.embedded.EmbeddedServer;
import io.argosy.server.config.CoordinatorConfiguration;
import io.argosy.server.config.CoordinatorProcess;
import io.argosy.tests.cluster.TestCluster;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/**
 * A server with what the tests of the JDBC driver expect: a role and its database, some extensions,
 * and passwords that are asked for. Closing it stops what belongs to it.
 */
final class PgjdbcServer implements AutoCloseable {
  static final String DATABASE = EmbeddedServer.DATABASE;
  static final String ROLE = "test";
  static final String SUPERUSER = "postgres";
  static final String PASSWORD = "test";

  private static final List<String> EXTENSIONS = List.of("hstore", "citext", "sslinfo");

  private final Deque<Runnable> stops = new ArrayDeque<>();
  private int port;

  private PgjdbcServer() {}

  /**
   * One PostgreSQL.
   *
   * @param folder for its data
   */
  static PgjdbcServer postgres(Path folder) throws Exception {
    PgjdbcServer server = new PgjdbcServer();
    try {
      EmbeddedServer postgres = EmbeddedServer.start(folder.resolve("postgres"), Map.of());
      server.stops.push(postgres::close);
      server.port = postgres.port();
      String url = postgres.jdbcUrl() + "?user=" + SUPERUSER;
      server.prepare(url);
      askForPasswords(url);
      return server;
    } catch (Exception e) {
      server.close();
      throw e;
    }
  }

  /**
   * Argosy with three nodes, and a coordinator that takes the passwords of their roles.
   *
   * @param folder for its configuration
   */
  static PgjdbcServer argosy(Path folder) throws Exception {
    PgjdbcServer server = new PgjdbcServer();
    try {
      TestCluster cluster = TestCluster.start(3);
      server.stops.push(cluster::close);
      server.prepare(cluster.jdbcUrl());
      CoordinatorProcess coordinator =
          CoordinatorProcess.start(
              CoordinatorConfiguration.read(
                  Files.writeString(folder.resolve("coordinator.yaml"), configuration(cluster)),
                  Map.of()));
      server.stops.push(coordinator::close);
      server.port = URI.create(coordinator.jdbcUrl().substring("jdbc:".length())).getPort();
      return server;
    } catch (Exception e) {
      server.close();
      throw e;
    }
  }

  int port() {
    return port;
  }

  private static String configuration(TestCluster cluster) {
    StringBuilder file =
        new StringBuilder(
            """
            listen: {host: localhost, port: 0}
            database: %s
            administrator: %s
            nodes:
            """
                .formatted(DATABASE, SUPERUSER));
    List<EmbeddedServer> servers = cluster.cluster().servers();
    for (int i = 0; i < servers.size(); i++) {
      file.append(
          "  - {name: node%d, url: \"jdbc:postgresql://127.0.0.1:%d/\"}\n"
              .formatted(i + 1, servers.get(i).port()));
    }
    return file.toString();
  }

  private void prepare(String url) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE ROLE %s LOGIN PASSWORD '%s'".formatted(ROLE, PASSWORD));
      statement.execute("ALTER ROLE %s PASSWORD '%s'".formatted(SUPERUSER, PASSWORD));
      statement.execute("ALTER DATABASE %s OWNER TO %s".formatted(DATABASE, ROLE));
      for (String extension : EXTENSIONS) {
        statement.execute("CREATE EXTENSION " + extension);
      }
    }
  }

  /** What Argosy does by itself, PostgreSQL does as its file says. */
  private static void askForPasswords(String url) throws SQLException, IOException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      try (ResultSet file = statement.executeQuery("SHOW hba_file")) {
        file.next();
        Files.writeString(Path.of(file.getString(1)), "host all all all scram-sha-256\n");
      }
      statement.execute("SELECT pg_reload_conf()");
    }
  }

  @Override
  public void close() {
    while (!stops.isEmpty()) {
      stops.pop().run();
    }
  }
}
