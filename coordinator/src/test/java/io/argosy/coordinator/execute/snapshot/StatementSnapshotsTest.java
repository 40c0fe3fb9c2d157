package io.argosy.coordinator.execute.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.argosy.coordinator.testing.SessionTest;
import io.argosy.coordinator.testing.SharedCluster;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A READ COMMITTED transaction that has written reads in its own backends: every statement sees one
 * state of all nodes, its own writes included, and keeps no commit waiting while it waits itself.
 */
@Timeout(60)
class StatementSnapshotsTest extends SessionTest {
  private static final String STAGED =
      "SELECT (SELECT sum(amount) FROM first_purse) + sum(amount) FROM second_purse";
  private static final String PUSHDOWN = "SELECT sum(amount) FROM second_purse";
  private static final String GATHER =
      "SELECT sum(amount) FROM second_purse TABLESAMPLE SYSTEM (100)";

  private static final String UPDATE = "UPDATE totals SET total = (" + STAGED + ")";
  private static final String INSERT =
      "INSERT INTO totals SELECT 2, total FROM (" + STAGED + ") s (total)";
  private static final String GATHERED =
      "SELECT (SELECT sum(amount) FROM first_purse) + sum(amount) FROM second_purse TABLESAMPLE"
          + " SYSTEM (100)";
  private static final String INSERT_GATHERED =
      "INSERT INTO totals SELECT 2, total FROM (" + GATHERED + ") s (total)";
  private Connection other;
  private Connection writer;

  @BeforeEach
  void createTables() throws IOException, SQLException {
    run(
        "CREATE TABLE first_purse (id int PRIMARY KEY, amount int)",
        "SELECT create_distributed_table('first_purse', 'id')",
        "INSERT INTO first_purse SELECT i, 10 FROM generate_series(1, 20) i",
        "CREATE TABLE second_purse (id int PRIMARY KEY, amount int)",
        "SELECT create_distributed_table('second_purse', 'id')",
        "INSERT INTO second_purse SELECT i, 10 FROM generate_series(1, 20) i",
        "CREATE TABLE beside (id int PRIMARY KEY)",
        "SELECT create_distributed_table('beside', 'id')",
        "CREATE TABLE totals (id int PRIMARY KEY, total bigint)",
        "SELECT create_distributed_table('totals', 'id')",
        "INSERT INTO totals VALUES (1, 0)");
    other = SharedCluster.connect();
    writer = SharedCluster.connect();
  }

  @AfterEach
  void dropTables() throws SQLException {
    other.close();
    writer.close();
    run("ROLLBACK", "DROP TABLE first_purse, second_purse, beside, totals");
  }

  @ParameterizedTest
  @ValueSource(strings = {PUSHDOWN, STAGED, GATHER})
  void commitsGoOnWhileAReadWaitsForALock(String read) throws Exception {
    long before = total(read);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      SharedCluster.run(other, "BEGIN", "LOCK TABLE second_purse");
      run("BEGIN", "INSERT INTO first_purse VALUES (-1, 1)");
      Future<Long> reading = threads.submit(() -> total(read));
      awaitWaiting();
      for (int i = 0; i < 5; i++) {
        SharedCluster.run(
            writer, "INSERT INTO beside SELECT " + i + " * 10 + j FROM generate_series(1, 6) j");
      }
      assertThat(reading.isDone()).isFalse();
      SharedCluster.run(other, "COMMIT");
      assertThat(reading.get()).isEqualTo(before + (read.equals(STAGED) ? 1 : 0));
    }
  }

  @Test
  void stepsThatSeeDifferentStatesAreRunAgain() throws Exception {
    assertThat(rows("EXPLAIN " + STAGED).getFirst()).startsWith("STAGED");
    long before = total(STAGED);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      moveBetweenPurses();
      run("BEGIN", "INSERT INTO first_purse VALUES (-1, 1000)");
      Future<Long> reading = threads.submit(() -> total(STAGED));
      awaitWaiting();
      SharedCluster.run(other, "COMMIT");
      assertThat(reading.get()).isEqualTo(before + 1000);
      assertThat(total(STAGED)).isEqualTo(before + 1000);
      run("COMMIT");
      assertThat(total(STAGED)).isEqualTo(before + 1000);
    }
  }

  @Test
  void theWritesTakeSeveralSteps() throws SQLException {
    assertThat(rows("EXPLAIN " + UPDATE).getFirst()).startsWith("STAGED");
    assertThat(rows("EXPLAIN " + GATHERED).getFirst()).startsWith("GATHER");
  }

  @ParameterizedTest
  @ValueSource(strings = {UPDATE, INSERT, INSERT_GATHERED})
  void whatIsWrittenIsOneState(String write) throws Exception {
    long before = total(STAGED);
    // Planned before, so that it is a step that waits.
    run("BEGIN", write, "ROLLBACK");
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (boolean inBlock : new boolean[] {false, true}) {
        moveBetweenPurses();
        if (inBlock) {
          run("BEGIN", "INSERT INTO first_purse VALUES (-1, 1000)");
        }
        Future<Void> writing = threads.submit(() -> written(write));
        awaitWaiting();
        SharedCluster.run(other, "COMMIT");
        writing.get();
        assertThat(rows("SELECT sum(total) FROM totals"))
            .containsExactly(String.valueOf(before + (inBlock ? 1000 : 0)));
        run(
            inBlock ? "ROLLBACK" : "UPDATE totals SET total = 0",
            "DELETE FROM totals WHERE id <> 1");
      }
    }
  }

  /** A load is not to fail because others commit. */
  @Test
  void aWriteWhoseStepsTakeLongGoesOn() throws Exception {
    run("BEGIN", UPDATE, "ROLLBACK");
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      moveBetweenPurses();
      Future<Void> writing = threads.submit(() -> written(UPDATE));
      awaitWaiting();
      SharedCluster.run(other, "SELECT pg_sleep(5.1)", "COMMIT");
      writing.get();
      assertThat(rows("SELECT total > 0 FROM totals")).containsExactly("t");
    }
  }

  private void moveBetweenPurses() throws SQLException {
    SharedCluster.run(
        other,
        "BEGIN",
        "LOCK TABLE second_purse",
        "UPDATE first_purse SET amount = amount + 1",
        "UPDATE second_purse SET amount = amount - 1");
  }

  private Void written(String sql) throws SQLException {
    run(sql);
    return null;
  }

  @ParameterizedTest
  @ValueSource(strings = {PUSHDOWN, STAGED, GATHER})
  void aFailureIsTheStatementsOwn(String read) throws Exception {
    // Planned before, so that it is the read that waits.
    total(read);
    run("BEGIN", "INSERT INTO first_purse VALUES (-1, 1000)", "SAVEPOINT s");
    SharedCluster.run(other, "BEGIN", "LOCK TABLE second_purse");
    run("SET LOCAL lock_timeout = '100ms'");
    assertThat(failure(read)).isEqualTo("55P03");
    assertThat(failure("SELECT 1")).isEqualTo("25P02");
    run("ROLLBACK TO SAVEPOINT s");
    SharedCluster.run(other, "ROLLBACK");
    assertThat(total(read)).isPositive();
    assertThat(rows("SELECT count(*) FROM first_purse")).containsExactly("21");
  }

  private String failure(String sql) {
    try {
      rows(sql);
      return "none";
    } catch (SQLException e) {
      return e.getSQLState();
    }
  }

  private long total(String read) throws SQLException {
    return Long.parseLong(rows(read).getFirst());
  }

  /** Until the reader waits for the lock on some node. */
  private static void awaitWaiting() {
    await()
        .until(
            () ->
                SharedCluster.onNodes(
                        "SELECT FROM pg_locks WHERE NOT granted"
                            + " AND relation = 'second_purse'::regclass")
                    .stream()
                    .anyMatch(waiting -> !waiting.equals(List.of())));
  }
}
