package io.argosy.tests.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a transaction sees of others that commit beside it, and how its kind is chosen. */
abstract class IsolationSuite extends ConnectedSuite {
  private static final String COUNT = "SELECT count(*) FROM shop.parts";

  /** The same number, by a join on another column than the key. */
  private static final String JOINED =
      "SELECT count(*) FROM shop.parts p JOIN shop.goods g ON g.id = p.part";

  /** The same number, in a form that nothing is known of. */
  private static final String SAMPLED = "SELECT count(*) FROM shop.parts TABLESAMPLE SYSTEM (100)";

  private static final List<String> FORMS = List.of(COUNT, JOINED, SAMPLED);

  private Statement statement;
  private Connection other;
  private Statement writer;

  IsolationSuite(Target target) {
    super(target);
  }

  @Override
  @BeforeEach
  void connect() throws SQLException {
    super.connect();
    statement = connection().createStatement();
    other = Shop.connect(database());
    writer = other.createStatement();
  }

  @Override
  @AfterEach
  void disconnect() throws SQLException {
    super.disconnect();
    writer.execute("DELETE FROM shop.parts WHERE note = 'beside'");
    other.close();
  }

  private void addParts() throws SQLException {
    writer.execute("INSERT INTO shop.parts SELECT i, i, 'beside' FROM generate_series(901, 930) i");
  }

  private long number(String sql) throws SQLException {
    try (ResultSet results = statement.executeQuery(sql)) {
      assertThat(results.next()).isTrue();
      return results.getLong(1);
    }
  }

  /** The number of parts is this one, however it is asked for. */
  private void assertNumbers(long expected) throws SQLException {
    for (String sql : FORMS) {
      assertThat(number(sql)).as(sql).isEqualTo(expected);
    }
  }

  private String text(String sql) throws SQLException {
    try (ResultSet results = statement.executeQuery(sql)) {
      assertThat(results.next()).isTrue();
      return results.getString(1);
    }
  }

  private void assertState(String sqlState, String message, String sql) {
    assertThatThrownBy(() -> statement.execute(sql))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(sqlState))
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"READ WRITE", "READ ONLY"})
  void repeatableReadSeesOneStateInAllStatements(String mode) throws SQLException {
    statement.execute("BEGIN ISOLATION LEVEL REPEATABLE READ " + mode);
    // One row, on one node.
    assertThat(number("SELECT count(*) FROM shop.parts WHERE id = 1")).isEqualTo(3);
    addParts();
    assertNumbers(900);
    statement.execute("COMMIT");
    assertThat(number(COUNT)).isEqualTo(930);
  }

  @Test
  void repeatableReadStartsWithTheFirstQuery() throws SQLException {
    statement.execute("BEGIN ISOLATION LEVEL REPEATABLE READ");
    statement.execute("SET LOCAL work_mem = '8MB'");
    statement.execute("SET search_path = shop");
    addParts();
    assertThat(number("SELECT count(*) FROM parts")).isEqualTo(930);
    statement.execute("ROLLBACK");
  }

  @Test
  void repeatableReadSeesItsOwnWrites() throws SQLException {
    statement.execute("BEGIN ISOLATION LEVEL REPEATABLE READ");
    statement.execute("INSERT INTO shop.parts VALUES (1, 1000, 'own'), (2, 999, 'own')");
    addParts();
    assertNumbers(902);
    statement.execute("ROLLBACK");
  }

  @Test
  void repeatableReadRefusesToChangeWhatHasChanged() throws SQLException {
    statement.execute("BEGIN ISOLATION LEVEL REPEATABLE READ");
    assertThat(number(COUNT)).isEqualTo(900);
    writer.execute("UPDATE shop.parts SET note = note WHERE id = 7");
    assertState(
        "40001",
        "could not serialize access due to concurrent update",
        "UPDATE shop.parts SET note = 'mine' WHERE id = 7");
    assertState("25P02", "current transaction is aborted", "SELECT 1");
    statement.execute("ROLLBACK");
  }

  @ParameterizedTest
  @ValueSource(strings = {"READ WRITE", "READ ONLY"})
  void readCommittedSeesWhatIsCommittedByEachStatement(String mode) throws SQLException {
    statement.execute("BEGIN ISOLATION LEVEL READ COMMITTED " + mode);
    for (String sql : FORMS) {
      assertThat(number(sql)).as(sql).isEqualTo(900);
      addParts();
      assertThat(number(sql)).as(sql).isEqualTo(930);
      writer.execute("DELETE FROM shop.parts WHERE note = 'beside'");
    }
    statement.execute("COMMIT");
  }

  @Test
  void readCommittedSeesItsOwnWrites() throws SQLException {
    statement.execute("BEGIN");
    assertThat(number(COUNT)).isEqualTo(900);
    statement.execute("INSERT INTO shop.parts VALUES (1, 1000, 'own'), (2, 999, 'own')");
    assertNumbers(902);
    statement.execute("ROLLBACK");
  }

  @Test
  void aTransactionThatHasLockedATableReadsIt() throws SQLException {
    statement.execute("BEGIN");
    statement.execute("LOCK TABLE shop.parts");
    assertThat(number(COUNT)).isEqualTo(900);
    statement.execute("ROLLBACK");
  }

  @Test
  void localSettingsHoldInAllStatements() throws SQLException {
    statement.execute("BEGIN");
    statement.execute("SET LOCAL TIME ZONE 'Asia/Tokyo'");
    assertThat(text("SELECT max(sold)::text FROM shop.goods")).endsWith("+09");
    statement.execute("ROLLBACK");
  }

  @Test
  void settingsOfTheTransactionAreWrittenInManyWays() throws SQLException {
    statement.execute("BEGIN");
    statement.execute("SET LOCAL TRANSACTION ISOLATION LEVEL REPEATABLE READ");
    assertThat(text("SHOW transaction_isolation")).isEqualTo("repeatable read");
    statement.execute("SET LOCAL SESSION AUTHORIZATION postgres");
    statement.execute("SET LOCAL ROLE NONE");
    statement.execute("SET LOCAL argosy_test.value = 'x'");
    assertThat(number(COUNT)).isEqualTo(900);
    addParts();
    assertThat(number(COUNT)).isEqualTo(900);
    statement.execute("COMMIT");
  }

  @Test
  void theKindOfTransactionIsChosenBeforeTheFirstQuery() throws SQLException {
    statement.execute("BEGIN");
    statement.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
    assertThat(text("SHOW transaction_isolation")).isEqualTo("repeatable read");
    assertThat(number(COUNT)).isEqualTo(900);
    addParts();
    assertThat(number(JOINED)).isEqualTo(900);
    assertState(
        "25001",
        "SET TRANSACTION ISOLATION LEVEL must be called before any query",
        "SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
    statement.execute("ROLLBACK");
    statement.execute("BEGIN READ ONLY");
    assertThat(number(COUNT)).isEqualTo(930);
    assertState(
        "25001",
        "transaction read-write mode must be set before any query",
        "SET TRANSACTION READ WRITE");
    statement.execute("ROLLBACK");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SET TRANSACTION READ ONLY",
        "SET LOCAL transaction_read_only = on",
        "SET transaction_read_only = true"
      })
  void aTransactionBecomesReadOnlyWhereverItStands(String readOnly) throws SQLException {
    for (String before : List.of("SELECT 1", "UPDATE shop.parts SET note = 'mine'")) {
      statement.execute("BEGIN");
      statement.execute(before);
      statement.execute(readOnly);
      assertNumbers(900);
      assertThat(number(COUNT + " WHERE note = 'mine'"))
          .isEqualTo(before.startsWith("UPDATE") ? 900 : 0);
      assertThat(text("SHOW transaction_read_only")).isEqualTo("on");
      assertNothingIsWritten();
      statement.execute("ROLLBACK");
      assertThat(text("SHOW transaction_read_only")).isEqualTo("off");
    }
  }

  private void assertNothingIsWritten() throws SQLException {
    for (String sql :
        List.of(
            "INSERT INTO shop.parts VALUES (1, 1001, '')",
            "INSERT INTO shop.parts SELECT id, 1001, name FROM shop.goods",
            "UPDATE shop.parts SET id = id + 1",
            "DELETE FROM shop.parts p USING shop.goods g WHERE g.id = p.part",
            "SELECT * FROM shop.kinds FOR UPDATE",
            "TRUNCATE TABLE shop.parts",
            "CREATE TABLE shop.more (id int)",
            "CREATE TABLE shop.more AS SELECT * FROM shop.goods")) {
      statement.execute("SAVEPOINT before");
      String command = sql.substring(0, sql.indexOf(' '));
      assertState("25006", "cannot execute " + command, sql);
      statement.execute("ROLLBACK TO before");
    }
    statement.execute("SAVEPOINT before");
    assertState("25001", "", "SET TRANSACTION READ WRITE");
    statement.execute("ROLLBACK TO before");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ROLLBACK TO s", "RELEASE s"})
  void readOnlyEndsWithTheSavepoint(String end) throws SQLException {
    statement.execute("BEGIN");
    statement.execute("SAVEPOINT s");
    statement.execute("SET TRANSACTION READ ONLY");
    assertNumbers(900);
    assertNothingIsWritten();
    statement.execute(end);
    assertThat(statement.executeUpdate("UPDATE shop.parts SET note = 'mine'")).isEqualTo(900);
    assertThat(number(COUNT + " WHERE note = 'mine'")).isEqualTo(900);
    statement.execute("ROLLBACK");
  }

  @Test
  void aFailureTakesTheModesThatWereAskedForButNotThoseOfTheChain() throws SQLException {
    for (String chain : new String[] {"", "COMMIT AND CHAIN"}) {
      statement.execute("BEGIN READ ONLY");
      if (!chain.isEmpty()) {
        statement.execute(chain);
      }
      assertState("22012", "division by zero", "SELECT 1 / 0");
      statement.execute("ROLLBACK AND CHAIN");
      assertThat(text("SHOW transaction_read_only")).isEqualTo(chain.isEmpty() ? "off" : "on");
      assertState("22012", "division by zero", "SELECT 1 / 0");
      statement.execute("ROLLBACK AND CHAIN");
      assertThat(text("SHOW transaction_read_only")).isEqualTo(chain.isEmpty() ? "off" : "on");
      statement.execute("ROLLBACK");
    }
  }

  @Test
  void theDefaultsOfTheSessionHold() throws SQLException {
    statement.execute(
        "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
    statement.execute("BEGIN");
    assertThat(number(COUNT)).isEqualTo(900);
    addParts();
    assertThat(number(JOINED)).isEqualTo(900);
    assertState(
        "25006", "cannot execute DELETE in a read-only transaction", "DELETE FROM shop.parts");
    statement.execute("ROLLBACK");
    statement.execute("SET default_transaction_read_only = off");
    statement.execute("BEGIN");
    assertThat(number(COUNT)).isEqualTo(930);
    assertThat(text("SHOW transaction_isolation")).isEqualTo("repeatable read");
    statement.execute("COMMIT AND CHAIN");
    assertThat(text("SHOW transaction_isolation")).isEqualTo("repeatable read");
    statement.execute("ROLLBACK");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DELETE FROM shop.parts WHERE id = 1",
        "DELETE FROM shop.parts WHERE part IN (SELECT g.kind FROM shop.goods g WHERE g.id < 0)",
        "DELETE FROM shop.parts WHERE part IN (SELECT g.kind FROM shop.goods g WHERE g.id < 99)",
        "UPDATE shop.parts SET note = g.name FROM shop.goods g WHERE g.kind = part",
        "WITH gone AS (DELETE FROM shop.parts WHERE id < 0 RETURNING id) SELECT * FROM gone"
      })
  void readOnlyTransactionsChangeNothing(String sql) throws SQLException {
    for (String begin :
        new String[] {"BEGIN READ ONLY", "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"}) {
      statement.execute(begin);
      assertState("25006", "in a read-only transaction", sql);
      statement.execute("ROLLBACK");
    }
    assertThat(number(COUNT)).isEqualTo(900);
  }

  @Test
  void savepointsHoldOnNodesThatAreReachedLater() throws SQLException {
    connection().setAutoCommit(false);
    statement.execute("INSERT INTO shop.parts VALUES (1, 1000, 'own')");
    Savepoint savepoint = connection().setSavepoint("here");
    statement.execute("INSERT INTO shop.parts SELECT i, 1000, 'own' FROM generate_series(2, 20) i");
    connection().rollback(savepoint);
    assertThat(number(COUNT)).isEqualTo(901);
    assertThat(number(SAMPLED)).isEqualTo(901);
    connection().rollback();
  }

  @Test
  void readOnlyTransactionsWithSavepointsSeeOneState() throws SQLException {
    statement.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    statement.execute("SAVEPOINT here");
    assertThat(number(COUNT)).isEqualTo(900);
    addParts();
    assertThat(number(JOINED)).isEqualTo(900);
    statement.execute("COMMIT");
  }
}
