package io.argosy.tpcd.performance;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.argosy.tpcd.report.Block.Paragraph;
import io.argosy.tpcd.report.Report.Section;
import io.argosy.tpcd.schema.ServerKind;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * Where a test runs.
 *
 * @param url of the server, without a password
 * @param argosy whether it is an Argosy coordinator
 * @param serverVersion what the server says it is
 * @param clientMachine the machine of this process, which may be another one than the server's
 */
public record Environment(String url, boolean argosy, String serverVersion, String clientMachine) {
  private static final int WORDS_OF_VERSION = 2;

  /** As in {@code Argosy at 127.0.0.1:5433/argosy} and {@code PostgreSQL 18.6 at ..}. */
  public String name() {
    String[] words = serverVersion.split(" ", WORDS_OF_VERSION + 1);
    String kind = argosy || words.length < WORDS_OF_VERSION ? words[0] : words[0] + " " + words[1];
    return kind + " at " + url.replaceFirst("^jdbc:[^:]*:(//)?", "").replaceFirst("\\?.*", "");
  }

  /** As the last section of a report. */
  public Section section() {
    return new Section(
        "Where it ran",
        List.of(
            new Paragraph("Server: " + serverVersion),
            new Paragraph("Machine of the client: " + clientMachine)));
  }

  /** Writes the same into a report's data. */
  public void describe(ObjectNode data) {
    data.put("server_version", serverVersion);
    data.put("client_machine", clientMachine);
  }

  /**
   * Asks the server.
   *
   * @param connection in autocommit mode
   * @param url without a password
   */
  public static Environment of(Connection connection, String url) throws SQLException {
    boolean argosy = ServerKind.isArgosy(connection);
    String version = single(connection, "SELECT version()");
    return new Environment(
        url,
        argosy,
        argosy ? "Argosy " + single(connection, "SHOW argosy.version") + ", " + version : version,
        thisMachine());
  }

  private static String single(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }

  /** The machine of this process, in words. */
  public static String thisMachine() {
    String memory =
        ManagementFactory.getOperatingSystemMXBean()
                instanceof com.sun.management.OperatingSystemMXBean system
            ? ", " + Math.round(system.getTotalMemorySize() / (double) (1 << 30)) + " GiB"
            : "";
    return "%s %s, %s, %d processors%s, Java %s"
        .formatted(
            System.getProperty("os.name"),
            System.getProperty("os.version"),
            System.getProperty("os.arch"),
            Runtime.getRuntime().availableProcessors(),
            memory,
            System.getProperty("java.version"));
  }
}
