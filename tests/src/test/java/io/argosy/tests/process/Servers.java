package io.argosy.tests.process;

import static org.awaitility.Awaitility.await;

import io.argosy.agent.embedded.EmbeddedServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/** PostgreSQL servers that the test looks into on its own connections, past Argosy. */
public final class Servers implements AutoCloseable {
  /** Everybody but who asks; application_name is the client's. */
  private static final String BACKENDS =
      "pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()";

  private static final int LOWEST_PORT = 10_000;

  /** By default, on Linux. */
  private static final int FIRST_OUTGOING_PORT = 32_768;

  private static final int MOST_PORTS_TRIED = 100;

  private final List<EmbeddedServer> servers = new ArrayList<>();
  private final List<ServerProcess> processes = new ArrayList<>();

  /** Starts servers without data. */
  public static Servers start(Path directory, int count, Map<String, String> settings) {
    Servers started = new Servers();
    try {
      for (int i = 1; i <= count; i++) {
        Path data = directory.resolve("server" + i);
        started.servers.add(EmbeddedServer.start(data, settings));
        started.processes.add(ServerProcess.of(data));
      }
      return started;
    } catch (UncheckedIOException e) {
      started.close();
      throw e;
    }
  }

  /** Kills a server with all of its processes. */
  public void kill(int server) {
    processes.get(server).kill();
  }

  /** Stops all processes of a server, until {@link #thaw}. */
  public void freeze(int server) {
    processes.get(server).freeze();
  }

  public void thaw(int server) {
    processes.get(server).thaw();
  }

  /** Starts a server that was killed, on the same port; returns when it answers. */
  public void restart(int server) {
    processes.set(server, processes.get(server).again());
    await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(50))
        .ignoreExceptions()
        .until(
            () -> {
              // It gives up where a process of the one before is not quite gone.
              if (!processes.get(server).isAlive()) {
                processes.set(server, processes.get(server).again());
              }
              try (Connection connection =
                  DriverManager.getConnection(servers.get(server).jdbcUrl() + "?user=postgres")) {
                return connection.isValid(10);
              }
            });
  }

  /** Starts a server that was killed, on the same port; returns when it says that it recovers. */
  void restartRecovering(int server) {
    processes.set(server, processes.get(server).recovering());
    await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(50))
        .until(() -> refusal(server).equals("57P03"));
  }

  void endRecovery(int server) {
    processes.get(server).endRecovery();
  }

  private String refusal(int server) {
    try (Connection connection =
        DriverManager.getConnection(servers.get(server).jdbcUrl() + "?user=postgres")) {
      return "";
    } catch (SQLException e) {
      return e.getSQLState();
    }
  }

  public int port(int server) {
    return servers.get(server).port();
  }

  public int count() {
    return servers.size();
  }

  /** Runs a statement on a server; returns the first column of its rows. */
  public List<String> ask(int server, String sql) {
    return ask(servers.get(server).jdbcUrl() + "?user=postgres", sql);
  }

  /** Runs a statement by any JDBC URL; returns the first column of its rows. */
  public static List<String> ask(String jdbcUrl, String sql) {
    try (Connection connection = DriverManager.getConnection(jdbcUrl);
        Statement statement = connection.createStatement()) {
      List<String> answers = new ArrayList<>();
      if (statement.execute(sql)) {
        try (ResultSet rows = statement.getResultSet()) {
          while (rows.next()) {
            answers.add(rows.getString(1));
          }
        }
      }
      return answers;
    } catch (SQLException e) {
      throw new AssertionError(sql, e);
    }
  }

  /** The statements that Argosy's backends on a server are running, or hold a transaction after. */
  public List<String> busy(int server) {
    return ask(server, "SELECT query FROM " + BACKENDS + " AND state <> 'idle'");
  }

  /** Argosy's backends on a server that sleep in pg_sleep. */
  List<String> sleeping(int server) {
    return ask(server, "SELECT pid FROM " + BACKENDS + " AND wait_event = 'PgSleep'");
  }

  /** The temporary tables on a server. */
  public List<String> temporaryTables(int server) {
    return ask(server, "SELECT relname FROM pg_class WHERE relpersistence = 't'");
  }

  /** Argosy's connections to a server. */
  public List<String> connections(int server) {
    return ask(server, "SELECT pid FROM " + BACKENDS);
  }

  /**
   * A TCP port that is free now. It is none of those that systems give to outgoing connections,
   * which could take it while a process that listens to it is down.
   */
  public static int freePort() {
    for (int attempt = 0; attempt < MOST_PORTS_TRIED; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST_PORT, FIRST_OUTGOING_PORT);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (IOException e) {
        // Somebody listens to it.
      }
    }
    throw new AssertionError("no free port");
  }

  @Override
  public void close() {
    servers.forEach(EmbeddedServer::close);
  }
}
