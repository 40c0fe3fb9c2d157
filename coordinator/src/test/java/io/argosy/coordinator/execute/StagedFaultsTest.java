package io.argosy.coordinator.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.argosy.coordinator.testing.PlannedCoordinator;
import io.argosy.coordinator.testing.SharedCluster;
import io.argosy.planner.plan.Merge;
import io.argosy.planner.plan.Plan;
import io.argosy.planner.plan.Stage;
import io.argosy.planner.plan.Stage.Movement;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

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

  static Stream<Arguments> movesInAndOutsideATransaction() {
    return Stream.<Movement>of(
            new Movement.Broadcast(),
            new Movement.Repartition(0, "integer"),
            new Movement.Gather(),
            new Movement.Keep())
        .flatMap(move -> Stream.of(Arguments.of(move, false), Arguments.of(move, true)));
  }

  /** Sends many rows at once and then one every tenth of a second. */
  private static Plan plan(Movement movement) {
    String query =
        "SELECT id, note FROM sleepers WHERE id < 2900 OR pg_sleep(0.1 + id * 0) IS NOT NULL";
    Stage quick =
        new Stage(
            "before",
            "SELECT id FROM sleepers",
            new Stage.Source.EveryNode(),
            new Movement.Broadcast(),
            List.of(List.of("id")),
            Optional.empty(),
            true,
            3000,
            4,
            "a stage that is over");
    Stage slow =
        new Stage(
            "moved",
            query,
            new Stage.Source.EveryNode(),
            movement,
            List.of(),
            Optional.empty(),
            true,
            3000,
            2004,
            "a stage in its middle");
    return new Plan.Staged(
        List.of(quick, slow),
        new Plan.Last.Merged(
            "SELECT count(*) FROM pg_temp.before",
            new Merge.Finish("SELECT sum(count)::bigint AS count FROM pg_temp.argosy_partial")),
        List.of(),
        List.of(),
        "",
        List.of());
  }

  /** Starts the statement and waits until all nodes are in the middle of its second stage. */
  private CompletableFuture<SQLException> begin(
      Statement statement, Movement movement, boolean inTransaction) throws SQLException {
    COORDINATOR.answer(SQL, plan(movement));
    if (inTransaction) {
      SharedCluster.run(connection, "BEGIN", "UPDATE sleepers SET note = note WHERE id = 1");
    }
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
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                SharedCluster.onNodes("SELECT count(*)" + SLEEPING).stream()
                    .noneMatch(List.of("0")::equals));
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
  void aCancelStopsTheMove(Movement movement, boolean inTransaction) throws Exception {
    try (Statement statement = connection.createStatement()) {
      CompletableFuture<SQLException> failure = begin(statement, movement, inTransaction);
      statement.cancel();
      assertThat(failure.get(20, TimeUnit.SECONDS).getSQLState()).isEqualTo("57014");
    }
    expectUsable(inTransaction);
  }

  @ParameterizedTest
  @MethodSource("movesInAndOutsideATransaction")
  void aBackendThatIsTerminatedEndsTheStatementEverywhere(Movement movement, boolean inTransaction)
      throws Exception {
    try (Statement statement = connection.createStatement()) {
      CompletableFuture<SQLException> failure = begin(statement, movement, inTransaction);
      SharedCluster.onNode(1, "SELECT pg_terminate_backend(pid)" + SLEEPING);
      SQLException told = failure.get(20, TimeUnit.SECONDS);
      assertThat(told.getSQLState()).isIn("57P01", "08006");
      assertThat(told.getMessage()).contains("node2");
    }
    expectUsable(inTransaction);
  }

  @ParameterizedTest
  @MethodSource("movesInAndOutsideATransaction")
  void aClientThatGoesAwayLeavesNothing(Movement movement, boolean inTransaction) throws Exception {
    try (Statement statement = connection.createStatement()) {
      CompletableFuture<SQLException> failure = begin(statement, movement, inTransaction);
      connection.abort(Runnable::run);
      failure.get(20, TimeUnit.SECONDS);
    }
    expectNothingLeft();
    connection = COORDINATOR.connect();
  }
}
