package io.argosy.tests.regression;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.argosy.agent.embedded.EmbeddedServer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** What the nodes' servers and this process are doing, for an answer that has not come in time. */
final class NodesAtWork {
  private static final String QUERY =
      """
      SELECT a.pid, a.backend_type, a.state, a.wait_event_type, a.wait_event,
             clock_timestamp() - a.query_start, pg_blocking_pids(a.pid), left(a.query, 1000)
      FROM pg_stat_activity a
      WHERE a.pid <> pg_backend_pid() AND a.state <> 'idle'
      ORDER BY a.query_start
      """;

  private NodesAtWork() {}

  /** The backends that work, and the file in which the threads are. */
  static String tell(List<EmbeddedServer> servers, Path directory) {
    StringBuilder told = new StringBuilder();
    for (int i = 0; i < servers.size(); i++) {
      told.append("\nnode ").append(i + 1).append(':');
      try {
        told.append(backends(servers.get(i)));
      } catch (SQLException e) {
        told.append(' ').append(e.getMessage());
      }
    }
    return told.append('\n').append(threads(directory)).toString();
  }

  private static String backends(EmbeddedServer server) throws SQLException {
    StringBuilder told = new StringBuilder();
    try (Connection connection = DriverManager.getConnection(server.jdbcUrl() + "?user=postgres");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(QUERY)) {
      while (rows.next()) {
        told.append("\n ");
        for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
          told.append(' ').append(rows.getString(column));
        }
      }
    }
    return told.toString();
  }

  private static String threads(Path directory) {
    try {
      Files.createDirectories(directory);
      Path file = directory.toAbsolutePath().resolve("threads-" + System.nanoTime() + ".txt");
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
          .dumpThreads(file.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
      return "threads: " + file.getFileName();
    } catch (IOException e) {
      return "no threads: " + e.getMessage();
    }
  }
}
