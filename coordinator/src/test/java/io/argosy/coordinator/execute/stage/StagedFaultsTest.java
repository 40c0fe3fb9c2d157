package io.argosy.coordinator.execute.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.argosy.coordinator.testing.PlannedCoordinator;
import io.argosy.coordinator.testing.SharedCluster;
import io.argosy.coordinator.testing.Templates;
import io.argosy.planner.plan.Merge;
import io.argosy.planner.plan.Plan;
import io.argosy.planner.plan.Stage;
import io.argosy.planner.plan.Stage.Movement;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a statement that is stopped in the middle of a move, and of what it had made. */
@Timeout(120)
class StagedFaultsTest {
  private static final PlannedCoordinator COORDINATOR = new PlannedCoordinator();
  private static final String SQL = "SELECT count(*) FROM sleepers";
  private static final String SLEEPING =
      " FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND pid <> pg_backend_pid()";

  private Connection connection;

  @BeforeEach
  void connect() throws IOException, SQLException {
    connection = COORDINATOR.connect();
    SharedCluster.run(
        connection,
        "CREATE TABLE sleepers (id integer PRIMARY KEY, note text)",
        "SELECT create_distributed_table('sleepers', 'id')",
        "INSERT INTO sleepers SELECT i, repeat('x', 2000) FROM generate_series(1, 3000) i");
  }

  @AfterEach
  void disconnect() throws SQLException {
    COORDINATOR.forget();
    SharedCluster.run(connection, "ROLLBACK", "DROP TABLE sleepers");
    connection.close();
  }

  /**
   * What is stopped.
   *
   * @param read whether the rows are then moved to every node, so that no node waits for another
   *     one between the two
   */
  private record Slow(Movement movement, boolean read) {}

  static Stream<Arguments> movesInAndOutsideATransaction() {
    return Stream.of(
            new Slow(new Movement.Broadcast(), false),
            new Slow(new Movement.BroadcastToOthers(), false),
            new Slow(new Movement.Repartition(0, "integer"), false),
            new Slow(new Movement.Gather(), false),
            new Slow(new Movement.Keep(), false),
            new Slow(new Movement.Keep(), true))
        .flatMap(move -> Stream.of(Arguments.of(move, false), Arguments.of(move, true)));
  }

  /** Sends many rows at once and then one every tenth of a second. */
  private static Plan plan(Slow slow) {
    return plan(
        slow,
        "SELECT id, note FROM sleepers WHERE id < 2900 OR pg_sleep(0.1 + id * 0) IS NOT NULL");
  }

  private static Plan plan(Slow slow, String query) {
    List<Stage> stages = new ArrayList<>();
    stages.add(stage("before", "SELECT id FROM sleepers", new Movement.Broadcast()));
    stages.add(stage("moved", query, slow.movement()));
    if (slow.read()) {
      stages.add(stage("after", "SELECT id FROM pg_temp.moved", new Movement.Broadcast()));
    }
    return new Plan.Staged(
        stages,
        new Plan.Last.Merged(
            Templates.of("SELECT count(*) FROM pg_temp.before"),
            new Merge.Finish(
                Templates.of("SELECT sum(count)::bigint AS count FROM pg_temp.argosy_partial"))),
        List.of(),
        List.of(),
        "",
        List.of());
  }

  private static Stage stage(String table, String query, Movement movement) {
    return new Stage(
        table,
        Templates.of(query),
        new Stage.Source.EveryNode(),
        movement,
        List.of(List.of("id")),
        List.of(),
        List.of("id"),
        3000,
        2004,
        "rows of sleepers");
  }

  /** Starts the statement and waits until all nodes are in the middle of its second stage. */
  private CompletableFuture<SQLException> begin(
      Statement statement, Slow slow, boolean inTransaction) throws SQLException {
    COORDINATOR.answer(SQL, plan(slow));
    if (inTransaction) {
      SharedCluster.run(connection, "BEGIN", "UPDATE sleepers SET note = note WHERE id = 1");
    }
    CompletableFuture<SQLException> failure = started(statement);
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                SharedCluster.onNodes("SELECT count(*)" + SLEEPING).stream()
                    .noneMatch(List.of("0")::equals));
    return failure;
  }

  /** The failure of the statement, which runs. */
  private static CompletableFuture<SQLException> started(Statement statement) {
    CompletableFuture<SQLException> failure = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                statement.execute(SQL);
                failure.complete(new SQLException("the statement did not fail"));
              } catch (SQLException e) {
                failure.complete(e);
              }
            });
    return failure;
  }

  private static void expectNothingLeft() {
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () -> {
              assertThat(SharedCluster.leasedBackends()).isZero();
              assertThat(
                      SharedCluster.onNodes(
                          "SELECT relname FROM pg_class WHERE relpersistence = 't'"))
                  .allMatch(List::isEmpty);
              assertThat(
                      SharedCluster.onNodes(
                          "SELECT query FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
                              + " AND backend_type = 'client backend' AND state <> 'idle'"))
                  .allMatch(List::isEmpty);
            });
  }

  private void expectUsable(boolean inTransaction) throws SQLException {
    if (inTransaction) {
      SharedCluster.run(connection, "ROLLBACK");
    }
    expectNothingLeft();
    assertThat(SharedCluster.rows(connection, "SELECT count(*) FROM sleepers WHERE id < 10"))
        .containsExactly("9");
  }

  @ParameterizedTest
  @MethodSource("movesInAndOutsideATransaction")
  void aCancelStopsTheMove(Slow slow, boolean inTransaction) throws Exception {
    try (Statement statement = connection.createStatement()) {
      CompletableFuture<SQLException> failure = begin(statement, slow, inTransaction);
      statement.cancel();
      assertThat(failure.get(20, TimeUnit.SECONDS).getSQLState()).isEqualTo("57014");
    }
    expectUsable(inTransaction);
  }

  @ParameterizedTest
  @MethodSource("movesInAndOutsideATransaction")
  void aBackendThatIsTerminatedEndsTheStatementEverywhere(Slow slow, boolean inTransaction)
      throws Exception {
    try (Statement statement = connection.createStatement()) {
      CompletableFuture<SQLException> failure = begin(statement, slow, inTransaction);
      SharedCluster.onNode(1, "SELECT pg_terminate_backend(pid)" + SLEEPING);
      SQLException told = failure.get(20, TimeUnit.SECONDS);
      assertThat(told.getSQLState()).isIn("57P01", "08006");
      assertThat(told.getMessage()).contains("node2");
    }
    expectUsable(inTransaction);
  }

  @ParameterizedTest
  @MethodSource("movesInAndOutsideATransaction")
  void aClientThatGoesAwayLeavesNothing(Slow slow, boolean inTransaction) throws Exception {
    try (Statement statement = connection.createStatement()) {
      CompletableFuture<SQLException> failure = begin(statement, slow, inTransaction);
      connection.abort(Runnable::run);
      failure.get(20, TimeUnit.SECONDS);
    }
    expectNothingLeft();
    connection = COORDINATOR.connect();
  }

  /**
   * The node that has row 1 fails while the others are far from done, or have not begun, and
   * nothing waits for them.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aNodeThatFailsBeforeAMoveStopsTheOthers(boolean read) throws Exception {
    COORDINATOR.answer(
        SQL,
        plan(
            new Slow(new Movement.Keep(), read),
            "SELECT id FROM sleepers WHERE CASE WHEN id = 1 THEN 1 / (id - 1) = 0"
                + " ELSE pg_sleep(0.1 + id * 0) IS NOT NULL END"));
    try (Statement statement = connection.createStatement()) {
      for (int i = 0; i < 50; i++) {
        CompletableFuture<SQLException> failure = started(statement);
        assertThat(failure.get(20, TimeUnit.SECONDS).getSQLState()).isEqualTo("22012");
      }
    }
    expectUsable(false);
  }
}
