package io.argosy.coordinator.transaction.deadlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.argosy.coordinator.testing.SharedCluster;
import io.argosy.planner.Planner;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Deadlocks of which a coordinator knows only one transaction. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(60)
class SeveralCoordinatorsTest {
  private String otherUrl;
  private int onSecondNode;
  private int onThirdNode;

  @BeforeAll
  void start() throws IOException, SQLException {
    otherUrl = SharedCluster.startCoordinator(new Planner()::plan) + "?user=postgres";
    try (Connection owner = SharedCluster.connect()) {
      SharedCluster.run(
          owner,
          "CREATE TABLE locked (id int PRIMARY KEY, value int)",
          "SELECT create_distributed_table('locked', 'id')",
          "INSERT INTO locked SELECT i, 0 FROM generate_series(1, 30) i");
    }
    onSecondNode = row(1);
    onThirdNode = row(2);
  }

  @AfterAll
  void stop() throws IOException, SQLException {
    try (Connection owner = SharedCluster.connect()) {
      SharedCluster.run(owner, "DROP TABLE locked");
    }
  }

  private static int row(int node) throws IOException, SQLException {
    return Integer.parseInt(SharedCluster.onNode(node, "SELECT min(id) FROM locked").getFirst());
  }

  private static String change(int row) {
    return "UPDATE locked SET value = value + 1 WHERE id = " + row;
  }

  /** What a statement fails with, once it has ended. */
  private static CompletableFuture<Optional<SQLException>> running(
      Connection connection, String statement) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            SharedCluster.run(connection, statement);
            return Optional.empty();
          } catch (SQLException e) {
            return Optional.of(e);
          }
        },
        Thread::startVirtualThread);
  }

  private void theYoungerOneEnds(String olderUrl, String youngerUrl) throws Exception {
    try (Connection older = DriverManager.getConnection(olderUrl);
        Connection younger = DriverManager.getConnection(youngerUrl)) {
      SharedCluster.run(older, "BEGIN", change(onSecondNode));
      SharedCluster.run(younger, "BEGIN", change(onThirdNode));
      var first = running(older, change(onThirdNode));
      var second = running(younger, change(onSecondNode));

      SQLException failure = second.get().orElseThrow();
      assertThat(failure.getSQLState()).isEqualTo("40P01");
      assertThat(failure.getMessage())
          .contains("deadlock detected", "On node node2 process", "On node node3 process");
      SharedCluster.run(younger, "ROLLBACK");
      assertThat(first.get()).isEmpty();
      SharedCluster.run(older, "COMMIT", "BEGIN", change(onSecondNode), "COMMIT");
    }
  }

  @Test
  void theYoungerOneEndsWhicheverCoordinatorItHas() throws Exception {
    String url = SharedCluster.url() + "?user=postgres";
    theYoungerOneEnds(url, otherUrl);
    theYoungerOneEnds(otherUrl, url);
  }

  @Test
  void oneThatIsOnANodeOnlyCanStandBetween() throws Exception {
    List<String> ids = SharedCluster.onNode(1, "SELECT id FROM locked ORDER BY id LIMIT 2");
    int another = Integer.parseInt(ids.getLast());
    try (Connection older = SharedCluster.connect();
        Connection younger = DriverManager.getConnection(otherUrl);
        Connection direct = SharedCluster.connectTo(1, "postgres")) {
      SharedCluster.run(older, "BEGIN", change(onSecondNode));
      SharedCluster.run(younger, "BEGIN", change(onThirdNode));
      SharedCluster.run(direct, "BEGIN", change(another));
      var first = running(older, change(onThirdNode));
      var between = running(direct, change(onSecondNode));
      var second = running(younger, change(another));

      assertThat(second.get().orElseThrow().getSQLState()).isEqualTo("40P01");
      SharedCluster.run(younger, "ROLLBACK");
      assertThat(first.get()).isEmpty();
      SharedCluster.run(older, "COMMIT");
      assertThat(between.get()).isEmpty();
      SharedCluster.run(direct, "ROLLBACK");
    }
  }

  @Test
  void whoWaitsNoMoreIsNotTold() throws Exception {
    String told = "SELECT count(DISTINCT number) FROM argosy.suspects WHERE node = 2";
    try (Connection one = SharedCluster.connect();
        Connection direct = SharedCluster.connectTo(2, "postgres")) {
      SharedCluster.run(direct, "BEGIN", change(onThirdNode));
      SharedCluster.run(one, "BEGIN", change(onSecondNode));
      var waiting = running(one, change(onThirdNode));
      await().untilAsserted(() -> assertThat(SharedCluster.onNode(0, told)).containsExactly("1"));
      SharedCluster.run(direct, "ROLLBACK");
      assertThat(waiting.get()).isEmpty();
      await().untilAsserted(() -> assertThat(SharedCluster.onNode(0, told)).containsExactly("0"));
      SharedCluster.run(one, "ROLLBACK");
    }
  }
}
