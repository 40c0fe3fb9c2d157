package io.argosy.tests.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A coordinator process that is watched, told to read its file again, and stopped. */
@Timeout(120)
class OperationsTest {
  @TempDir private Path directory;

  private static int status(int port, String path) throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
          .send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
              HttpResponse.BodyHandlers.discarding())
          .statusCode();
    }
  }

  @Test
  void isReadyReadsItsFileAgainAndStopsInOrder() throws Exception {
    assumeFalse(isHangupIgnored(), "started by nohup, so that no JVM below can have SIGHUP");
    int metrics = Servers.freePort();
    try (Servers servers = Servers.start(directory, 1, Map.of())) {
      Path file = directory.resolve("coordinator.yaml");
      CoordinatorFile.of(List.of(CoordinatorFile.url(servers.port(0)))).write(file);
      String before = Files.readString(file) + "metrics: {port: " + metrics + "}\n";
      Files.writeString(file, before);
      try (ArgosyProcess coordinator =
          ArgosyProcess.start(
              Map.of("ARGOSY_LOG_FORMAT", "json"), "coordinator", "--config", file.toString())) {
        String url = coordinator.awaitReady() + "?user=postgres&socketTimeout=60";
        assertThat(status(metrics, "/ready")).isEqualTo(200);

        Files.writeString(file, before + "limits: {concurrent_statements: 3}\nlog_level: debug\n");
        coordinator.hangUp();
        await()
            .untilAsserted(
                () ->
                    assertThat(Servers.ask(url, "SHOW argosy.concurrent_statements"))
                        .containsExactly("3"));

        Files.writeString(file, before + "limits: {concurrent_statements: many}\n");
        coordinator.hangUp();
        stopsInOrder(coordinator, url, metrics);
      }
    }
  }

  /** As Linux tells it of this process; those that it starts inherit it. */
  private static boolean isHangupIgnored() throws IOException {
    Path status = Path.of("/proc/self/status");
    return Files.isReadable(status)
        && Files.readAllLines(status).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 1) == 1);
  }

  /** The limit of the file that was right still holds; idle clients go, running statements end. */
  private static void stopsInOrder(ArgosyProcess coordinator, String url, int metrics)
      throws Exception {
    CompletableFuture<List<String>> answer;
    try (Connection idle = DriverManager.getConnection(url)) {
      answer =
          CompletableFuture.supplyAsync(
              () ->
                  Servers.ask(
                      url,
                      "SELECT current_setting('argosy.concurrent_statements') FROM pg_sleep(4)"),
              task -> Thread.ofVirtual().start(task));
      await()
          .until(
              () ->
                  Servers.ask(url, "SELECT count(*) FROM argosy.activity WHERE state = 'active'")
                      .equals(List.of("2")));

      coordinator.terminate();

      await()
          .pollInterval(Duration.ofMillis(20))
          .until(() -> status(metrics, "/ready") == 503 && status(metrics, "/health") == 200);
      // What it was told, 57P01, is lost where its socket is seen to be closed before.
      await().until(() -> !stateOf(idle).isEmpty());
    }
    assertThat(answer.join()).containsExactly("3");
    coordinator.awaitExit();
    // The JVM stops to read from a process that it ends.
    assertThat(coordinator.errors().lines().filter(line -> !line.endsWith("Stream closed")))
        .allMatch(line -> line.startsWith("{") && line.endsWith("}"))
        .anyMatch(line -> line.contains("the configuration was read again"))
        .anyMatch(line -> line.contains("limits.concurrent_statements"));
  }

  private static String stateOf(Connection connection) {
    try {
      connection.createStatement().execute("SELECT 1");
      return "";
    } catch (SQLException e) {
      return e.getSQLState();
    }
  }
}
