package io.argosy.tests.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.argosy.server.cli.Main;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** More than a small coordinator can do: it refuses some of it, and serves on. */
@Timeout(240)
class OverloadTest {
  private static final Map<String, String> SECRET =
      Map.of("ARGOSY_SECRET", "the secret of the tests, 32 characters");
  private static final int CLIENTS = 24;
  private static final int MEGABYTE = 1_000_000;

  @TempDir private Path directory;

  private String url;

  @Test
  void refusesWhatItHasNoMemoryForAndServesOn() throws Exception {
    int port = Servers.freePort();
    try (Servers servers = Servers.start(directory, 1, Map.of());
        ArgosyProcess agent = agent(port, servers.port(0));
        ArgosyProcess coordinator = coordinator(port)) {
      assertThat(agent.isAlive()).isTrue();
      url = coordinator.awaitReady() + "?user=postgres&socketTimeout=60";
      assertThat(Servers.ask(url, "SHOW argosy.statement_memory")).containsExactly("12MB");

      // A row that is longer than may be, and a message.
      assertThat(rowOf(30 * MEGABYTE)).isEqualTo("53200");
      // It may find the connection closed before it has read why.
      assertThat(messageOf(30 * MEGABYTE)).isIn("53200", "08006");
      assertThat(rowOf(MEGABYTE)).isEqualTo("right");

      // Many at a time, for which there would be room one after the other.
      List<CompletableFuture<String>> outcomes = new ArrayList<>();
      for (int client = 0; client < CLIENTS; client++) {
        outcomes.add(
            CompletableFuture.supplyAsync(
                () -> rowOf(5 * MEGABYTE), task -> Thread.ofPlatform().daemon().start(task)));
      }
      List<String> told = outcomes.stream().map(CompletableFuture::join).toList();
      assertThat(told).isSubsetOf("right", "53200").contains("right");

      assertThat(coordinator.isAlive()).isTrue();
      await().untilAsserted(() -> assertThat(rowOf(10 * MEGABYTE)).isEqualTo("right"));
      assertThat(Servers.ask(url, "SELECT 1")).containsExactly("1");
    }
  }

  private ArgosyProcess agent(int port, int server) throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("agent.yaml"),
            """
            name: node1
            listen: {host: 127.0.0.1, port: %d}
            secret_environment: ARGOSY_SECRET
            postgres: {host: 127.0.0.1, port: %d}
            """
                .formatted(port, server));
    ArgosyProcess agent =
        ArgosyProcess.start("768m", Main.class, SECRET, "agent", "--config", file.toString());
    agent.awaitReady();
    return agent;
  }

  private ArgosyProcess coordinator(int agent) throws Exception {
    Path file = directory.resolve("coordinator.yaml");
    CoordinatorFile.of(List.of(CoordinatorFile.agent(agent, "secret_environment: ARGOSY_SECRET")))
        .write(file);
    Files.writeString(
        file,
        Files.readString(file)
            + "limits: {concurrent_statements: 4, memory_megabytes: 16, statement_memory_megabytes:"
            + " 12}\n");
    return ArgosyProcess.start(
        "96m", Main.class, SECRET, "coordinator", "--config", file.toString());
  }

  /** Asks for one row: "right", or the SQLSTATE. The session can be used after a refusal. */
  private String rowOf(int length) {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      try (ResultSet rows = statement.executeQuery("SELECT repeat('x', " + length + ")")) {
        rows.next();
        return rows.getString(1).length() == length ? "right" : "wrong";
      } catch (SQLException e) {
        assertThat(Servers.ask(url, "SELECT 'on'")).containsExactly("on");
        statement.execute("SELECT 1");
        return e.getSQLState();
      }
    } catch (SQLException e) {
      return "the session ended: " + e.getMessage();
    }
  }

  /** Sends a long statement. */
  private String messageOf(int length) {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("SELECT length('" + "x".repeat(length) + "')");
      return "right";
    } catch (SQLException e) {
      return e.getSQLState();
    }
  }
}
