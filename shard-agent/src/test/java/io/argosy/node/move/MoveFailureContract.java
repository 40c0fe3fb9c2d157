package io.argosy.node.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.argosy.agent.testing.MoveCluster;
import io.argosy.agent.testing.PostgresServer;
import io.argosy.agent.testing.Stage;
import io.argosy.node.MoveLimit;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.Routing;
import io.argosy.node.TextResult;
import io.argosy.node.local.EngineConfig;
import io.argosy.node.local.LocalNode;
import io.argosy.protocol.message.PostgresError;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What goes wrong in the middle of a move among the nodes north, south and west. Nobody may then go
 * on, and nothing may be left.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class MoveFailureContract {
  static final int NODES = 3;
  static final String COLUMNS = "a int8, b text";

  /** Rows for all nodes. */
  static final String QUICK =
      "SELECT g::int8, repeat('x', 100), (g % 3)::int4 FROM generate_series(1, 20000) g";

  /** The same, and then nothing for a minute: much longer than anyone may wait for a failure. */
  static final String SLOW = QUICK + " UNION ALL SELECT 0, pg_sleep(60)::text, 0";

  /** How soon everyone must have stopped. */
  private static final Duration PROMPTLY = Duration.ofSeconds(20);

  private static final long NO_LIMIT = Long.MAX_VALUE;

  @TempDir private Path directory;
  MoveCluster cluster;
  private LocalNode observers;
  private NodeSession observer;

  /** Adds the three nodes. */
  abstract void addNodes(MoveCluster empty);

  @BeforeEach
  void start() {
    cluster = new MoveCluster(directory, 64 * 1024);
    addNodes(cluster);
    observers = new LocalNode(EngineConfig.of("observer", "127.0.0.1", PostgresServer.port()));
    observer = observers.open(MoveCluster.OPTIONS);
  }

  @AfterEach
  void nothingIsLeft() {
    observer.close();
    observers.close();
    try (MoveCluster ending = cluster) {
      ending.assertNothingLeft();
    }
  }

  Stage stage() {
    Stage stage = new Stage(cluster.nodes(), COLUMNS);
    stage.openInboxes(NODES, NODES, NO_LIMIT);
    return stage;
  }

  /** Waits until so many nodes have sent rows and are in the middle of {@link #SLOW}. */
  private void awaitSlow(int count) {
    awaitActivity("query LIKE '%UNION ALL SELECT 0, pg_sleep%' AND wait_event = 'PgSleep'", count);
  }

  /** Waits until so many nodes have sent their rows and wait for more to load. */
  private void awaitLoading(int count) {
    awaitActivity("query LIKE 'COPY %' AND state = 'active' AND wait_event = 'ClientRead'", count);
  }

  /** All nodes but one are in the middle of {@link #SLOW}; that one waits for their rows. */
  List<CompletableFuture<Stage.Outcome>> startAllSlowBut(int quick, Stage stage) {
    List<CompletableFuture<Stage.Outcome>> running =
        stage.start(node -> node == quick ? QUICK : SLOW, Routing.BY_LAST_COLUMN);
    awaitSlow(NODES - 1);
    awaitLoading(1);
    return running;
  }

  private void awaitActivity(String condition, int count) {
    String sql =
        "SELECT count(*) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND " + condition;
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> TextResult.run(observer, sql).single().equals(String.valueOf(count)));
  }

  void terminate(String pid) {
    TextResult.run(observer, "SELECT pg_terminate_backend(" + pid + ")");
  }

  static String pid(Stage stage, int node) {
    return stage.ask(node, "SELECT pg_backend_pid()").getFirst();
  }

  /** The errors with which all nodes end, soon. */
  static List<PostgresError> failures(List<CompletableFuture<Stage.Outcome>> running) {
    return running.stream()
        .map(
            node -> {
              assertThat(node).succeedsWithin(PROMPTLY);
              assertThat(node.join().failure()).isNotNull();
              return node.join().failure().error();
            })
        .toList();
  }

  static void assertAll(List<PostgresError> errors, String sqlState, String node) {
    assertThat(errors)
        .allSatisfy(
            error -> {
              assertThat(error.sqlState()).isEqualTo(sqlState);
              assertThat(error.message() + error.fields().get('W'))
                  .contains("node \"" + node + "\"");
            });
  }

  private static void assertOthersNameSouth(List<PostgresError> errors) {
    for (int other : new int[] {0, 2}) {
      assertThat(errors.get(other).fields().get('W')).contains("rows moved from node \"south\"");
    }
  }

  @Test
  void moreThanTheLimitStopsEveryone() {
    try (Stage stage = new Stage(cluster.nodes(), COLUMNS)) {
      stage.openInboxes(NODES, NODES, 1_000_000);
      // 2 MB from each of three, and then a minute without any.
      List<PostgresError> errors = failures(stage.start(node -> SLOW, Routing.TO_ALL));
      assertThat(errors)
          .allSatisfy(
              error -> {
                assertThat(MoveLimit.isExceeded(error)).isTrue();
                assertThat(error.message()).contains("1000000 bytes");
              });
    }
  }

  @Test
  void asMuchAsTheLimitIsTaken() {
    // int16, int32 and int8, for 100 rows from each of three.
    long bytes = 3 * 100 * (2 + 4 + 8);
    for (long limit : new long[] {bytes, bytes - 1}) {
      try (Stage stage = new Stage(cluster.nodes(), "a int8")) {
        stage.openInboxes(1, NODES, limit);
        List<Stage.Outcome> outcomes =
            stage.run(node -> "SELECT generate_series(1, 100)::int8", Routing.TO_ALL);
        assertThat(outcomes.stream().anyMatch(outcome -> outcome.failure() != null))
            .isEqualTo(limit < bytes);
      }
    }
  }

  @Test
  void anErrorOfALateRowIsEveryonesError() {
    try (Stage stage = stage()) {
      List<PostgresError> errors =
          failures(
              stage.start(
                  node ->
                      node == 1
                          ? "SELECT g::int8, (1 / (200000 - g))::text, (g % 3)::int4"
                              + " FROM generate_series(1, 300000) g"
                          : QUICK,
                  Routing.BY_LAST_COLUMN));
      assertThat(errors).extracting(PostgresError::message).containsOnly("division by zero");
      assertOthersNameSouth(errors);
    }
  }

  @Test
  void aSyntaxErrorIsEveryonesError() {
    try (Stage stage = stage()) {
      List<PostgresError> errors =
          failures(stage.start(node -> node == 1 ? "SELEC 1" : SLOW, Routing.BY_LAST_COLUMN));
      assertThat(errors).extracting(PostgresError::sqlState).containsOnly("42601");
    }
  }

  @Test
  void aSenderWhoseBackendDiesIsNamed() {
    try (Stage stage = stage()) {
      String pid = pid(stage, 1);
      List<CompletableFuture<Stage.Outcome>> running = startAllSlowBut(2, stage);
      terminate(pid);
      assertAll(failures(running), "08006", "south");
    }
  }

  @Test
  void aLoadWhoseBackendDiesStopsTheSenders() {
    try (Stage stage = stage()) {
      String pid = pid(stage, 0);
      List<CompletableFuture<Stage.Outcome>> running = startAllSlowBut(0, stage);
      terminate(pid);
      assertAll(failures(running), "08006", "north");
    }
  }

  @Test
  void aTableThatDoesNotTakeTheRowsStopsTheSenders() {
    Map<Routing, String> expected =
        Map.of(Routing.TO_ALL, "22P04", Routing.BY_LAST_COLUMN, "23514");
    expected.forEach(
        (routing, sqlState) -> {
          try (Stage stage = stage()) {
            TextResult.run(stage.session(0), "ALTER TABLE moved ADD CHECK (a <> 17001)");
            List<PostgresError> errors =
                failures(
                    stage.start(
                        node -> node == 0 ? QUICK : SLOW.replace("(g % 3)", "(0)"), routing));
            assertThat(errors).extracting(PostgresError::sqlState).containsOnly(sqlState);
          }
        });
  }

  @Test
  void aCancelledSendEndsBothSides() {
    try (Stage stage = stage()) {
      List<CompletableFuture<Stage.Outcome>> running = startAllSlowBut(2, stage);
      stage.session(1).cancel();
      List<PostgresError> errors = failures(running);
      assertThat(errors).allSatisfy(error -> assertThat(error.sqlState()).isEqualTo("57014"));
      assertOthersNameSouth(errors);
    }
  }

  @Test
  void aCancelledLoadEndsBothSides() {
    try (Stage stage = stage()) {
      List<CompletableFuture<Stage.Outcome>> running = startAllSlowBut(2, stage);
      stage.session(2).cancel();
      assertThat(failures(running))
          .allSatisfy(error -> assertThat(error.sqlState()).isEqualTo("57014"));
    }
  }

  @Test
  void aSessionClosedInTheMiddleEndsBothSides() {
    for (int closed = 1; closed <= 2; closed++) {
      try (Stage stage = stage()) {
        List<CompletableFuture<Stage.Outcome>> running = startAllSlowBut(2, stage);
        stage.session(closed).close();
        assertThat(failures(running))
            .allSatisfy(error -> assertThat(error.sqlState()).isEqualTo("57014"));
      }
    }
  }

  @Test
  void anInboxClosedInTheMiddleStopsTheSenders() {
    try (Stage stage = stage()) {
      List<CompletableFuture<Stage.Outcome>> running =
          stage.start(node -> SLOW, Routing.BY_LAST_COLUMN);
      awaitSlow(NODES);
      stage.inbox(1).close();
      assertAll(failures(running), "57014", "south");
    }
  }

  @Test
  void rowsThatNobodyLoadsEndWithTheirSession() {
    try (Stage stage = new Stage(cluster.nodes(), COLUMNS)) {
      stage.openInboxes(NODES, 2, NO_LIMIT);
      stage
          .session(0)
          .send(
              Request.Extended.of(QUICK, 1),
              Routing.TO_ALL,
              List.of(stage.inbox(0), stage.inbox(1), stage.inbox(2)));
    }
  }
}
