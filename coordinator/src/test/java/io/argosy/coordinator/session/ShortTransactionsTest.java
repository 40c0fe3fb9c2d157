package io.argosy.coordinator.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.argosy.coordinator.testing.SharedCluster;
import io.argosy.coordinator.testing.WatchedNodes;
import java.io.IOException;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.postgresql.PGConnection;

/**
 * Short transactions ask nodes as little as can be, and are transactions as PostgreSQL has them.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ShortTransactionsTest {
  private static final String UPDATE = "UPDATE short_rows SET n = n + 1 WHERE id = %d";
  private static final int ROWS = 100;

  private WatchedNodes nodes;
  private Connection connection;
  private int elsewhere;

  @BeforeAll
  void start() throws IOException, SQLException {
    nodes = WatchedNodes.start();
  }

  @AfterAll
  void stop() {
    nodes.close();
  }

  @BeforeEach
  void makeTable() throws IOException, SQLException {
    connection = nodes.connect();
    SharedCluster.run(
        connection,
        "DROP TABLE IF EXISTS short_rows",
        "CREATE TABLE short_rows (id int PRIMARY KEY, n int)",
        "SELECT create_distributed_table('short_rows', 'id')",
        "INSERT INTO short_rows SELECT i, 0 FROM generate_series(1, " + ROWS + ") i");
    elsewhere = Integer.parseInt(SharedCluster.onNode(1, "SELECT id FROM short_rows").getFirst());
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  /** How many requests some statements take, when all that can be known of them is known. */
  private int requests(String... statements) throws SQLException {
    SharedCluster.run(connection, statements);
    nodes.forget();
    SharedCluster.run(connection, statements);
    return nodes.requests();
  }

  private String update(int id) {
    return UPDATE.formatted(id);
  }

  /** Whichever node answers. */
  @Test
  void aTransactionHasOneTime() throws IOException, SQLException {
    String times =
        "SELECT id, now(), CURRENT_TIMESTAMP(3) AS c, transaction_timestamp()::text,"
            + " now() + n * interval '1 day', count(*) FROM short_rows WHERE id = %d"
            + " AND now() > '2000-01-01' GROUP BY id, now() ORDER BY now(), 1 LIMIT 1";
    connection.setAutoCommit(false);
    String own = SharedCluster.rows(connection, "SELECT now()").getFirst();
    for (int id = 1; id <= 12; id++) {
      assertThat(SharedCluster.rows(connection, times.formatted(id)).getFirst())
          .startsWith(id + "|" + own + "|")
          .contains("|" + own + "|");
      StringWriter copied = new StringWriter();
      connection
          .unwrap(PGConnection.class)
          .getCopyAPI()
          .copyOut("COPY (SELECT now() FROM short_rows WHERE id = " + id + ") TO STDOUT", copied);
      assertThat(copied).hasToString(own + "\n");
    }
    connection.rollback();
    connection.setAutoCommit(true);
  }

  /** The home node begins and ends the transaction, too: its time is that of the transaction. */
  @Test
  void aTransactionOfOneNodeIsARequestForEachStatementAndItsCommit() throws SQLException {
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () ->
                assertThat(requests("BEGIN", update(elsewhere), update(elsewhere), "COMMIT"))
                    .isEqualTo(5));
    assertThat(
            requests(
                "START TRANSACTION ISOLATION LEVEL READ COMMITTED, READ WRITE",
                update(elsewhere),
                "COMMIT"))
        .isEqualTo(4);
  }

  @Test
  void checksThatAreDeferredAreMadeBeforeOthersWaitForTheCommit() throws SQLException {
    SharedCluster.run(
        connection,
        "DROP TABLE IF EXISTS short_parents, short_children CASCADE",
        "CREATE TABLE short_parents (id int PRIMARY KEY)",
        "CREATE TABLE short_children (id int PRIMARY KEY REFERENCES short_parents DEFERRABLE"
            + " INITIALLY DEFERRED)",
        "SELECT create_distributed_table('short_parents', 'id')",
        "SELECT create_distributed_table('short_children', 'id', colocate_with =>"
            + " 'short_parents')");
    try {
      assertThat(requests("BEGIN", update(elsewhere), "COMMIT")).isEqualTo(5);
      connection.setAutoCommit(false);
      SharedCluster.run(connection, "INSERT INTO short_children VALUES (" + elsewhere + ")");
      assertThatThrownBy(connection::commit)
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("23503"));
    } finally {
      connection.setAutoCommit(true);
      SharedCluster.run(connection, "DROP TABLE short_children, short_parents");
    }
  }

  @Test
  void theTimeOfATransactionIsThatOfItsBegin() throws IOException, SQLException {
    // What is known of the statement is not asked of the home node then.
    SharedCluster.run(connection, update(elsewhere), "BEGIN", update(elsewhere));
    String later = SharedCluster.onNode(0, "SELECT clock_timestamp()").getFirst();

    assertThat(SharedCluster.rows(connection, "SELECT now() < timestamptz '" + later + "'"))
        .containsExactly("t");
    SharedCluster.run(connection, "COMMIT");
  }

  @Test
  void itsModesCanStillBeSet() throws SQLException {
    SharedCluster.run(connection, "BEGIN", "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
    assertThat(SharedCluster.rows(connection, "SHOW transaction_isolation"))
        .containsExactly("repeatable read");
    String sum = "SELECT sum(n) FROM short_rows";
    assertThat(SharedCluster.rows(connection, sum)).containsExactly("0");
    try (Connection other = nodes.connect()) {
      SharedCluster.run(other, update(elsewhere));
    }
    assertThat(SharedCluster.rows(connection, sum)).containsExactly("0");
    SharedCluster.run(connection, "COMMIT");
    assertThat(SharedCluster.rows(connection, sum)).containsExactly("1");
  }

  @Test
  void itsModesAreThoseOfTheSession() throws SQLException {
    for (String modes : List.of("SERIALIZABLE", "REPEATABLE READ", "READ COMMITTED")) {
      SharedCluster.run(
          connection,
          "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL " + modes,
          "BEGIN");
      assertThat(SharedCluster.rows(connection, "SHOW transaction_isolation"))
          .containsExactly(modes.toLowerCase(Locale.ROOT));
      SharedCluster.run(connection, "COMMIT");
    }
    SharedCluster.run(connection, "SET default_transaction_read_only = on", "BEGIN");
    assertThatThrownBy(() -> SharedCluster.run(connection, update(elsewhere)))
        .hasMessageContaining("read-only transaction");
    SharedCluster.run(connection, "ROLLBACK", "RESET default_transaction_read_only");
    SharedCluster.run(connection, "SET default_transaction_deferrable = on", "BEGIN");
    assertThat(SharedCluster.rows(connection, "SHOW transaction_deferrable")).containsExactly("on");
    SharedCluster.run(connection, "ROLLBACK");
  }

  @Test
  void aBeginThatIsWrongIsRefused() {
    for (String wrong : List.of("BEGIN , READ WRITE", "BEGIN READ WRITE,", "BEGIN READ")) {
      assertThatThrownBy(() -> SharedCluster.run(connection, wrong))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42601"));
    }
  }

  @Test
  void nodesThatJoinLateGoBackWithTheOthers() throws SQLException {
    SharedCluster.run(connection, "BEGIN", update(elsewhere), "SAVEPOINT here", "SAVEPOINT there");
    for (int id = 1; id <= ROWS; id++) {
      SharedCluster.run(connection, update(id));
    }
    SharedCluster.run(connection, "ROLLBACK TO here");
    assertThat(SharedCluster.rows(connection, "SELECT sum(n) FROM short_rows"))
        .containsExactly("1");
    SharedCluster.run(connection, "ROLLBACK");
    assertThat(SharedCluster.rows(connection, "SELECT sum(n) FROM short_rows"))
        .containsExactly("0");
  }

  @Test
  void aFirstStatementThatFailsFailsTheTransaction() throws SQLException {
    SharedCluster.run(connection, "BEGIN");
    assertThatThrownBy(
            () ->
                SharedCluster.run(
                    connection, "UPDATE short_rows SET n = 1 / (n - n) WHERE id = " + elsewhere))
        .hasMessageContaining("division by zero");
    assertThatThrownBy(() -> SharedCluster.run(connection, update(1)))
        .hasMessageContaining("current transaction is aborted");
    SharedCluster.run(connection, "COMMIT");
    assertThat(SharedCluster.rows(connection, "SELECT sum(n) FROM short_rows"))
        .containsExactly("0");
  }
}
