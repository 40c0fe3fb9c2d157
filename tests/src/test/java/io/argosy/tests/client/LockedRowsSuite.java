package io.argosy.tests.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;

/** SELECT .. FOR UPDATE and its kind over rows of a table, as queues of jobs use it. */
@Timeout(120)
abstract class LockedRowsSuite extends TwoClientsSuite {
  private static final String NEXT =
      "SELECT id FROM waiting_jobs WHERE state = 'new' ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED";

  LockedRowsSuite(Target target) {
    super(target);
  }

  @BeforeEach
  void fill() throws SQLException {
    statement.execute(
        "CREATE TABLE waiting_jobs (id int PRIMARY KEY, state text, priority int, label text)");
    if (database().distributed()) {
      statement.execute("SELECT create_distributed_table('waiting_jobs', 'id')");
    }
    statement.execute(
        "INSERT INTO waiting_jobs SELECT i, 'new', i % 3, 'job ' || i FROM generate_series(1, 30)"
            + " i");
  }

  @AfterEach
  void empty() throws SQLException {
    for (Connection one : List.of(connection(), other)) {
      if (!one.getAutoCommit()) {
        one.rollback();
        one.setAutoCommit(true);
      }
    }
    statement.execute("DROP TABLE waiting_jobs");
  }

  private static List<Integer> ids(Statement asked, String query) throws SQLException {
    List<Integer> ids = new ArrayList<>();
    try (ResultSet rows = asked.executeQuery(query)) {
      while (rows.next()) {
        ids.add(rows.getInt(1));
      }
    }
    return ids;
  }

  /** Of what goes wrong; 00000 for success. */
  private static String sqlState(ThrowingCallable action) {
    SQLException failure = catchThrowableOfType(SQLException.class, action);
    return failure == null ? "00000" : failure.getSQLState();
  }

  private void begin() throws SQLException {
    connection().setAutoCommit(false);
    other.setAutoCommit(false);
  }

  @Test
  void everybodyTakesTheNextRowThatNobodyHas() throws SQLException {
    begin();
    assertThat(ids(statement, NEXT)).containsExactly(1);
    assertThat(ids(beside, NEXT)).containsExactly(2);
    assertThat(ids(statement, NEXT)).containsExactly(1);
    connection().rollback();
    assertThat(ids(beside, NEXT)).containsExactly(1);
  }

  @Test
  void onlyRowsThatAreReturnedStayLocked() throws SQLException {
    begin();
    assertThat(ids(statement, NEXT)).containsExactly(1);
    assertThat(ids(beside, "SELECT id FROM waiting_jobs ORDER BY id FOR UPDATE SKIP LOCKED"))
        .hasSize(29)
        .doesNotContain(1);
  }

  @Test
  void aLimitWithoutOrderLocksAsManyRowsOfAnyNode() throws SQLException {
    begin();
    List<Integer> taken =
        ids(statement, "SELECT id FROM waiting_jobs LIMIT 1 FOR UPDATE SKIP LOCKED");
    assertThat(taken).hasSize(1);
    assertThat(ids(beside, "SELECT id FROM waiting_jobs FOR UPDATE SKIP LOCKED"))
        .hasSize(29)
        .doesNotContainAnyElementsOf(taken);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ORDER BY id FOR UPDATE SKIP LOCKED LIMIT 2 OFFSET 1",
        "ORDER BY id FOR UPDATE SKIP LOCKED OFFSET 1 LIMIT 2",
        "ORDER BY id FOR NO KEY UPDATE OF j SKIP LOCKED OFFSET 1 FETCH FIRST 2 ROWS ONLY",
        "ORDER BY id LIMIT 2 OFFSET 1 FOR SHARE OF j FOR UPDATE OF j SKIP LOCKED",
        "ORDER BY id FOR UPDATE OF j FOR SHARE OF j OFFSET 1 FETCH NEXT 2 ROWS ONLY"
      })
  void aLimitMayStandOnBothSidesOfTheClause(String end) throws SQLException {
    begin();
    assertThat(ids(statement, "SELECT id FROM waiting_jobs j " + end)).containsExactly(2, 3);
    assertThat(ids(statement, "SELECT id FROM waiting_jobs j " + end)).containsExactly(2, 3);
    assertThat(ids(beside, "SELECT id FROM waiting_jobs FOR UPDATE SKIP LOCKED"))
        .doesNotContain(2, 3);
  }

  @Test
  void aLimitBehindTheClauseHoldsWithoutOrder() throws SQLException {
    begin();
    assertThat(ids(statement, "SELECT id FROM waiting_jobs FOR UPDATE SKIP LOCKED LIMIT 4"))
        .hasSize(4);
  }

  @Test
  void nowaitFailsAtOnce() throws SQLException {
    begin();
    assertThat(ids(statement, "SELECT id FROM waiting_jobs WHERE id < 5 ORDER BY id FOR UPDATE"))
        .containsExactly(1, 2, 3, 4);
    assertThat(
            sqlState(() -> ids(beside, "SELECT id FROM waiting_jobs ORDER BY id FOR SHARE NOWAIT")))
        .isEqualTo("55P03");
    other.rollback();
    assertThat(
            sqlState(
                () ->
                    ids(
                        beside,
                        "SELECT id FROM waiting_jobs WHERE id > 4 ORDER BY id FOR SHARE NOWAIT")))
        .isEqualTo("00000");
  }

  @Test
  void whoWaitsSeesWhatWasChanged() throws Exception {
    begin();
    assertThat(ids(statement, "SELECT id FROM waiting_jobs WHERE priority = 0 FOR UPDATE"))
        .hasSize(10);
    statement.execute("UPDATE waiting_jobs SET priority = 7 WHERE id IN (3, 6)");
    FutureTask<List<Integer>> waiting =
        new FutureTask<>(
            () ->
                ids(
                    beside,
                    "SELECT id FROM waiting_jobs WHERE priority = 0 ORDER BY id FOR UPDATE"));
    Thread.ofVirtual().start(waiting);
    assertThatThrownBy(() -> waiting.get(500, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    connection().commit();
    assertThat(waiting.get(20, TimeUnit.SECONDS)).containsExactly(9, 12, 15, 18, 21, 24, 27, 30);
  }

  @Test
  void sharesAreShared() throws SQLException {
    begin();
    String share = "SELECT id FROM waiting_jobs WHERE priority = 1 ORDER BY id FOR SHARE";
    assertThat(ids(statement, share)).isEqualTo(ids(beside, share)).hasSize(10);
    assertThat(
            sqlState(
                () ->
                    ids(
                        beside,
                        "SELECT id FROM waiting_jobs WHERE priority = 1 ORDER BY id"
                            + " FOR NO KEY UPDATE NOWAIT")))
        .isEqualTo("55P03");
  }

  @Test
  void savepointsGiveLocksBack() throws SQLException {
    begin();
    statement.execute("SAVEPOINT before");
    assertThat(ids(statement, NEXT)).containsExactly(1);
    statement.execute("SAVEPOINT between");
    statement.execute("ROLLBACK TO SAVEPOINT before");
    assertThat(ids(beside, NEXT)).containsExactly(1);
    assertThat(sqlState(() -> statement.execute("ROLLBACK TO SAVEPOINT argosy_locks")))
        .isEqualTo("3B001");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO shop.notes SELECT label FROM waiting_jobs WHERE priority = 1 FOR UPDATE",
        "CREATE TABLE shop.taken AS SELECT id FROM waiting_jobs WHERE priority = 1 FOR UPDATE",
        "EXPLAIN ANALYZE SELECT id FROM waiting_jobs WHERE priority = 1 FOR UPDATE",
        "COPY (SELECT id FROM waiting_jobs WHERE priority = 1 FOR UPDATE) TO STDOUT",
        "PREPARE taking AS SELECT id FROM waiting_jobs WHERE priority = 1 FOR NO KEY UPDATE;"
            + " EXECUTE taking; DEALLOCATE taking",
      })
  void whateverReadsThemKeepsTheLocks(String reading) throws SQLException, IOException {
    statement.execute("CREATE TABLE shop.notes (note text)");
    try {
      begin();
      if (reading.startsWith("COPY")) {
        connection().unwrap(PGConnection.class).getCopyAPI().copyOut(reading, new StringWriter());
      } else {
        statement.execute(reading);
      }
      assertThat(ids(beside, "SELECT id FROM waiting_jobs FOR UPDATE SKIP LOCKED")).hasSize(20);
    } finally {
      connection().rollback();
      connection().setAutoCommit(true);
      statement.execute("DROP TABLE shop.notes");
    }
  }

  @Test
  void oneStatementByItselfKeepsNothing() throws SQLException {
    assertThat(ids(statement, NEXT)).containsExactly(1);
    assertThat(ids(beside, NEXT)).containsExactly(1);
  }

  @Test
  void readOnlyTransactionsLockNothing() throws SQLException {
    connection().setReadOnly(true);
    connection().setAutoCommit(false);
    assertThat(sqlState(() -> ids(statement, NEXT))).isEqualTo("25006");
    connection().rollback();
    connection().setAutoCommit(true);
    connection().setReadOnly(false);
  }

  @Test
  void rowsChangedSinceTheSnapshotCannotBeLocked() throws SQLException {
    connection().setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    connection().setAutoCommit(false);
    assertThat(ids(statement, "SELECT count(*) FROM waiting_jobs")).containsExactly(30);
    beside.execute("UPDATE waiting_jobs SET label = 'changed' WHERE id = 17");
    assertThat(sqlState(() -> ids(statement, "SELECT id FROM waiting_jobs ORDER BY id FOR UPDATE")))
        .isEqualTo("40001");
    connection().rollback();
    connection().setAutoCommit(true);
    connection().setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
  }

  @Test
  void columnsTextsAndParametersAreTheAnswers() throws SQLException {
    begin();
    try (PreparedStatement prepared =
        connection()
            .prepareStatement(
                "SELECT j.label, j.priority FROM waiting_jobs j WHERE j.priority = ? ORDER BY"
                    + " j.priority DESC, j.id OFFSET ? LIMIT ? FOR UPDATE OF j SKIP LOCKED")) {
      for (int round = 0; round < 8; round++) {
        prepared.setInt(1, 2);
        prepared.setInt(2, 1);
        prepared.setInt(3, 2);
        List<String> labels = new ArrayList<>();
        try (ResultSet rows = prepared.executeQuery()) {
          while (rows.next()) {
            labels.add(rows.getString(1) + " " + rows.getInt(2));
          }
        }
        assertThat(labels).containsExactly("job 5 2", "job 8 2");
        connection().rollback();
      }
    }
  }

  @Test
  void portalsThatFetchAFewRowsAtATimeKeepTheirLocks() throws SQLException {
    begin();
    statement.setFetchSize(3);
    try (ResultSet rows =
        statement.executeQuery(
            "SELECT id FROM waiting_jobs ORDER BY id LIMIT 12 FOR UPDATE SKIP LOCKED")) {
      assertThat(rows.next()).isTrue();
      assertThat(ids(beside, "SELECT id FROM waiting_jobs WHERE id <= 3 FOR UPDATE SKIP LOCKED"))
          .isEmpty();
      int read = 1;
      while (rows.next()) {
        read++;
      }
      assertThat(read).isEqualTo(12);
    }
  }

  @Test
  void noJobIsDoneTwiceAndNoneIsLeft() throws Exception {
    List<Future<List<Integer>>> workers = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(6)) {
      for (int worker = 0; worker < 6; worker++) {
        workers.add(threads.submit(this::work));
      }
    }
    List<Integer> done = new ArrayList<>();
    for (Future<List<Integer>> worker : workers) {
      done.addAll(worker.get());
    }
    assertThat(done).hasSize(30).doesNotHaveDuplicates();
    assertThat(ids(statement, "SELECT id FROM waiting_jobs WHERE state = 'new'")).isEmpty();
  }

  private List<Integer> work() throws SQLException {
    List<Integer> done = new ArrayList<>();
    try (Connection own = Shop.connect(database());
        Statement asked = own.createStatement()) {
      own.setAutoCommit(false);
      while (true) {
        List<Integer> taken = ids(asked, NEXT);
        if (taken.isEmpty()) {
          own.rollback();
          return done;
        }
        asked.executeUpdate(
            "UPDATE waiting_jobs SET state = 'done' WHERE id = " + taken.getFirst());
        own.commit();
        done.addAll(taken);
      }
    }
  }
}
