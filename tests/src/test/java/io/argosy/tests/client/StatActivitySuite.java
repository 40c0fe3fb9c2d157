package io.argosy.tests.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a client sees of itself and of others in {@code pg_stat_activity} and {@code pg_locks}. */
@Timeout(120)
abstract class StatActivitySuite extends TwoClientsSuite {
  StatActivitySuite(Target target) {
    super(target);
  }

  @BeforeEach
  void nameClients() throws SQLException {
    statement.execute("SET application_name = 'who looks'");
    beside.execute("SET application_name = 'who works'");
  }

  private List<String> rows(String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (ResultSet results = statement.executeQuery(sql)) {
      while (results.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= results.getMetaData().getColumnCount(); i++) {
          row.add(results.getString(i));
        }
        rows.add(String.join("|", row.stream().map(String::valueOf).toList()));
      }
    }
    return rows;
  }

  private String worker(String columns) throws SQLException {
    List<String> rows =
        rows("SELECT " + columns + " FROM pg_stat_activity WHERE application_name = 'who works'");
    assertThat(rows).as(columns).hasSize(1);
    return rows.getFirst();
  }

  @Test
  void aClientSeesItself() throws SQLException {
    String own =
        "SELECT usename = current_user, datname = current_database(), application_name, state,"
            + " backend_type, client_port IS NOT NULL, backend_start <= now(), xact_start <="
            + " clock_timestamp(), query LIKE 'SELECT usename%', leader_pid FROM pg_stat_activity"
            + " WHERE pid = pg_backend_pid()";
    String expected = "t|t|who looks|active|client backend|t|t|t|t|null";
    assertThat(rows(own)).containsExactly(expected);
    try (PreparedStatement prepared =
        connection()
            .prepareStatement(
                "SELECT a.state FROM pg_catalog.pg_stat_activity AS a WHERE a.pid = ?")) {
      int pid = Integer.parseInt(rows("SELECT pg_backend_pid()").getFirst());
      for (int i = 0; i < 7; i++) {
        prepared.setInt(1, pid);
        try (ResultSet results = prepared.executeQuery()) {
          assertThat(results.next()).isTrue();
          assertThat(results.getString(1)).isEqualTo("active");
          assertThat(results.next()).isFalse();
        }
      }
    }
    assertThat(rows("SELECT count(*) FROM pg_stat_activity WHERE pid = pg_backend_pid()"))
        .containsExactly("1");
    assertThat(
            rows("SELECT count(*) > 0 FROM pg_stat_activity WHERE backend_type = 'checkpointer'"))
        .containsExactly("t");
  }

  @Test
  void aClientIsSeenByWhatItDoes() throws SQLException {
    beside.execute("SELECT count(*) FROM shop.parts");
    // A server waits for its client a moment after it has answered.
    await()
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(
            () ->
                assertThat(worker("state, wait_event_type, wait_event, xact_start, query"))
                    .isEqualTo("idle|Client|ClientRead|null|SELECT count(*) FROM shop.parts"));
    other.setAutoCommit(false);
    beside.execute("SELECT count(*) FROM shop.kinds");
    assertThat(worker("state, query, xact_start <= query_start, state_change >= query_start"))
        .isEqualTo("idle in transaction|SELECT count(*) FROM shop.kinds|t|t");
    try {
      beside.execute("SELECT 1 / 0");
    } catch (SQLException e) {
      assertThat(e.getSQLState()).isEqualTo("22012");
    }
    assertThat(worker("state, query")).isEqualTo("idle in transaction (aborted)|SELECT 1 / 0");
    other.rollback();
    beside.execute("RESET application_name");
    assertThat(rows("SELECT FROM pg_stat_activity WHERE application_name = 'who works'")).isEmpty();
  }

  @Test
  void whoWaitsForWhomIsSeen() throws Exception {
    statement.execute("CREATE TABLE shop.unplaced (id int)");
    int worker = Integer.parseInt(worker("pid"));
    connection().setAutoCommit(false);
    statement.execute("LOCK TABLE shop.unplaced");
    CompletableFuture<Void> insert =
        CompletableFuture.runAsync(
            () -> {
              try {
                beside.execute("INSERT INTO shop.unplaced VALUES (1)");
              } catch (SQLException e) {
                throw new IllegalStateException(e);
              }
            });
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> worker("state, wait_event_type, wait_event").equals("active|Lock|relation"));
    assertThat(
            rows(
                "SELECT l.mode, l.granted FROM pg_locks l WHERE l.relation ="
                    + " 'shop.unplaced'::regclass AND l.pid = "
                    + worker))
        .containsExactly("RowExclusiveLock|f");
    assertThat(
            rows(
                "SELECT blocked.application_name, blocking.application_name, blocked.query FROM"
                    + " pg_stat_activity blocked JOIN pg_stat_activity blocking ON blocking.pid ="
                    + " ANY (pg_blocking_pids(blocked.pid))"))
        .containsExactly("who works|who looks|INSERT INTO shop.unplaced VALUES (1)");
    assertThat(rows("SELECT pg_blocking_pids(" + worker + ") = ARRAY[pg_backend_pid()]"))
        .containsExactly("t");
    connection().commit();
    insert.join();
    statement.execute("DROP TABLE shop.unplaced");
    connection().commit();
  }

  @Test
  void memoryOfClientsIsLogged() throws SQLException {
    String log = "SELECT pg_log_backend_memory_contexts(";
    assertThat(rows(log + "pg_backend_pid())")).containsExactly("t");
    other.setAutoCommit(false);
    beside.execute("SELECT count(*) FROM pg_class");
    assertThat(rows(log + "pid) FROM pg_stat_activity WHERE application_name = 'who works'"))
        .containsExactly("t");
    assertThat(rows(log + "pid) FROM pg_stat_activity WHERE backend_type = 'checkpointer'"))
        .containsExactly("t");
    assertThat(rows(log + "1)")).containsExactly("f");
    other.rollback();
  }

  @Test
  void othersSeeNoTexts() throws SQLException {
    statement.execute("CREATE ROLE onlooker LOGIN");
    beside.execute("SELECT 'secret'");
    try {
      statement.execute("SET ROLE onlooker");
      assertThat(worker("usename IS NOT NULL, state, client_addr, query"))
          .isEqualTo("t|null|null|<insufficient privilege>");
      statement.execute("RESET ROLE");
    } finally {
      statement.execute("DROP ROLE onlooker");
    }
  }
}
