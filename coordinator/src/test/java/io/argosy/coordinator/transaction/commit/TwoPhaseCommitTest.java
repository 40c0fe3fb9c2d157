package io.argosy.coordinator.transaction.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.argosy.coordinator.Coordinator;
import io.argosy.coordinator.testing.Recovered;
import io.argosy.coordinator.testing.SharedCluster;
import io.argosy.coordinator.transaction.barrier.SnapshotBarrier;
import io.argosy.coordinator.transaction.commit.CommitObserver.Point;
import io.argosy.planner.Planner;
import io.argosy.protocol.message.PostgresException;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commits over several nodes and what becomes of those that fail, without killing anything. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TwoPhaseCommitTest {
  private final List<String> reached = Collections.synchronizedList(new ArrayList<>());
  private final AtomicReference<CommitObserver> hook = new AtomicReference<>(CommitObserver.NONE);
  private Coordinator coordinator;
  private String url;
  private Connection connection;

  @BeforeAll
  void start() throws IOException, SQLException {
    coordinator =
        new Coordinator(
            SharedCluster.nodes(), new Planner()::plan, new SnapshotBarrier(true), this::observe);
    url = SharedCluster.serve(coordinator);
    try (Connection owner = connect("postgres")) {
      SharedCluster.run(
          owner,
          "CREATE ROLE clerk LOGIN",
          "CREATE ROLE till",
          "GRANT till TO clerk",
          "CREATE TABLE accounts (id int PRIMARY KEY, amount int NOT NULL)",
          "CREATE TABLE rates (id int PRIMARY KEY, rate int UNIQUE DEFERRABLE INITIALLY DEFERRED)",
          "SELECT create_distributed_table('accounts', 'id')",
          "SELECT create_reference_table('rates')",
          "GRANT ALL ON accounts, rates TO clerk, till");
    }
  }

  @BeforeEach
  void connectAsPostgres() throws SQLException {
    connection = connect("postgres");
    SharedCluster.run(
        connection,
        "DELETE FROM accounts",
        "DELETE FROM rates",
        "INSERT INTO accounts SELECT i, 100 FROM generate_series(1, 30) i");
    reached.clear();
  }

  @AfterEach
  void leaveNothing() throws SQLException {
    hook.set(CommitObserver.NONE);
    connection.close();
    Recovered.untilNothingIsLeft(coordinator);
  }

  @AfterAll
  void stop() throws SQLException {
    try (Connection owner = connect("postgres")) {
      SharedCluster.run(owner, "DROP TABLE accounts, rates", "DROP ROLE till", "DROP ROLE clerk");
    }
    coordinator.close();
  }

  private Connection connect(String role) throws SQLException {
    return DriverManager.getConnection(url + "?user=" + role);
  }

  private void observe(Point point, String gid, String node) {
    if (!point.name().startsWith("RECOVERY")) {
      reached.add(point + " " + node);
    }
    hook.get().reached(point, gid, node);
  }

  /** The total amount, read past the coordinator. */
  private static int total() throws IOException, SQLException {
    return SharedCluster.onNodes("SELECT coalesce(sum(amount), 0) FROM accounts").stream()
        .mapToInt(rows -> Integer.parseInt(rows.getFirst()))
        .sum();
  }

  @Test
  void preparesEverywhereBeforeTheHomeNodeCommitsAndCommitsTheRestAfterwards() throws Exception {
    SharedCluster.run(connection, "UPDATE accounts SET amount = amount + 1");

    assertThat(reached.subList(0, 6))
        .containsExactlyInAnyOrder(
            "BEFORE_RECORD node1",
            "AFTER_RECORD node1",
            "BEFORE_PREPARE node2",
            "AFTER_PREPARE node2",
            "BEFORE_PREPARE node3",
            "AFTER_PREPARE node3");
    assertThat(reached.subList(6, 8)).containsExactly("BEFORE_COMMIT node1", "AFTER_COMMIT node1");
    assertThat(reached.subList(8, reached.size()))
        .containsExactlyInAnyOrder(
            "BEFORE_COMMIT_PREPARED node2",
            "AFTER_COMMIT_PREPARED node2",
            "BEFORE_COMMIT_PREPARED node3",
            "AFTER_COMMIT_PREPARED node3");
    assertThat(total()).isEqualTo(3030);
  }

  /** The parts belong to who is logged in, and another role may not end them. */
  @Test
  void commitsAtOnceForWhoActsAsAnotherRole() throws Exception {
    try (Connection clerk = connect("clerk")) {
      SharedCluster.run(clerk, "SET ROLE till");
      reached.clear();
      SharedCluster.run(clerk, "UPDATE accounts SET amount = amount + 1");
      assertThat(reached).contains("AFTER_COMMIT_PREPARED node2", "AFTER_COMMIT_PREPARED node3");
      SharedCluster.run(
          clerk, "BEGIN", "UPDATE accounts SET amount = amount + 1", "COMMIT AND CHAIN");
      assertThat(SharedCluster.rows(clerk, "SELECT DISTINCT current_user FROM accounts"))
          .containsExactly("till");
      SharedCluster.run(clerk, "ROLLBACK");
    }
    assertThat(total()).isEqualTo(3060);
  }

  @Test
  void commitsWhatOneNodeHasWrittenInOnePhase() throws Exception {
    SharedCluster.run(
        connection,
        "BEGIN",
        "SELECT amount FROM accounts",
        "UPDATE accounts SET amount = 0 WHERE id = 1",
        "COMMIT");

    assertThat(reached).isEmpty();
    assertThat(total()).isEqualTo(2900);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT sum(amount), avg(amount) FROM accounts",
        "SELECT count(*) FROM accounts a JOIN accounts b ON a.id = b.amount",
        "SELECT id FROM accounts WHERE id = 1 FOR UPDATE"
      })
  void commitsOneWriterInOnePhaseWhereTheQueriesOfOthersHaveMadeTables(String query)
      throws Exception {
    String elsewhere = SharedCluster.onNode(1, "SELECT min(id) FROM accounts").getFirst();
    String write = "UPDATE accounts SET amount = 0 WHERE id = " + elsewhere;

    SharedCluster.run(connection, "BEGIN ISOLATION LEVEL REPEATABLE READ", query, write, "COMMIT");
    SharedCluster.run(connection, "BEGIN", write, query, "COMMIT");

    assertThat(reached).isEmpty();
    assertThat(total()).isEqualTo(2900);
  }

  @Test
  void preparesWhereAFunctionOfAQueryHasWritten() throws Exception {
    String elsewhere = SharedCluster.onNode(1, "SELECT min(id) FROM accounts").getFirst();
    SharedCluster.run(
        connection,
        "CREATE TABLE notes (note int)",
        "CREATE FUNCTION note() RETURNS int LANGUAGE plpgsql AS"
            + " 'BEGIN INSERT INTO notes VALUES (1); RETURN 1; END'",
        "SELECT declare_function_safe('note()')");
    try {
      SharedCluster.run(
          connection,
          "BEGIN",
          "UPDATE accounts SET amount = 0 WHERE id = " + elsewhere,
          "SELECT note()",
          "COMMIT");

      assertThat(reached).contains("AFTER_COMMIT node1", "AFTER_COMMIT_PREPARED node2");
    } finally {
      SharedCluster.run(connection, "DROP FUNCTION note()", "DROP TABLE notes");
    }
  }

  @Test
  void bringsTheHomeNodeInWhereItHasNotWritten() throws Exception {
    List<String> elsewhere = new ArrayList<>();
    for (int node = 1; node <= 2; node++) {
      elsewhere.addAll(SharedCluster.onNode(node, "SELECT min(id) FROM accounts"));
    }

    SharedCluster.run(
        connection,
        "BEGIN",
        "UPDATE accounts SET amount = 0 WHERE id = " + elsewhere.get(0),
        "UPDATE accounts SET amount = 0 WHERE id = " + elsewhere.get(1),
        "COMMIT");

    assertThat(reached).contains("AFTER_COMMIT node1", "AFTER_COMMIT_PREPARED node3");
    assertThat(total()).isEqualTo(2800);
  }

  @Test
  void refusesADeferredConstraintBeforeAnythingIsPrepared() throws Exception {
    SharedCluster.run(connection, "BEGIN", "INSERT INTO rates VALUES (1, 1), (2, 1)");

    assertThatThrownBy(() -> SharedCluster.run(connection, "COMMIT"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("23505"));
    assertThat(reached).isEmpty();
    assertThat(SharedCluster.onNodes("SELECT FROM rates")).allMatch(List::isEmpty);
  }

  @Test
  void rollsBackEverywhereWhereANodeCannotPrepare() throws Exception {
    // PostgreSQL does not prepare what has notified, and the function hides that it does.
    SharedCluster.run(
        connection,
        "CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS"
            + " 'BEGIN EXECUTE concat(''NOT'', ''IFY told''); RETURN NULL; END'",
        "SELECT declare_function_safe('tell()')",
        "CREATE TRIGGER told AFTER UPDATE ON accounts FOR EACH ROW EXECUTE FUNCTION tell()");
    try {
      assertThatThrownBy(
              () -> SharedCluster.run(connection, "UPDATE accounts SET amount = amount + 1"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("0A000"));
      assertThat(total()).isEqualTo(3000);
      assertThat(SharedCluster.onNodes(Recovered.PREPARED)).allMatch(List::isEmpty);
    } finally {
      SharedCluster.run(connection, "DROP TRIGGER told ON accounts", "DROP FUNCTION tell()");
    }
  }

  @Test
  void commitsForARoleThatWasSetInTheTransactionOnly() throws Exception {
    try (Connection clerk = connect("clerk")) {
      SharedCluster.run(
          clerk, "BEGIN", "SET LOCAL ROLE till", "UPDATE accounts SET amount = 1", "COMMIT");
    }

    assertThat(total()).isEqualTo(30);
  }

  @Test
  void commitsForARoleThatWasSet() throws Exception {
    try (Connection clerk = connect("clerk")) {
      SharedCluster.run(clerk, "SET ROLE till", "UPDATE accounts SET amount = 1");
      assertThat(SharedCluster.rows(clerk, "SELECT current_user, sum(amount) FROM accounts"))
          .containsExactly("till|30");
    }
  }

  @Test
  void letsNoRoleDecideForAnother() throws Exception {
    try (Connection clerk = SharedCluster.connectTo(0, "clerk")) {
      String entry =
          SharedCluster.rows(clerk, "SELECT max(id) FROM argosy.coordinators").getFirst();
      // Nobody else sees it, who would forget it: no part of it is prepared.
      SharedCluster.run(clerk, "BEGIN", "SELECT argosy.record_commit(" + entry + ", 1000000, '')");
      assertThat(SharedCluster.rows(clerk, "SELECT gid FROM argosy.commit_records"))
          .contains("argosy_" + entry + "_1000000_clerk");
      SharedCluster.run(clerk, "ROLLBACK");
      assertThatThrownBy(() -> SharedCluster.run(clerk, "DELETE FROM argosy.commit_records"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42501"));
    }
  }

  @Test
  void tellsANodeLaterThatCouldNotBeToldAtOnce() throws Exception {
    // The backend is gone when it is to be told COMMIT PREPARED.
    hook.set(
        (point, gid, node) -> {
          if (point == Point.BEFORE_COMMIT_PREPARED && node.equals("node3")) {
            terminateBackends(2);
          }
        });
    SharedCluster.run(connection, "UPDATE accounts SET amount = amount + 1");

    assertThat(SharedCluster.rows(connection, "SELECT sum(amount) FROM accounts"))
        .containsExactly("3030");
    assertThat(total()).isEqualTo(3030);
  }

  private static void terminateBackends(int node) {
    try {
      SharedCluster.onNode(
          node,
          "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
              + " WHERE pid <> pg_backend_pid() AND query LIKE '%PREPARE TRANSACTION%'");
    } catch (IOException | SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void findsOutWhatBecameOfACommitThatWasNotAnswered() throws Exception {
    hook.set(
        (point, gid, node) -> {
          if (point == Point.BEFORE_COMMIT) {
            try {
              SharedCluster.onNode(
                  0,
                  "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
                      + " WHERE query LIKE '%argosy.record_commit%' AND pid <> pg_backend_pid()");
            } catch (IOException | SQLException e) {
              throw new IllegalStateException(e);
            }
          }
        });

    assertThatThrownBy(
            () -> SharedCluster.run(connection, "UPDATE accounts SET amount = amount + 1"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).startsWith("08"));
    assertThat(total()).isEqualTo(3000);
    assertThat(SharedCluster.onNodes(Recovered.PREPARED)).allMatch(List::isEmpty);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void commitsTheRestWhereTheHomeNodeHasCommittedAndItsAnswerCouldNotBeHeld(boolean heap)
      throws Exception {
    hook.set(
        (point, gid, node) -> {
          if (point == Point.AFTER_COMMIT) {
            failForMemory(heap);
          }
        });

    SharedCluster.run(connection, "UPDATE accounts SET amount = amount + 1");

    assertThat(total()).isEqualTo(3030);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void rollsBackWhereTheAnswerOfAPreparedNodeCouldNotBeHeld(boolean heap) throws Exception {
    hook.set(
        (point, gid, node) -> {
          if (point == Point.AFTER_PREPARE && node.equals("node2")) {
            failForMemory(heap);
          }
        });

    assertThatThrownBy(
            () -> SharedCluster.run(connection, "UPDATE accounts SET amount = amount + 1"))
        .isInstanceOfSatisfying(
            SQLException.class,
            e -> assertThat(e.getSQLState()).isEqualTo(heap ? "XX000" : "53200"));
    assertThat(total()).isEqualTo(3000);
  }

  private static void failForMemory(boolean heap) {
    if (heap) {
      throw new OutOfMemoryError("of a test");
    }
    throw new PostgresException("53200", "out of memory of the coordinator");
  }

  @Test
  void doesNotCommitOnceItWasTakenForDead() throws Exception {
    SharedCluster.onNode(
        0,
        "WITH gone AS (DELETE FROM argosy.coordinators WHERE id = "
            + ownEntry()
            + " RETURNING id) SELECT id FROM gone");

    assertThatThrownBy(
            () -> SharedCluster.run(connection, "UPDATE accounts SET amount = amount + 1"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("40001"));
    // Sooner than the next recovery would come by itself.
    await()
        .atMost(Duration.ofSeconds(8))
        .ignoreExceptionsInstanceOf(SQLException.class)
        .untilAsserted(
            () -> SharedCluster.run(connection, "UPDATE accounts SET amount = amount + 1"));

    assertThat(total()).isEqualTo(3030);
  }

  /** What this test's coordinator is called among those that share the cluster. */
  private String ownEntry() throws SQLException {
    AtomicReference<String> entry = new AtomicReference<>();
    hook.set(
        (point, gid, node) -> {
          if (point == Point.BEFORE_RECORD) {
            entry.set(gid.split("_")[1]);
          }
        });
    SharedCluster.run(connection, "UPDATE accounts SET amount = amount");
    return entry.get();
  }

  @Test
  void showsWhatIsPrepared() throws Exception {
    List<String> seen = Collections.synchronizedList(new ArrayList<>());
    hook.set(
        (point, gid, node) -> {
          if (point == Point.BEFORE_COMMIT || point == Point.AFTER_COMMIT) {
            seen.add(point.name());
            try (Connection other = connect("clerk")) {
              seen.addAll(
                  SharedCluster.rows(
                      other,
                      "SELECT node, owner, prepared <= now(), coordinator_alive, decision"
                          + " FROM argosy.transactions WHERE gid LIKE 'argosy%' ORDER BY node"));
            } catch (SQLException e) {
              throw new IllegalStateException(e);
            }
          }
        });
    SharedCluster.run(connection, "UPDATE accounts SET amount = amount + 1");

    assertThat(seen)
        .containsExactly(
            "BEFORE_COMMIT",
            "node2|postgres|t|t|null",
            "node3|postgres|t|t|null",
            "AFTER_COMMIT",
            "node2|postgres|t|t|committed",
            "node3|postgres|t|t|committed");
    assertThat(SharedCluster.rows(connection, "SELECT * FROM argosy.transactions")).isEmpty();
  }
}
