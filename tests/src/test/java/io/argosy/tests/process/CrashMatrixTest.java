package io.argosy.tests.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.coordinator.transaction.commit.CommitObserver.Point;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The coordinator, an agent or a PostgreSQL is killed at every step of a commit over three nodes.
 * Afterwards everything is started again, and the write is on all nodes or on none.
 */
@Timeout(300)
class CrashMatrixTest extends CrashSuite {
  private static final int NODES = 3;
  private static final int HOME = 0;
  private static final int OTHER = 1;

  private int value;

  CrashMatrixTest() {
    super(
        NODES,
        List.of(
            "CREATE TABLE parts (id int PRIMARY KEY, value int)",
            "CREATE TABLE copies (id int PRIMARY KEY, value int)",
            "SELECT create_distributed_table('parts', 'id')",
            "SELECT create_reference_table('copies')",
            "INSERT INTO parts SELECT i, 0 FROM generate_series(1, 30) i",
            "INSERT INTO copies SELECT i, 0 FROM generate_series(1, 10) i"));
  }

  static Stream<Crash> commits() {
    return Stream.of(
        new Crash(Point.BEFORE_COMMIT, HOME, Victim.COORDINATOR),
        new Crash(Point.AFTER_COMMIT, HOME, Victim.COORDINATOR),
        new Crash(Point.AFTER_COMMIT, HOME, Victim.SERVER),
        new Crash(Point.BEFORE_COMMIT_PREPARED, OTHER, Victim.AGENT));
  }

  @ParameterizedTest
  @MethodSource("commits")
  void theWriteIsOnAllNodesOrOnNone(Crash crash) throws Exception {
    killInACommit(crash);
  }

  static Stream<Crash> otherCommits() {
    return Stream.of(
        new Crash(Point.BEFORE_PREPARE, OTHER, Victim.COORDINATOR),
        new Crash(Point.AFTER_PREPARE, OTHER, Victim.COORDINATOR),
        new Crash(Point.BEFORE_RECORD, HOME, Victim.COORDINATOR),
        new Crash(Point.AFTER_RECORD, HOME, Victim.COORDINATOR),
        new Crash(Point.BEFORE_COMMIT_PREPARED, OTHER, Victim.COORDINATOR),
        new Crash(Point.AFTER_COMMIT_PREPARED, OTHER, Victim.COORDINATOR),
        new Crash(Point.BEFORE_PREPARE, OTHER, Victim.SERVER),
        new Crash(Point.AFTER_PREPARE, OTHER, Victim.SERVER),
        new Crash(Point.BEFORE_COMMIT, HOME, Victim.SERVER),
        new Crash(Point.BEFORE_COMMIT_PREPARED, OTHER, Victim.SERVER),
        new Crash(Point.AFTER_PREPARE, OTHER, Victim.AGENT),
        new Crash(Point.BEFORE_COMMIT, HOME, Victim.AGENT));
  }

  @ParameterizedTest
  @MethodSource("otherCommits")
  @Tag("slow")
  void theWriteIsOnAllNodesOrOnNoneAtTheOtherSteps(Crash crash) throws Exception {
    killInACommit(crash);
  }

  private void killInACommit(Crash crash) throws IOException {
    Path stopped = start(crash.point(), crash.node());
    deployment.awaitCoordinator();
    CompletableFuture<Optional<SQLException>> outcome = write();
    awaitStop(stopped);

    kill(crash, stopped, outcome);

    restartCoordinator();
    expectAllOrNone(outcome.join());
  }

  /** The home node refuses the record, while the other nodes prepare. */
  @Test
  @Tag("slow")
  void aWriteThatIsBeingRolledBackIsOnNoNode() throws Exception {
    Path stopped = start(Point.BEFORE_ROLLBACK_PREPARED, OTHER);
    deployment.awaitCoordinator();
    CompletableFuture<Optional<SQLException>> outcome =
        write(() -> servers.ask(HOME, "DELETE FROM argosy.coordinators"));
    awaitStop(stopped);
    deployment.coordinator().kill();

    restartCoordinator();
    expectAllOrNone(outcome.join());
    assertThat(value(HOME)).as("the home node had rolled back").isNotEqualTo(value);
  }

  @Test
  void aRecoveryThatIsKilledIsDoneAgain() throws Exception {
    killInARecovery(Point.RECOVERY_AFTER_ENDING);
  }

  static Stream<Point> otherRecoveries() {
    return Stream.of(
        Point.RECOVERY_BEFORE_FENCING,
        Point.RECOVERY_BEFORE_ENDING,
        Point.RECOVERY_BEFORE_DELETING);
  }

  @ParameterizedTest
  @MethodSource("otherRecoveries")
  @Tag("slow")
  void aRecoveryThatIsKilledAtAnotherStepIsDoneAgain(Point point) throws Exception {
    killInARecovery(point);
  }

  private void killInARecovery(Point point) throws IOException {
    Path committed = start(Point.AFTER_COMMIT, HOME);
    deployment.awaitCoordinator();
    CompletableFuture<Optional<SQLException>> outcome = write();
    awaitStop(committed);
    deployment.coordinator().kill();

    boolean ofOneNode =
        point == Point.RECOVERY_BEFORE_ENDING || point == Point.RECOVERY_AFTER_ENDING;
    Path stopped = start(point, ofOneNode ? OTHER : HOME);
    awaitStop(stopped);
    deployment.coordinator().kill();

    restartCoordinator();
    expectAllOrNone(outcome.join());
    assertThat(value(HOME)).as("the home node had committed").isEqualTo(value);
  }

  @Test
  void aServerThatCouldNotBeToldIsNotReadBeforeItIsTold() throws Exception {
    loseANode(Victim.SERVER);
  }

  @Test
  @Tag("slow")
  void aNodeThatCouldNotBeToldIsNotReadBeforeItIsTold() throws Exception {
    loseANode(Victim.AGENT);
  }

  private void loseANode(Victim victim) throws IOException {
    Path stopped = start(Point.BEFORE_COMMIT_PREPARED, OTHER);
    deployment.awaitCoordinator();
    CompletableFuture<Optional<SQLException>> outcome = write();
    awaitStop(stopped);
    if (victim == Victim.AGENT) {
      deployment.agent(OTHER).kill();
    } else {
      servers.kill(OTHER);
    }
    Files.delete(stopped);

    assertThat(outcome.join()).as("the home node has committed").isEmpty();
    assertThat(deployment.ask("SELECT decision FROM argosy.transactions WHERE node = 'node2'"))
        .containsExactly("committed");
    SQLException refused = deployment.failureOf("SELECT sum(value) FROM parts");
    assertThat(refused.getMessage()).contains("node \"node2\"");
    assertThat(refused.getSQLState()).isEqualTo("08006");
    if (victim == Victim.AGENT) {
      deployment.startAgent(OTHER);
    } else {
      servers.restart(OTHER);
    }

    assertThat(deployment.ask("SELECT sum(value) FROM parts")).containsExactly("" + 30 * value);
    assertThat(deployment.ask("SELECT gid FROM argosy.transactions")).isEmpty();
    restartCoordinator();
    expectAllOrNone(outcome.join());
  }

  /** Drivers send the first statement behind BEGIN without waiting for the answer. */
  @Test
  void aTransactionThatBeginsWithoutTheHomeNodeHasFailed() throws Exception {
    deployment.startCoordinator();
    try (Connection connection = DriverManager.getConnection(deployment.url());
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      deployment.agent(HOME).kill();
      assertThatThrownBy(() -> statement.execute("DELETE FROM parts"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("08006"));
      deployment.startAgent(HOME);

      assertThatThrownBy(() -> statement.execute("DELETE FROM parts"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("25P02"));
      connection.rollback();
    }
    assertThat(deployment.ask("SELECT count(*) FROM parts")).containsExactly("30");
  }

  private CompletableFuture<Optional<SQLException>> write() {
    return write(() -> {});
  }

  /** Writes the next value on all nodes; what the client is told: nothing if it has committed. */
  private CompletableFuture<Optional<SQLException>> write(Runnable beforeCommit) {
    int next = ++value;
    return CompletableFuture.supplyAsync(
        () -> {
          try (Connection connection = DriverManager.getConnection(deployment.url());
              Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("UPDATE parts SET value = " + next);
            statement.execute("UPDATE copies SET value = " + next);
            beforeCommit.run();
            connection.commit();
            return Optional.empty();
          } catch (SQLException e) {
            return Optional.of(e);
          }
        },
        task -> Thread.ofPlatform().start(task));
  }

  private void expectAllOrNone(Optional<SQLException> told) {
    Set<Integer> values = new HashSet<>();
    Set<String> copies = new HashSet<>();
    for (int node = 0; node < NODES; node++) {
      values.add(value(node));
      copies.addAll(
          servers.ask(node, "SELECT md5(string_agg(c::text, ',' ORDER BY id)) FROM copies c"));
      assertThat(servers.ask(node, "SELECT gid FROM pg_prepared_xacts")).isEmpty();
    }
    assertThat(values).as("the value on the nodes").hasSize(1);
    assertThat(copies).as("the copies on the nodes").hasSize(1);
    assertThat(servers.ask(HOME, "SELECT gid FROM argosy.commit_records")).isEmpty();
    assertThat(deployment.ask("SELECT DISTINCT value FROM parts UNION SELECT value FROM copies"))
        .containsExactly("" + values.iterator().next());
    if (told.isEmpty()) {
      assertThat(values).as("the client saw COMMIT").containsExactly(value);
    } else if (!told.get().getSQLState().startsWith("08")) {
      assertThat(values).as("the client saw " + told.get()).doesNotContain(value);
    }
  }

  /** The value of all rows of a node; fails where they have several. */
  private int value(int node) {
    List<String> values =
        servers.ask(node, "SELECT value FROM parts UNION SELECT value FROM copies");
    assertThat(values).as("the values on node " + node).hasSize(1);
    return Integer.parseInt(values.getFirst());
  }
}
