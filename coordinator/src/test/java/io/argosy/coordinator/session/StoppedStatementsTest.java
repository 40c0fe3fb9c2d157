package io.argosy.coordinator.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.argosy.coordinator.Coordinator;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.testing.SharedCluster;
import io.argosy.coordinator.transaction.barrier.SnapshotBarrier;
import io.argosy.node.Node;
import io.argosy.node.NodeSession;
import io.argosy.node.SessionOptions;
import io.argosy.node.local.EngineConfig;
import io.argosy.node.local.LocalNode;
import io.argosy.planner.Planner;
import java.io.IOException;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A cancel and a time limit end a statement at once, whatever it waits for. */
@Timeout(120)
@Isolated("what it measures needs the whole machine")
class StoppedStatementsTest {
  /** PostgreSQL takes a few milliseconds; a busy machine more. */
  private static final Duration AT_ONCE = Duration.ofSeconds(1);

  private static final SnapshotBarrier BARRIER = new SnapshotBarrier(true);
  private static final int BACKENDS = 3;
  private static String url;
  private static String crowdedUrl;
  private static List<Node> crowded;

  private Connection connection;

  @BeforeAll
  static void start() throws IOException, SQLException {
    Cluster shared = SharedCluster.nodes();
    url = SharedCluster.serve(new Coordinator(shared, new Planner()::plan, BARRIER));
    crowded = new ArrayList<>();
    for (int i = 0; i < shared.nodes().size(); i++) {
      crowded.add(crowded(i));
    }
    crowdedUrl =
        SharedCluster.serve(
            new Coordinator(
                new Cluster(crowded, shared.database(), shared.administrator()),
                new Planner()::plan,
                BARRIER));
    try (Connection setUp = SharedCluster.connect()) {
      SharedCluster.run(
          setUp,
          "CREATE TABLE stopped (id integer PRIMARY KEY, note text)",
          "SELECT create_distributed_table('stopped', 'id')",
          "INSERT INTO stopped SELECT i, 'as it was' FROM generate_series(1, 30) i");
    }
  }

  /** A node in this process with few backends, for which one waits a minute. */
  private static Node crowded(int node) throws IOException, SQLException {
    URI server;
    try (Connection direct = SharedCluster.connectTo(node, "postgres")) {
      server = URI.create(direct.getMetaData().getURL().substring("jdbc:".length()));
    }
    return new LocalNode(
        EngineConfig.of(
                SharedCluster.nodes().nodes().get(node).name(), "127.0.0.1", server.getPort())
            .withMaxConnections(BACKENDS, Duration.ofMinutes(1)));
  }

  @AfterAll
  static void stop() throws Exception {
    try (Connection tearDown = SharedCluster.connect()) {
      SharedCluster.run(tearDown, "DROP TABLE stopped");
    }
  }

  @BeforeEach
  void connect() throws SQLException {
    connection = DriverManager.getConnection(url + "?user=postgres");
  }

  @AfterEach
  void disconnect() throws SQLException {
    SharedCluster.run(connection, "ROLLBACK");
    assertThat(SharedCluster.rows(connection, "SELECT DISTINCT note FROM stopped"))
        .containsExactly("as it was");
    connection.close();
  }

  /** What a statement waits for; closing lets it go on. */
  private interface Obstacle {
    AutoCloseable begin() throws Exception;
  }

  /**
   * A statement that waits.
   *
   * @param before what the session does first
   */
  private record Phase(String name, Obstacle obstacle, List<String> before, String statement) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Phase> phases() {
    return List.of(
        new Phase(
            "commits, before a read", BARRIER::commit, List.of(), "SELECT count(*) FROM stopped"),
        new Phase(
            "commits, before a moving read",
            BARRIER::commit,
            List.of(),
            "SELECT count(*) FROM stopped a JOIN stopped b ON a.note = b.note"),
        new Phase(
            "commits, before the snapshots of a transaction",
            BARRIER::commit,
            List.of("BEGIN ISOLATION LEVEL REPEATABLE READ"),
            "SELECT count(*) FROM stopped"),
        new Phase(
            "snapshots, before a commit of several nodes",
            BARRIER::takeSnapshots,
            List.of("BEGIN", "UPDATE stopped SET note = 'changed'"),
            "COMMIT"),
        new Phase(
            "snapshots, before a commit of one node",
            BARRIER::takeSnapshots,
            List.of("BEGIN", "UPDATE stopped SET note = 'changed' WHERE id = 1"),
            "COMMIT"),
        new Phase(
            "snapshots, before an implicit commit",
            BARRIER::takeSnapshots,
            List.of(),
            "UPDATE stopped SET note = 'changed'"),
        new Phase(
            "a lock of the home node, while it is described",
            () -> locked(0, "ACCESS EXCLUSIVE"),
            List.of(),
            "SELECT id FROM stopped"),
        new Phase(
            "a lock of another node, where it runs",
            () -> locked(1, "ACCESS EXCLUSIVE"),
            List.of(),
            "SELECT id FROM stopped"),
        new Phase(
            "a lock of another node, where a transaction's part runs",
            () -> locked(1, "ACCESS EXCLUSIVE"),
            List.of("BEGIN", "UPDATE stopped SET note = 'changed' WHERE id = 1"),
            "SELECT count(*) FROM stopped a JOIN stopped b ON a.note = b.note"),
        new Phase(
            "a lock of another node, for a definition",
            () -> locked(2, "ACCESS SHARE"),
            List.of(),
            "ALTER TABLE stopped ADD more text"),
        new Phase(
            "a lock of another node, for an index",
            () -> locked(2, "ROW EXCLUSIVE"),
            List.of(),
            "CREATE INDEX ON stopped (note)"),
        new Phase(
            "a lock of another node, for TRUNCATE",
            () -> locked(2, "ACCESS SHARE"),
            List.of(),
            "TRUNCATE stopped"),
        new Phase(
            "a row of another node",
            () -> rowsLocked(1),
            List.of(),
            "UPDATE stopped SET note = 'changed'"),
        new Phase(
            "a row of another node, to be found out by a moving change",
            () -> rowsLocked(1),
            List.of(),
            "UPDATE stopped a SET note = 'changed' FROM stopped b WHERE b.note = a.note"),
        new Phase(
            "time, in fragments",
            StoppedStatementsTest::nothing,
            List.of(),
            "SELECT count(*) FROM stopped WHERE pg_sleep(10 + id * 0) IS NULL"),
        new Phase(
            "time, in a move",
            StoppedStatementsTest::nothing,
            List.of(),
            "SELECT count(*) FROM stopped a JOIN stopped b ON a.id = length(b.note)"
                + " WHERE pg_sleep(10 + b.id * 0) IS NOT NULL"),
        new Phase(
            "time, where it is gathered",
            StoppedStatementsTest::nothing,
            List.of(),
            "SELECT count(*), pg_sleep(10 + count(*) * 0) FROM stopped"),
        new Phase(
            "time, on the home node",
            StoppedStatementsTest::nothing,
            List.of(),
            "SELECT pg_sleep(10)"),
        new Phase(
            "time, in CREATE TABLE AS",
            StoppedStatementsTest::nothing,
            List.of(),
            "CREATE TABLE stopped_copy AS SELECT count(*) FROM stopped"
                + " HAVING pg_sleep(10 + count(*) * 0) IS NOT NULL"),
        new Phase(
            "time, in EXPLAIN ANALYZE",
            StoppedStatementsTest::nothing,
            List.of(),
            "EXPLAIN ANALYZE SELECT count(*) FROM stopped WHERE pg_sleep(10 + id * 0) IS NULL"));
  }

  private static AutoCloseable nothing() {
    return () -> {};
  }

  private static AutoCloseable locked(int node, String mode) throws Exception {
    return holding(node, "LOCK TABLE stopped IN " + mode + " MODE");
  }

  private static AutoCloseable rowsLocked(int node) throws Exception {
    return holding(node, "SELECT FROM stopped FOR UPDATE");
  }

  private static AutoCloseable holding(int node, String statement) throws Exception {
    Connection holder = SharedCluster.connectTo(node, "postgres");
    SharedCluster.run(holder, "BEGIN", statement);
    return holder;
  }

  @ParameterizedTest
  @MethodSource("phases")
  void aCancelEndsIt(Phase phase) throws Exception {
    SharedCluster.run(connection, phase.before().toArray(String[]::new));
    try (AutoCloseable obstacle = phase.obstacle().begin();
        Statement statement = connection.createStatement()) {
      String sql = phase.statement() + " -- cancelled";
      CompletableFuture<SQLException> failure = failure(() -> statement.execute(sql));
      TimeUnit.MILLISECONDS.sleep(500);
      assertThat(failure).isNotDone();

      long start = System.nanoTime();
      statement.cancel();
      SQLException told = failure.get(20, TimeUnit.SECONDS);
      assertThat(Duration.ofNanos(System.nanoTime() - start)).as("%s", told).isLessThan(AT_ONCE);
      assertThat(told.getMessage()).contains("canceling statement due to user request");
      assertThat(told.getSQLState()).isEqualTo("57014");
    }
  }

  @ParameterizedTest
  @MethodSource("phases")
  void aTimeLimitEndsIt(Phase phase) throws Exception {
    SharedCluster.run(connection, "SET statement_timeout = '500ms'");
    SharedCluster.run(connection, phase.before().toArray(String[]::new));
    try (AutoCloseable obstacle = phase.obstacle().begin();
        Statement statement = connection.createStatement()) {
      String sql = phase.statement() + " -- limited";
      long start = System.nanoTime();
      SQLException told = failure(() -> statement.execute(sql)).get(20, TimeUnit.SECONDS);
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .as("%s", told)
          .isBetween(Duration.ofMillis(490), Duration.ofMillis(500).plus(AT_ONCE));
      assertThat(told.getMessage()).contains("canceling statement due to statement timeout");
      assertThat(told.getSQLState()).isEqualTo("57014");
    } finally {
      SharedCluster.run(connection, "ROLLBACK", "RESET statement_timeout");
    }
  }

  /** Nobody else is to wait for a lost client's locks. */
  @ParameterizedTest
  @MethodSource("phases")
  void aLostClientEndsIt(Phase phase) throws Exception {
    try (Connection lost =
        DriverManager.getConnection(url + "?user=postgres&ApplicationName=lost_client")) {
      SharedCluster.run(lost, phase.before().toArray(String[]::new));
      try (AutoCloseable obstacle = phase.obstacle().begin();
          Statement statement = lost.createStatement()) {
        String sql = phase.statement() + " -- lost";
        failure(() -> statement.execute(sql));
        TimeUnit.MILLISECONDS.sleep(500);

        lost.abort(Runnable::run);
        await()
            .atMost(Duration.ofSeconds(4))
            .untilAsserted(() -> assertThat(workingForLostClients()).containsOnly("0"));
      }
    }
    // As with PostgreSQL, it may have reached its end all the same.
    SharedCluster.run(connection, "UPDATE stopped SET note = 'as it was'");
  }

  private static List<String> workingForLostClients() throws IOException, SQLException {
    List<String> found = new ArrayList<>();
    SharedCluster.onNodes(
            "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'lost_client'"
                + " AND state <> 'idle'")
        .forEach(found::addAll);
    return found;
  }

  static List<Arguments> nodesAndStatements() {
    List<String> statements =
        List.of("SELECT 1", "SELECT count(*) FROM stopped", "UPDATE stopped SET note = 'changed'");
    List<Arguments> all = new ArrayList<>();
    for (int node = 0; node < BACKENDS; node++) {
      for (String statement : statements) {
        all.add(Arguments.of(node, statement));
      }
    }
    return all.stream()
        .filter(a -> !(a.get()[1].equals("SELECT 1") && !a.get()[0].equals(0)))
        .toList();
  }

  /** All backends of a node are in use. */
  @ParameterizedTest
  @MethodSource("nodesAndStatements")
  void whoWaitsForABackendCanBeStopped(int node, String sql) throws Exception {
    Cluster shared = SharedCluster.nodes();
    SessionOptions options =
        new SessionOptions(shared.database(), shared.administrator(), Map.of());
    try (Connection waiting = DriverManager.getConnection(crowdedUrl + "?user=postgres")) {
      SharedCluster.rows(waiting, "SELECT count(*) FROM stopped");
      SharedCluster.run(waiting, "SET statement_timeout = '500ms'");
      List<NodeSession> all = new ArrayList<>();
      while (all.size() + (node == 0 ? 1 : 0) < BACKENDS) {
        all.add(crowded.get(node).open(options));
      }
      try (Statement statement = waiting.createStatement()) {
        long start = System.nanoTime();
        SQLException told = failure(() -> statement.execute(sql)).get(20, TimeUnit.SECONDS);
        assertThat(told.getMessage()).contains("canceling statement due to statement timeout");
        assertThat(Duration.ofNanos(System.nanoTime() - start))
            .isLessThan(Duration.ofMillis(500).plus(AT_ONCE));
      } finally {
        all.forEach(NodeSession::close);
      }
      assertThat(SharedCluster.rows(waiting, "SELECT count(*) FROM stopped")).containsExactly("30");
    }
  }

  /** PostgreSQL gives a transaction what it has locked already, whoever else waits for that. */
  @Test
  void aTransactionDoesNotWaitBehindWhoWaitsForIt() throws Exception {
    SharedCluster.run(connection, "BEGIN", "SELECT count(*) FROM stopped WHERE id = 7");
    SharedCluster.run(connection, "UPDATE stopped SET note = note");
    try (Connection other = SharedCluster.connectTo(0, "postgres")) {
      Thread locking = Thread.ofVirtual().start(() -> lockAndLeave(other));
      await()
          .until(
              () -> !SharedCluster.onNode(0, "SELECT FROM pg_locks WHERE NOT granted").isEmpty());
      assertThat(SharedCluster.rows(connection, "SELECT min(id), max(id) FROM stopped"))
          .containsExactly("1|30");
      assertThat(locking.isAlive()).isTrue();
      SharedCluster.run(connection, "ROLLBACK");
      assertThat(locking.join(Duration.ofSeconds(20))).isTrue();
    }
  }

  private static void lockAndLeave(Connection other) {
    try {
      SharedCluster.run(other, "BEGIN; LOCK TABLE stopped IN ACCESS EXCLUSIVE MODE; ROLLBACK");
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static CompletableFuture<SQLException> failure(Callable<?> statement) {
    CompletableFuture<SQLException> failure = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                statement.call();
                failure.completeExceptionally(new AssertionError("it did not fail"));
              } catch (SQLException e) {
                failure.complete(e);
              } catch (Exception | Error e) {
                failure.completeExceptionally(e);
              }
            });
    return failure;
  }
}
