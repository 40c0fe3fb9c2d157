package io.argosy.tests.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/** pg_terminate_backend and pg_cancel_backend of the process ids that clients know. */
@Timeout(120)
abstract class SignalsSuite extends ConnectedSuite {
  private static final String SLEEP = "SELECT pg_sleep(50)";

  private Connection victim;

  SignalsSuite(Target target) {
    super(target);
  }

  @BeforeEach
  void connectVictim() throws SQLException {
    victim = Shop.connect(database());
  }

  @AfterEach
  void disconnectVictim() throws SQLException {
    try {
      victim.close();
    } catch (SQLException e) {
      // The driver says goodbye to a server that has closed the connection.
      assertThat(victim.isClosed()).isTrue();
    }
  }

  private int pid() throws SQLException {
    return victim.unwrap(PGConnection.class).getBackendPID();
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private String text(String sql) throws SQLException {
    try (Statement statement = connection().createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).isTrue();
      return rows.getString(1);
    }
  }

  private static void assertState(String sqlState, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(sqlState));
  }

  private void terminate() throws SQLException {
    assertThat(text("SELECT pg_terminate_backend(" + pid() + ")")).isEqualTo("t");
  }

  private void assertEnded() {
    assertState("57P01", () -> run(victim, "SELECT 1"));
    assertThatThrownBy(() -> run(victim, "SELECT 1")).isInstanceOf(SQLException.class);
  }

  private void assertStopped(Future<?> running, String sqlState) {
    assertThatThrownBy(running::get)
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(sqlState));
  }

  private static boolean isActive(Statement statement, int session) throws SQLException {
    try (ResultSet rows =
        statement.executeQuery(
            "SELECT FROM pg_stat_activity WHERE state = 'active' AND pid = " + session)) {
      return rows.next();
    }
  }

  private Future<?> running(String sql) throws SQLException {
    FutureTask<Void> running =
        new FutureTask<>(
            () -> {
              run(victim, sql);
              return null;
            });
    int session = pid();
    Thread.ofVirtual().start(running);
    try (Connection observer = Shop.connect(database());
        Statement statement = observer.createStatement()) {
      await().until(() -> isActive(statement, session));
    }
    return running;
  }

  @Test
  void anIdleSessionEnds() throws SQLException {
    terminate();
    assertEnded();
  }

  @Test
  void aSessionInATransactionEndsAndItsLocksAreGone() throws SQLException {
    run(victim, "BEGIN");
    run(victim, "UPDATE shop.goods SET price = 0");
    terminate();
    assertEnded();
    assertThat(text("SELECT count(*) FROM shop.goods WHERE price = 0")).isEqualTo("0");
    run(connection(), "UPDATE shop.goods SET flag = flag");
  }

  @Test
  void aSessionThatRunsAStatementEnds() throws Exception {
    Future<?> sleeping = running(SLEEP);
    terminate();
    assertStopped(sleeping, "57P01");
    assertThatThrownBy(() -> run(victim, "SELECT 1")).isInstanceOf(SQLException.class);
  }

  @Test
  void aSessionThatWaitsForALockEnds() throws Exception {
    run(connection(), "BEGIN");
    run(connection(), "LOCK TABLE shop.parts");
    Future<?> waiting = running("UPDATE shop.parts SET note = 'changed'");
    try (Connection other = Shop.connect(database());
        Statement statement = other.createStatement()) {
      statement.execute("SELECT pg_terminate_backend(" + pid() + ")");
    }
    assertStopped(waiting, "57P01");
    run(connection(), "ROLLBACK");
  }

  @Test
  void aSessionThatCopiesEnds() throws SQLException {
    CopyIn copy =
        victim
            .unwrap(PGConnection.class)
            .getCopyAPI()
            .copyIn("COPY shop.parts (id, part) FROM STDIN");
    byte[] line = "1\t100001\n".getBytes(java.nio.charset.StandardCharsets.UTF_8);
    copy.writeToCopy(line, 0, line.length);
    copy.flushCopy();
    terminate();
    assertThatThrownBy(copy::endCopy).isInstanceOf(SQLException.class);
    assertThat(text("SELECT count(*) FROM shop.parts WHERE part = 100001")).isEqualTo("0");
  }

  @Test
  void aStatementIsCancelled() throws Exception {
    Future<?> sleeping = running(SLEEP);
    assertThat(text("SELECT pg_cancel_backend(" + pid() + ")")).isEqualTo("t");
    assertStopped(sleeping, "57014");
    run(victim, "SELECT 1");
    assertThat(text("SELECT pg_catalog.pg_cancel_backend(" + pid() + ")")).isEqualTo("t");
    run(victim, "SELECT 1");
  }

  @Test
  void aParameterAndAWaitForTheEnd() throws SQLException {
    try (PreparedStatement statement =
        connection().prepareStatement("SELECT pg_terminate_backend(?, 10000)")) {
      statement.setInt(1, pid());
      ResultSet rows = statement.executeQuery();
      assertThat(rows.next()).isTrue();
      assertThat(rows.getBoolean(1)).isTrue();
    }
    assertEnded();
  }

  @Test
  void overAQuery() throws SQLException {
    String ended =
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE pid = %d AND usename ="
            + " current_user AND datname = current_database() AND pid <> pg_backend_pid()";
    assertThat(text(ended.formatted(pid()))).isEqualTo("1");
    assertEnded();
    assertThat(text("SELECT count(*) FROM shop.goods")).isEqualTo("1000");
  }

  @Test
  void nobodyIsMeantByAnUnknownProcess() throws SQLException {
    try (Statement statement = connection().createStatement();
        ResultSet rows = statement.executeQuery("SELECT pg_terminate_backend(2000000000)")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getBoolean(1)).isFalse();
      assertThat(statement.getWarnings().getMessage())
          .isEqualTo("PID 2000000000 is not a PostgreSQL backend process");
    }
    assertThat(text("SELECT pg_terminate_backend(NULL) IS NULL")).isEqualTo("t");
    assertState("22003", () -> text("SELECT pg_terminate_backend(" + pid() + ", -1)"));
  }

  @Test
  void itselfToo() {
    assertState("57014", () -> text("SELECT pg_cancel_backend(pg_backend_pid()), pg_sleep(5)"));
    assertState("57P01", () -> text("SELECT pg_terminate_backend(pg_backend_pid()), pg_sleep(5)"));
  }

  @Test
  void rolesNeedTheRight() throws SQLException {
    run(connection(), "DROP ROLE IF EXISTS signaller");
    run(connection(), "CREATE ROLE signaller");
    try {
      run(connection(), "SET ROLE signaller");
      assertState("42501", () -> text("SELECT pg_terminate_backend(" + pid() + ")"));
      assertState("42501", () -> text("SELECT pg_cancel_backend(" + pid() + ")"));
      run(connection(), "RESET ROLE");
      run(connection(), "GRANT pg_signal_backend TO signaller");
      run(connection(), "SET ROLE signaller");
      assertState("42501", () -> text("SELECT pg_terminate_backend(" + pid() + ")"));
      run(connection(), "RESET ROLE");
    } finally {
      run(connection(), "DROP ROLE signaller");
    }
    run(victim, "SELECT 1");
  }
}
