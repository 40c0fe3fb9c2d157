package io.argosy.tests.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The settings that end what lasts too long: a statement, a wait for a lock, a transaction. */
@Timeout(120)
abstract class TimeLimitsSuite extends TwoClientsSuite {
  static final String STATEMENT_TIMEOUT = "canceling statement due to statement timeout";

  /** Sleeps on every node that has some of the goods. */
  private static final String SLEEP = "SELECT pg_sleep(50), count(*) FROM shop.goods";

  TimeLimitsSuite(Target target) {
    super(target);
  }

  void assertState(String sqlState, String message, String sql) {
    assertThatThrownBy(() -> statement.execute(sql))
        .as(sql)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(sqlState))
        .hasMessageContaining(message);
  }

  static String text(Statement statement, String sql) throws SQLException {
    try (ResultSet results = statement.executeQuery(sql)) {
      assertThat(results.next()).isTrue();
      return results.getString(1);
    }
  }

  /** How many rows the statement's transaction has changed. */
  private static String changed(Statement reader) throws SQLException {
    return text(reader, "SELECT count(*) FROM shop.parts WHERE note = 'changed'");
  }

  @Test
  void aStatementThatLastsTooLongIsCancelled() throws SQLException {
    statement.execute("SET statement_timeout = '300ms'");
    assertState("57014", STATEMENT_TIMEOUT, SLEEP);
    assertState("57014", STATEMENT_TIMEOUT, "SELECT pg_sleep(50)");
    statement.execute("RESET statement_timeout");
    assertThat(text(statement, "SELECT count(*) FROM shop.goods")).isEqualTo("1000");
    assertThat(text(statement, "SELECT count(*) FROM shop.goods, pg_sleep(0.5)")).isEqualTo("1000");
  }

  @Test
  void theLimitOfTheStartHolds() throws SQLException {
    try (Connection limited = Shop.connect(database(), "options", "-c statement_timeout=300");
        Statement slow = limited.createStatement()) {
      assertThatThrownBy(() -> slow.execute(SLEEP)).hasMessageContaining(STATEMENT_TIMEOUT);
      slow.execute("SET statement_timeout = 0");
      assertThat(text(slow, "SELECT count(*) FROM shop.goods, pg_sleep(0.5)")).isEqualTo("1000");
      slow.execute("RESET ALL");
      assertThatThrownBy(() -> slow.execute(SLEEP)).hasMessageContaining(STATEMENT_TIMEOUT);
    }
  }

  @Test
  void theLimitOfTheRoleHolds() throws SQLException {
    statement.execute("CREATE ROLE hurried LOGIN");
    statement.execute("ALTER ROLE hurried SET statement_timeout = '300ms'");
    String url = database().jdbcUrl().replace("user=postgres", "user=hurried");
    try (Connection limited = DriverManager.getConnection(url);
        Statement slow = limited.createStatement()) {
      assertThatThrownBy(() -> slow.execute("SELECT pg_sleep(50)"))
          .hasMessageContaining(STATEMENT_TIMEOUT);
    } finally {
      statement.execute("DROP ROLE hurried");
    }
  }

  @Test
  void aLocalLimitHoldsUntilItsPartOfTheTransactionEnds() throws SQLException {
    connection().setAutoCommit(false);
    Savepoint before = connection().setSavepoint("before");
    statement.execute("SET LOCAL statement_timeout = '300ms'");
    assertState("57014", STATEMENT_TIMEOUT, SLEEP);
    connection().rollback(before);
    assertThat(text(statement, "SELECT count(*) FROM shop.goods, pg_sleep(0.5)")).isEqualTo("1000");
    statement.execute("SET LOCAL statement_timeout = '300ms'");
    statement.execute("SET statement_timeout = '1min'");
    assertThat(text(statement, "SELECT count(*) FROM shop.goods, pg_sleep(0.5)")).isEqualTo("1000");
    connection().rollback();
    statement.execute("SET LOCAL statement_timeout = '300ms'");
    connection().commit();
    assertThat(text(statement, "SELECT count(*) FROM shop.goods, pg_sleep(0.5)")).isEqualTo("1000");
    connection().rollback();
  }

  @Test
  void aChangeThatLastsTooLongIsUndone() throws SQLException {
    statement.execute("SET statement_timeout = '300ms'");
    assertState(
        "57014",
        STATEMENT_TIMEOUT,
        "UPDATE shop.parts SET note = 'changed' || coalesce(pg_sleep(0.2)::text, '')");
    statement.execute("RESET statement_timeout");
    assertThat(changed(beside)).isEqualTo("0");
  }

  @Test
  void waitingForALockHasItsOwnLimit() throws SQLException {
    other.setAutoCommit(false);
    beside.executeUpdate("UPDATE shop.parts SET note = note");
    statement.execute("SET lock_timeout = '200ms'");
    String update = "UPDATE shop.parts SET note = 'changed' WHERE id < 50";
    assertState("55P03", "canceling statement due to lock timeout", update);
    connection().setAutoCommit(false);
    Savepoint before = connection().setSavepoint("before");
    assertState("55P03", "canceling statement due to lock timeout", update);
    connection().rollback(before);
    assertState(
        "55P03", "canceling statement due to lock timeout", "LOCK TABLE shop.parts IN SHARE MODE");
    connection().rollback();
    other.rollback();
    assertThat(changed(beside)).isEqualTo("0");
    other.rollback();
  }

  @Test
  void aTransactionWhoseClientIsSilentIsEnded() throws SQLException {
    statement.execute("SET idle_in_transaction_session_timeout = '1s'");
    statement.execute("BEGIN");
    assertThat(text(statement, "SHOW idle_in_transaction_session_timeout")).isEqualTo("1s");
    statement.executeUpdate("UPDATE shop.parts SET note = 'changed'");
    // Waits until the other transaction has ended on every node.
    beside.executeUpdate("UPDATE shop.parts SET note = note");
    assertThat(changed(beside)).isEqualTo("0");
    assertState("25P03", "terminating connection due to idle-in-transaction timeout", "SELECT 1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"SELECT 1", "LISTEN quiet", "CREATE TEMPORARY TABLE kept (id int)"})
  void aSessionWhoseClientIsSilentIsEnded(String before) throws Exception {
    statement.execute(before);
    statement.execute("SET idle_session_timeout = '1s'");
    assertThat(text(statement, "SHOW idle_session_timeout")).isEqualTo("1s");
    // What works is not silent, and a transaction has a limit of its own.
    statement.execute("SELECT pg_sleep(1.3)");
    statement.execute("BEGIN");
    beside.execute("SELECT pg_sleep(1.3)");
    statement.execute("COMMIT");
    for (int i = 0; i < 5; i++) {
      // What others say does not count.
      beside.execute("NOTIFY quiet");
      Thread.sleep(300);
    }
    assertState("57P05", "terminating connection due to idle-session timeout", "SELECT 1");
  }

  @Test
  void aTransactionThatWorksIsNotSilent() throws SQLException {
    statement.execute("SET idle_in_transaction_session_timeout = '500ms'");
    statement.execute("BEGIN");
    statement.executeUpdate("UPDATE shop.parts SET note = 'changed'");
    statement.execute("SELECT pg_sleep(1.2)");
    assertThat(changed(statement)).isEqualTo("900");
    statement.execute("ROLLBACK");
    statement.execute("BEGIN");
    statement.execute("SET LOCAL idle_in_transaction_session_timeout = 0");
    assertThat(text(statement, "SHOW idle_in_transaction_session_timeout")).isEqualTo("0");
    beside.execute("SELECT pg_sleep(1.2)");
    assertThat(changed(statement)).isEqualTo("0");
    statement.execute("COMMIT");
    assertThat(text(statement, "SHOW idle_in_transaction_session_timeout")).isEqualTo("500ms");
  }

  @Test
  void aStatementFindsTheLimitsOfItsSession() throws SQLException {
    String setting = "current_setting('idle_in_transaction_session_timeout')";
    statement.execute("CREATE VIEW shop.patience AS SELECT " + setting + " AS patience");
    try {
      statement.execute("SET idle_in_transaction_session_timeout = '90s'");
      statement.execute("SET transaction_timeout = '1h'");
      assertLimits("90s", "1h", setting);
      statement.execute("BEGIN");
      statement.execute("SET LOCAL transaction_timeout = '2h'");
      assertLimits("90s", "2h", setting);
      statement.executeUpdate("UPDATE shop.parts SET note = 'changed'");
      assertLimits("90s", "2h", setting);
      statement.execute("ROLLBACK");
      assertLimits("90s", "1h", setting);
    } finally {
      statement.execute("DROP VIEW shop.patience");
    }
  }

  private void assertLimits(String idle, String transaction, String setting) throws SQLException {
    assertThat(text(statement, "SELECT " + setting)).isEqualTo(idle);
    assertThat(text(statement, "SELECT Current_Setting('transaction_timeout', true)"))
        .isEqualTo(transaction);
    assertThat(text(statement, "SELECT patience FROM shop.patience")).isEqualTo(idle);
    assertThat(
            text(
                statement,
                "SELECT setting || unit FROM pg_settings"
                    + " WHERE name = 'idle_in_transaction_session_timeout'"))
        .isEqualTo("90000ms");
    try (ResultSet all = statement.executeQuery("SHOW ALL")) {
      while (all.next()) {
        if (all.getString("name").equals("transaction_timeout")) {
          assertThat(all.getString("setting")).isEqualTo(transaction);
        }
      }
    }
  }

  @Test
  void aTransactionThatLastsTooLongIsEnded() throws SQLException {
    statement.execute("SET transaction_timeout = '1s'");
    statement.execute("BEGIN");
    statement.executeUpdate("UPDATE shop.parts SET note = 'changed'");
    assertState("25P04", "terminating connection due to transaction timeout", SLEEP);
    assertThat(changed(beside)).isEqualTo("0");
    assertThat(connection().isValid(5)).isFalse();
  }
}
