package io.argosy.lab.testbed;

import io.argosy.agent.embedded.EmbeddedNodes;
import io.argosy.agent.embedded.EmbeddedServer;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A PostgreSQL server on a machine, with the settings of a local cluster's nodes. It trusts every
 * machine of the testbed.
 *
 * @param jdbcUrl a URL for PostgreSQL JDBC
 */
public record PostgresOnMachine(String jdbcUrl) {
  static final int PORT = 5432;

  /** Starts a server on a data directory; it is stopped with the testbed. */
  public static PostgresOnMachine start(
      Testbed testbed, Machine machine, PostgresInstallation installation, Path data)
      throws IOException, InterruptedException {
    Map<String, String> settings = new TreeMap<>(EmbeddedNodes.settings(testbed.nodes().size()));
    settings.putAll(
        Map.of(
            "listen_addresses", "*",
            "port", Integer.toString(PORT),
            "unix_socket_directories", "",
            "max_prepared_transactions", "100",
            "timezone", "UTC"));
    List<String> command = new ArrayList<>();
    // PostgreSQL does not run as root, but in a user namespace where nobody is root it does.
    command.addAll(List.of("unshare", "--user"));
    command.add(installation.binaries().resolve("postgres").toString());
    command.addAll(List.of("-D", data.toString()));
    settings.forEach((name, value) -> command.addAll(List.of("-c", name + "=" + value)));
    Service.start(
        testbed,
        machine,
        new Service.Description(
            "postgres", command, "database system is ready to accept connections", "INT"));
    return new PostgresOnMachine(
        "jdbc:postgresql://%s:%d/%s?user=postgres"
            .formatted(machine.address(), PORT, EmbeddedServer.DATABASE));
  }

  /** Writes back its dirty pages and empties its own cache. */
  public void dropCache() throws SQLException {
    dropCache(jdbcUrl);
  }

  /**
   * The same of any server.
   *
   * @param jdbcUrl of its database {@link EmbeddedServer#DATABASE}, for a superuser
   */
  public static void dropCache(String jdbcUrl) throws SQLException {
    // In a database of its own, so that the data's has nothing that a user would not find there.
    String maintenance = jdbcUrl.replace("/" + EmbeddedServer.DATABASE + "?", "/postgres?");
    try (Connection connection = DriverManager.getConnection(maintenance);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE EXTENSION IF NOT EXISTS pg_buffercache");
      statement.execute("CHECKPOINT");
      statement.execute("SELECT pg_buffercache_evict_all()");
    }
  }
}
