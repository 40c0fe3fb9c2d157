package io.argosy.coordinator.transaction.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.argosy.coordinator.Coordinator;
import io.argosy.coordinator.testing.Recovered;
import io.argosy.coordinator.testing.SharedCluster;
import io.argosy.coordinator.transaction.barrier.SnapshotBarrier;
import io.argosy.coordinator.transaction.commit.CommitObserver;
import io.argosy.coordinator.transaction.commit.CommitObserver.Point;
import io.argosy.planner.Planner;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of transactions whose coordinator died, without killing anything. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RecoveryTest {
  private Coordinator coordinator;
  private Connection connection;

  @BeforeAll
  void start() throws IOException, SQLException {
    coordinator =
        new Coordinator(SharedCluster.nodes(), new Planner()::plan, new SnapshotBarrier(true));
    connection = SharedCluster.connect();
    SharedCluster.run(
        connection,
        "CREATE ROLE cashier LOGIN",
        "CREATE TABLE deposits (id int PRIMARY KEY, amount int NOT NULL)",
        "CREATE TABLE prices (id int PRIMARY KEY, price int)",
        "SELECT create_distributed_table('deposits', 'id')",
        "SELECT create_reference_table('prices')",
        "GRANT ALL ON deposits, prices TO cashier");
  }

  @BeforeEach
  void fill() throws SQLException {
    SharedCluster.run(
        connection,
        "DELETE FROM deposits",
        // A row that was prepared on one node only is there on this node only.
        "TRUNCATE prices",
        "INSERT INTO deposits SELECT i, 100 FROM generate_series(1, 30) i");
  }

  @AfterEach
  void leaveNothing() {
    Recovered.untilNothingIsLeft(coordinator);
  }

  @AfterAll
  void stop() throws SQLException {
    SharedCluster.run(connection, "DROP TABLE deposits, prices", "DROP ROLE cashier");
    connection.close();
    coordinator.close();
  }

  @Test
  void endsWhatADeadCoordinatorHasLeft() throws Exception {
    long dead = Long.MAX_VALUE;
    String id = SharedCluster.onNode(1, "SELECT min(id) FROM deposits").getFirst();
    try (Connection home = SharedCluster.connectTo(0, "postgres");
        Connection other = SharedCluster.connectTo(1, "cashier")) {
      enterAlive(home, dead);
      prepare("argosy_" + dead + "_1_cashier", "UPDATE deposits SET amount = 7 WHERE id = " + id);
      prepare("argosy_" + dead + "_2_cashier", "INSERT INTO prices VALUES (2, 2)");
      prepare("another", "INSERT INTO prices VALUES (3, 3)");
      try {
        SharedCluster.run(
            home,
            "INSERT INTO argosy.commit_records VALUES ('argosy_" + dead + "_1_cashier')",
            // Until it has been looked at, the recoveries of the other coordinators wait.
            "BEGIN",
            "LOCK TABLE argosy.coordinators IN SHARE MODE",
            "SELECT pg_advisory_unlock(" + dead + ")");
        assertThat(
                SharedCluster.rows(
                    connection,
                    "SELECT coordinator_alive, decision FROM argosy.transactions ORDER BY gid"))
            .containsExactly("f|committed", "f|null");
        SharedCluster.run(home, "COMMIT");

        Recovered.untilNothingIsLeft(coordinator);

        assertThat(SharedCluster.onNode(1, "SELECT gid FROM pg_prepared_xacts"))
            .containsExactly("another");
        assertThat(SharedCluster.onNode(1, "SELECT amount FROM deposits WHERE id = " + id))
            .containsExactly("7");
        assertThat(SharedCluster.onNode(1, "SELECT id FROM prices")).isEmpty();
        assertThat(SharedCluster.onNode(0, "SELECT FROM argosy.coordinators WHERE id = " + dead))
            .isEmpty();
      } finally {
        SharedCluster.run(other, "ROLLBACK PREPARED 'another'");
      }
    }
  }

  /** Enters a coordinator on the home node that lives until its advisory lock is released. */
  private static void enterAlive(Connection home, long id) throws SQLException {
    SharedCluster.run(
        home,
        "SELECT pg_advisory_lock(" + id + ")",
        "INSERT INTO argosy.coordinators VALUES (" + id + ")");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ALTER ROLE leaver NOLOGIN",
        "ALTER ROLE leaver CONNECTION LIMIT 0",
        "REVOKE CONNECT ON DATABASE argosy FROM public"
      })
  void endsWhatARoleHasLeftThatCannotLogInAnyMore(String leaving) throws Exception {
    long dead = Long.MAX_VALUE;
    SharedCluster.run(connection, "CREATE ROLE leaver LOGIN", "GRANT ALL ON prices TO leaver");
    try (Connection node = SharedCluster.connectTo(1, "postgres")) {
      prepare("leaver", "argosy_" + dead + "_1_leaver", "INSERT INTO prices VALUES (5, 5)");
      SharedCluster.run(node, leaving);
      try {
        Recovered.untilNothingIsLeft(coordinator);

        assertThat(SharedCluster.onNode(1, "SELECT id FROM prices")).isEmpty();
      } finally {
        SharedCluster.run(node, "GRANT CONNECT ON DATABASE argosy TO public");
      }
    } finally {
      SharedCluster.run(connection, "REVOKE ALL ON prices FROM leaver", "DROP ROLE leaver");
    }
  }

  @Test
  void servesWhenAKilledCoordinatorIsSeenToBeDead() throws Exception {
    // Records of tests before are kept for a while.
    long killed = Long.MAX_VALUE - 1;
    AtomicInteger looks = new AtomicInteger();
    CompletableFuture<Void> secondLook = new CompletableFuture<>();
    CompletableFuture<Void> unlocked = new CompletableFuture<>();
    CommitObserver observer =
        (point, gid, node) -> {
          if (point == Point.RECOVERY_BEFORE_FENCING && looks.incrementAndGet() == 2) {
            secondLook.complete(null);
            unlocked.join();
          }
        };
    try (Connection lock = SharedCluster.connectTo(0, "postgres")) {
      enterAlive(lock, killed);
      prepare("argosy_" + killed + "_1_cashier", "INSERT INTO prices VALUES (4, 4)");
      SharedCluster.run(
          lock, "INSERT INTO argosy.commit_records VALUES ('argosy_" + killed + "_1_cashier')");

      CompletableFuture<List<String>> preparedWhenItServes =
          CompletableFuture.supplyAsync(
              () -> preparedAfterStart(observer), Thread::startVirtualThread);
      CompletableFuture.anyOf(secondLook, preparedWhenItServes).join();
      SharedCluster.run(lock, "SELECT pg_advisory_unlock(" + killed + ")");
      unlocked.complete(null);

      assertThat(preparedWhenItServes.join()).isEmpty();
    }
    assertThat(SharedCluster.onNode(1, "SELECT id FROM prices")).containsExactly("4");
  }

  /** Another coordinator may ask for what a moment ago was not seen on all nodes. */
  @Test
  @Tag("slow")
  void keepsRecordsForOthersAWhile() throws Exception {
    String recorded = "SELECT gid FROM argosy.commit_records WHERE gid LIKE '%_1_unprepared'";
    try (Connection home = SharedCluster.connectTo(0, "postgres")) {
      SharedCluster.run(
          home,
          "INSERT INTO argosy.commit_records VALUES ('argosy_"
              + Long.MAX_VALUE
              + "_1_unprepared')");
    }
    long start = System.nanoTime();
    coordinator.transactions().recover();
    coordinator.transactions().recover();
    assertThat(SharedCluster.onNode(0, recorded)).hasSize(1);
    await()
        .atMost(Duration.ofMinutes(1))
        .pollInterval(Duration.ofSeconds(1))
        .untilAsserted(
            () -> {
              coordinator.transactions().recover();
              assertThat(SharedCluster.onNode(0, recorded)).isEmpty();
            });
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(CommitsElsewhere.KEPT);
  }

  private static List<String> preparedAfterStart(CommitObserver observer) {
    try (Coordinator started =
        new Coordinator(
            SharedCluster.nodes(), new Planner()::plan, new SnapshotBarrier(true), observer)) {
      return SharedCluster.onNode(1, Recovered.PREPARED);
    } catch (IOException | SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void prepare(String gid, String statement) throws IOException, SQLException {
    prepare("cashier", gid, statement);
  }

  private static void prepare(String role, String gid, String statement)
      throws IOException, SQLException {
    try (Connection owner = SharedCluster.connectTo(1, role)) {
      SharedCluster.run(owner, "BEGIN", statement, "PREPARE TRANSACTION '" + gid + "'");
    }
  }
}
