package io.argosy.tests.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.argosy.coordinator.transaction.commit.CommitObserver.Point;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.io.TempDir;

/** Tests that kill something when a coordinator has come to a point, where it stops. */
abstract class CrashSuite extends DeploymentSuite {
  /** What is killed. */
  enum Victim {
    COORDINATOR,
    AGENT,
    SERVER
  }

  /**
   * @param node where the point is reached, and whose agent or server is killed
   */
  record Crash(Point point, int node, Victim victim) {
    @Override
    public String toString() {
      return victim + " at " + point + " of node" + (node + 1);
    }
  }

  @TempDir private Path directory;
  private int starts;

  CrashSuite(int nodes, List<String> tables) {
    super(nodes, tables);
  }

  CrashSuite(int nodes, int members, List<String> tables) {
    super(nodes, members, tables);
  }

  /**
   * Starts a coordinator that stops once.
   *
   * @return the file that is there when it has stopped
   */
  Path start(Point point, int node) throws IOException {
    Path file = directory.resolve("stopped" + ++starts);
    deployment.startCoordinator(point, node, file);
    return file;
  }

  void awaitStop(Path file) {
    try {
      await()
          .atMost(Duration.ofSeconds(60))
          .pollInterval(Duration.ofMillis(20))
          .until(() -> Files.exists(file));
    } catch (ConditionTimeoutException e) {
      deployment.coordinator().close();
      throw new AssertionError(
          "the coordinator has not stopped:\n" + deployment.coordinator().errors(), e);
    }
  }

  /**
   * Kills the victim. One that is not the coordinator is started again when the client has been
   * told.
   */
  void kill(Crash crash, Path stopped, CompletableFuture<?> told) throws IOException {
    kill(crash.victim(), crash.node(), stopped, told);
  }

  /** The same on any node. */
  void kill(Victim victim, int node, Path stopped, CompletableFuture<?> told) throws IOException {
    switch (victim) {
      case COORDINATOR -> deployment.coordinator().kill();
      case AGENT -> {
        deployment.agent(node).kill();
        Files.delete(stopped);
        told.join();
        deployment.startAgent(node);
      }
      case SERVER -> {
        servers.kill(node);
        Files.delete(stopped);
        told.join();
        servers.restart(node);
      }
    }
  }

  void restartCoordinator() throws IOException {
    deployment.coordinator().close();
    deployment.startCoordinator();
  }

  /** What a client is told, by a thread of its own. */
  CompletableFuture<String> ask(String sql) {
    return CompletableFuture.supplyAsync(
        () -> {
          try (Connection connection = DriverManager.getConnection(deployment.url());
              Statement statement = connection.createStatement();
              ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
          } catch (SQLException e) {
            return "error " + e.getSQLState() + " " + e.getMessage();
          }
        },
        task -> Thread.ofPlatform().start(task));
  }

  /**
   * All members have the same map of slots, and of the tables {@code parts} and {@code details} the
   * rows that are theirs by it.
   */
  void expectRowsOnOwners(int members) {
    String map = "SELECT moves || ' ' || owners::text FROM argosy.slot_map";
    for (int node = 0; node < members; node++) {
      assertThat(servers.ask(node, map)).isEqualTo(servers.ask(0, map));
      for (String key : List.of("parts.id", "details.part")) {
        assertThat(
                servers.ask(
                    node,
                    "SELECT count(*) FROM %s WHERE argosy.slot_owner(hashint4extended(%s, 0) & 1023)"
                            .formatted(key.split("\\.")[0], key)
                        + " <> argosy.own_position()"))
            .as(key + " on node " + node)
            .containsExactly("0");
      }
    }
  }
}
