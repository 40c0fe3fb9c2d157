package io.argosy.coordinator.transaction.barrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.coordinator.Coordinator;
import io.argosy.coordinator.testing.Recovered;
import io.argosy.coordinator.testing.SharedCluster;
import io.argosy.coordinator.transaction.commit.CommitObserver;
import io.argosy.coordinator.transaction.commit.CommitObserver.Point;
import io.argosy.planner.Planner;
import java.io.IOException;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;

/**
 * A coordinator stops in the middle of a commit, and clients of another one read: they must see all
 * of the transaction or nothing.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(60)
class FracturedReadTest {
  private final AtomicReference<CommitObserver> hook = new AtomicReference<>(CommitObserver.NONE);
  private Coordinator committing;
  private String url;
  private Connection writer;
  private Connection reader;

  @BeforeAll
  void start() throws IOException, SQLException {
    committing =
        new Coordinator(
            SharedCluster.nodes(),
            new Planner()::plan,
            new SnapshotBarrier(true),
            (point, gid, node) -> hook.get().reached(point, gid, node));
    url = SharedCluster.serve(committing) + "?user=postgres";
    writer = DriverManager.getConnection(url);
    SharedCluster.run(
        writer,
        "CREATE TABLE balances (id int PRIMARY KEY, amount int NOT NULL)",
        "SELECT create_distributed_table('balances', 'id')",
        "CREATE FUNCTION amount_of(wanted int) RETURNS int LANGUAGE plpgsql STABLE AS $$ BEGIN"
            + " RETURN (SELECT min(amount) FROM balances); END $$");
  }

  @BeforeEach
  void fill() throws IOException, SQLException {
    SharedCluster.run(
        writer,
        "DELETE FROM balances",
        "INSERT INTO balances SELECT i, 1 FROM generate_series(1, 30) i");
    reader = SharedCluster.connect();
  }

  @AfterEach
  void leaveNothing() throws SQLException {
    hook.set(CommitObserver.NONE);
    reader.close();
    Recovered.untilNothingIsLeft(committing);
  }

  @AfterAll
  void stop() throws SQLException {
    SharedCluster.run(writer, "DROP FUNCTION amount_of", "DROP TABLE balances");
    writer.close();
    committing.close();
  }

  /** A commit that has reached some nodes. */
  private final class HalfCommit implements AutoCloseable {
    private final CountDownLatch half = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final Future<?> commit;

    HalfCommit(String lastNode) throws InterruptedException {
      hook.set(
          (point, gid, node) -> {
            if (point == Point.BEFORE_COMMIT_PREPARED && node.equals(lastNode)) {
              half.countDown();
              awaitUninterruptibly(goOn);
            }
          });
      commit = running(() -> SharedCluster.run(writer, "UPDATE balances SET amount = 2"));
      assertThat(half.await(20, TimeUnit.SECONDS)).isTrue();
      // The other node has committed by then, or does now.
      Thread.sleep(50);
    }

    @Override
    public void close() throws Exception {
      goOn.countDown();
      commit.get(20, TimeUnit.SECONDS);
    }
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private interface Work {
    void run() throws Exception;
  }

  private static Future<?> running(Work work) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Thread.startVirtualThread(
        () -> {
          try {
            work.run();
            done.complete(null);
          } catch (Exception e) {
            done.completeExceptionally(e);
          }
        });
    return done;
  }

  private void readsWhole(Reading reading) throws Exception {
    for (String lastNode : List.of("node2", "node3")) {
      fill();
      AtomicReference<List<String>> amounts = new AtomicReference<>();
      Future<?> read;
      try (HalfCommit ignored = new HalfCommit(lastNode)) {
        read = running(() -> amounts.set(reading.amounts(reader)));
        assertThatThrownBy(() -> read.get(300, TimeUnit.MILLISECONDS))
            .as("amounts that are seen while %s has not committed: %s", lastNode, amounts.get())
            .isInstanceOf(TimeoutException.class);
      }
      read.get(20, TimeUnit.SECONDS);
      assertThat(new TreeSet<>(amounts.get())).containsExactly("2");
    }
  }

  private interface Reading {
    List<String> amounts(Connection connection) throws Exception;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT amount FROM balances",
        "SELECT amount FROM balances ORDER BY id",
        "SELECT amount FROM balances LIMIT 25",
        "SELECT amount FROM balances GROUP BY amount",
        "SELECT avg(amount)::float::int FROM balances",
        "SELECT a.amount FROM balances a JOIN balances b ON a.amount = b.id",
        "SELECT amount FROM (SELECT amount, rank() OVER (ORDER BY amount) FROM balances) ranked",
        "SELECT amount FROM balances UNION SELECT a.amount FROM balances a"
            + " WHERE a.amount IN (SELECT max(b.amount) FROM balances b)",
        "WITH RECURSIVE r(amount) AS (SELECT amount FROM balances UNION"
            + " SELECT b.amount FROM r JOIN balances b USING (amount)) SELECT amount FROM r"
      })
  void aQuerySeesAllOrNothing(String query) throws Exception {
    readsWhole(connection -> SharedCluster.rows(connection, query));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "BEGIN",
        "BEGIN; SELECT 1",
        "BEGIN READ ONLY",
        "BEGIN ISOLATION LEVEL REPEATABLE READ",
        "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        "BEGIN ISOLATION LEVEL REPEATABLE READ; SAVEPOINT s; SET LOCAL work_mem = '5MB'"
      })
  void aTransactionSeesAllOrNothing(String begin) throws Exception {
    readsWhole(
        connection -> {
          SharedCluster.run(connection, begin.split("; "));
          List<String> amounts = SharedCluster.rows(connection, "SELECT amount FROM balances");
          assertThat(SharedCluster.rows(connection, "SELECT amount FROM balances ORDER BY id"))
              .isEqualTo(amounts);
          SharedCluster.run(connection, "COMMIT");
          return amounts;
        });
  }

  @Test
  void aCursorSeesAllOrNothing() throws Exception {
    readsWhole(
        connection -> {
          SharedCluster.run(
              connection, "BEGIN", "DECLARE c CURSOR FOR SELECT amount FROM balances");
          List<String> amounts = SharedCluster.rows(connection, "FETCH ALL FROM c");
          SharedCluster.run(connection, "COMMIT");
          return amounts;
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"(SELECT amount FROM balances)", "balances (amount)"})
  void aCopySeesAllOrNothing(String what) throws Exception {
    readsWhole(
        connection -> {
          StringWriter copied = new StringWriter();
          connection
              .unwrap(PGConnection.class)
              .getCopyAPI()
              .copyOut("COPY " + what + " TO STDOUT", copied);
          return copied.toString().lines().toList();
        });
  }

  /** What the statement begins by itself begins again. */
  @ParameterizedTest
  @ValueSource(strings = {"SELECT amount FROM balances", "SELECT amount_of(1)"})
  void aStatementByItselfUnderRepeatableReadSeesAllOrNothing(String query) throws Exception {
    readsWhole(
        connection -> {
          SharedCluster.run(connection, "SET default_transaction_isolation = 'repeatable read'");
          return SharedCluster.rows(connection, query);
        });
  }

  @Test
  void whoWaitsForACommitIsStoppedInTime() throws Exception {
    SharedCluster.run(reader, "SET statement_timeout = '300ms'");
    try (HalfCommit ignored = new HalfCommit("node2")) {
      long start = System.nanoTime();
      assertThatThrownBy(() -> SharedCluster.rows(reader, "SELECT amount FROM balances"))
          .hasMessageContaining("canceling statement due to statement timeout");
      assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(2));
      // One node is not asked for anything.
      String id = SharedCluster.onNode(0, "SELECT min(id) FROM balances").getFirst();
      assertThat(SharedCluster.rows(reader, "SELECT amount FROM balances WHERE id = " + id))
          .containsExactly("2");
    }
  }

  /** Anybody can write a record of a transaction that never was. */
  @Test
  void aRecordWithoutATransactionHoldsNobodyUp() throws Exception {
    try (Connection home = SharedCluster.connectTo(0, "postgres")) {
      assertThatThrownBy(() -> SharedCluster.run(home, "SELECT argosy.record_commit(1, 1, 'x')"))
          .isInstanceOf(SQLException.class);
      SharedCluster.run(
          home, "INSERT INTO argosy.commit_records (gid, parts) VALUES ('argosy_1_1_a', 'x')");
      String coordinator =
          SharedCluster.onNode(0, "SELECT max(id) FROM argosy.coordinators").getFirst();
      for (int number = 0; number < 5; number++) {
        SharedCluster.run(
            home,
            "SELECT argosy.record_commit(%s, 90000%d, '%s')"
                .formatted(
                    coordinator,
                    number,
                    number == 0 ? "1=1,99=1" : "1=123456789012,2=123456789012"));
        for (int i = 0; i < 20; i++) {
          long start = System.nanoTime();
          assertThat(SharedCluster.rows(reader, "SELECT DISTINCT amount FROM balances"))
              .containsExactly("1");
          assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(2));
        }
      }
    }
  }
}
