package io.argosy.lab.testbed;

import io.argosy.agent.embedded.EmbeddedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

/**
 * PostgreSQL as it comes with the program, and an empty data directory that servers of the testbed
 * begin with.
 *
 * @param binaries where its programs are
 * @param template the data directory, in which no server runs
 */
public record PostgresInstallation(Path binaries, Path template) {
  private static final String TRUST_MACHINES = "host all all %s trust%n".formatted(Network.RANGE);

  /**
   * Finds it, and makes the data directory if it is not there.
   *
   * @param directory where the data directory is kept
   */
  public static PostgresInstallation find(Path directory) throws IOException {
    Path template = directory.resolve("template");
    boolean fresh = !Files.exists(template);
    // Only a server that runs can tell where the library has put its programs.
    EmbeddedServer server = EmbeddedServer.start(template, Map.of());
    Path binaries;
    try (server;
        Connection connection = DriverManager.getConnection(server.jdbcUrl() + "?user=postgres");
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT setting FROM pg_config WHERE name = 'BINDIR'")) {
      rows.next();
      binaries = Path.of(rows.getString(1));
    } catch (SQLException e) {
      throw new IOException("PostgreSQL does not say where its programs are", e);
    }
    if (fresh) {
      Files.writeString(template.resolve("pg_hba.conf"), TRUST_MACHINES, StandardOpenOption.APPEND);
    }
    return new PostgresInstallation(binaries, template);
  }

  /** Makes a data directory like the template, unless it is there already. */
  public void createDataDirectory(Path data) throws IOException, InterruptedException {
    if (Files.exists(data.resolve("PG_VERSION"))) {
      return;
    }
    Files.createDirectories(data.getParent());
    Command.of("cp", "--archive", "--no-target-directory", template.toString(), data.toString())
        .run();
  }
}
