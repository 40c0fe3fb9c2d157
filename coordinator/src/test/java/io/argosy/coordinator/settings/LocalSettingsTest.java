package io.argosy.coordinator.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.argosy.coordinator.testing.SessionTest;
import io.argosy.coordinator.testing.SharedCluster;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** What a transaction has set for itself holds for all that is done for it, in any backend. */
@Timeout(60)
class LocalSettingsTest extends SessionTest {
  private Connection other;

  @BeforeEach
  void createTables() throws IOException, SQLException {
    run(
        "CREATE SCHEMA first_place",
        "CREATE SCHEMA second_place",
        "CREATE TABLE first_place.things (id int PRIMARY KEY, name text)",
        "CREATE TABLE second_place.things (id int PRIMARY KEY, size int, name text)",
        "SELECT create_distributed_table('first_place.things', 'id')",
        "SELECT create_distributed_table('second_place.things', 'id')",
        "INSERT INTO first_place.things SELECT i, 'one' FROM generate_series(1, 20) i",
        "INSERT INTO second_place.things SELECT i, 7, 'two' FROM generate_series(1, 20) i");
    other = SharedCluster.connect();
  }

  @AfterEach
  void dropTables() throws SQLException {
    other.close();
    run("ROLLBACK", "RESET ALL", "DROP SCHEMA first_place, second_place CASCADE");
  }

  /** No statement here has been seen before, so it is looked up first, and waits there. */
  @ParameterizedTest
  @ValueSource(strings = {"SET LOCAL", "SET"})
  void aStatementWaitsForNoTableLongerThanItMay(String set) throws Exception {
    String limit = set + " lock_timeout = '200ms'";
    String read = "SELECT name, 1 AS " + set.replace(' ', '_') + " FROM first_place.things";
    String write = "UPDATE first_place.things SET name = '" + set + "'";
    SharedCluster.run(other, "BEGIN", "LOCK TABLE first_place.things");
    for (String sql : List.of(read, write)) {
      run("BEGIN", limit);
      long start = System.nanoTime();
      ServerErrorMessage error = failure(connection, sql);
      assertThat(System.nanoTime() - start).isLessThan(5_000_000_000L);
      assertThat(error.getSQLState()).isEqualTo("55P03");
      run("ROLLBACK");
      try (Connection postgres = SharedCluster.connectTo(0, "postgres")) {
        SharedCluster.run(postgres, "BEGIN", limit);
        ServerErrorMessage expected = failure(postgres, sql);
        assertThat(error.getMessage()).isEqualTo(expected.getMessage());
        assertThat(error.getPosition()).isEqualTo(expected.getPosition());
        assertThat(error.getDetail()).isEqualTo(expected.getDetail());
      }
    }
    SharedCluster.run(other, "COMMIT");
    assertThat(rows(read)).hasSize(20);
  }

  /** It is known what it returns, but not how it is answered. */
  @Test
  void planningWaitsForNoTableLongerThanItMay() throws Exception {
    try (PreparedStatement read =
        connection.prepareStatement("SELECT name, 2 AS planned FROM first_place.things")) {
      assertThat(read.getMetaData().getColumnCount()).isEqualTo(2);
      SharedCluster.run(other, "BEGIN", "LOCK TABLE first_place.things");
      run("BEGIN", "SET LOCAL lock_timeout = '200ms'");
      PSQLException failure = catchThrowableOfType(PSQLException.class, read::executeQuery);
      assertThat(failure.getSQLState()).isEqualTo("55P03");
      SharedCluster.run(other, "COMMIT");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"BEGIN", "BEGIN READ ONLY", "BEGIN ISOLATION LEVEL REPEATABLE READ"})
  void namesAreThoseOfTheTransactionsPath(String begin) throws SQLException {
    String read = "SELECT * FROM things WHERE id < 3 ORDER BY id";
    String gathered = "SELECT max(name) FROM things TABLESAMPLE SYSTEM (100)";
    run("SET search_path = first_place", begin, "SET LOCAL search_path = second_place");
    assertThat(rows(read)).containsExactly("1|7|two", "2|7|two");
    assertThat(rows(gathered)).containsExactly("two");
    run("SAVEPOINT s", "SET LOCAL search_path = first_place");
    assertThat(rows(read)).containsExactly("1|one", "2|one");
    run("ROLLBACK TO s");
    assertThat(rows(read)).containsExactly("1|7|two", "2|7|two");
    run("COMMIT");
    assertThat(rows(read)).containsExactly("1|one", "2|one");
    assertThat(rows(gathered)).containsExactly("one");
  }

  @Test
  void whatBelongsToTheTransactionItselfIsNoSettingOfOthers() throws SQLException {
    run(
        "BEGIN",
        "SET LOCAL transaction_read_only = on",
        "SET LOCAL seed = 0.5",
        "SET LOCAL idle_in_transaction_session_timeout = '50ms'",
        "SET LOCAL app.someone = 'me'");
    assertThat(
            rows(
                "SELECT name, current_setting('app.someone') FROM first_place.things WHERE id = 1"))
        .containsExactly("one|me");
    run("COMMIT");
  }

  private static ServerErrorMessage failure(Connection session, String sql) {
    return catchThrowableOfType(PSQLException.class, () -> SharedCluster.run(session, sql))
        .getServerErrorMessage();
  }
}
