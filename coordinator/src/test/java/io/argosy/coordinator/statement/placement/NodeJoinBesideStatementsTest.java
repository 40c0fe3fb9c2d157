package io.argosy.coordinator.statement.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.coordinator.Databases;
import io.argosy.node.Node;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;
import org.postgresql.util.PSQLException;

/** Clients read and write while nodes join. */
class NodeJoinBesideStatementsTest extends NodeJoinSuite {
  @Test
  void sessionsOfAllCoordinatorsGoOn() throws IOException, SQLException {
    createDatabase(2);
    Databases first = coordinator(2);
    first.directory().put(nodes.nodes().get(2));
    Connection connection = connect(first);
    createTables(connection);
    // The configuration of the other one lists a node that is no member yet.
    Connection other = connect(coordinator(3));
    List<String> before = rows(connection, SUMS);
    Connection committed = connect(first);
    run(committed, "BEGIN");
    assertThat(rows(committed, SUMS)).isEqualTo(before);
    Connection repeatable = connect(first);
    run(repeatable, "BEGIN ISOLATION LEVEL REPEATABLE READ");
    assertThat(rows(repeatable, SUMS)).isEqualTo(before);
    run(connection, "CREATE TEMPORARY TABLE mine AS SELECT 1 AS one", "SET work_mem = '5MB'");
    PreparedStatement prepared = other.prepareStatement("SELECT name FROM region WHERE id = ?");
    prepared.setInt(1, 7);
    for (int i = 0; i < 6; i++) {
      prepared.executeQuery().close();
    }
    assertThat(rows(connection, ADD)).containsExactly("2");
    run(connection, MOVE.formatted(0, "node3"));
    run(other, MOVE.formatted(1, "node3"));
    assertThat(rows(connection, "SELECT one FROM mine")).containsExactly("1");
    assertThat(rows(connection, "SHOW work_mem")).containsExactly("5MB");
    assertThat(rows(other, SUMS)).isEqualTo(before);
    for (int i = 0; i < 6; i++) {
      try (ResultSet rows = prepared.executeQuery()) {
        rows.next();
        assertThat(rows.getString(1)).isEqualTo("region 7");
      }
    }
    assertThat(rows(repeatable, SUMS)).isEqualTo(before);
    assertThat(errorOf(() -> run(repeatable, "UPDATE region SET name = 'x'")).getSQLState())
        .isEqualTo("40001");
    run(repeatable, "ROLLBACK");
    // A transaction that reads what is there now gets the node.
    run(
        committed,
        "UPDATE region SET name = 'changed' WHERE id = 3",
        "UPDATE account SET amount = amount + 1 WHERE id <= 100",
        "COMMIT");
    assertThat(rows(other, "SELECT sum(amount) FROM account"))
        .containsExactly(Integer.toString(3000 * 3001 / 2 + 100));
    requirePlacement(3);
    run(other, "CREATE TABLE made (id integer)", "SELECT create_reference_table('made')");
    run(connection, "INSERT INTO made VALUES (1)");
    assertThat(rows(connectTo(2), "SELECT id FROM made")).containsExactly("1");
  }

  /** What it writes is found by nobody if it is not on the new node, too. */
  @Test
  void writersGoOn() throws Exception {
    createDatabase(2);
    Databases first = coordinator(2);
    first.directory().put(nodes.nodes().get(2));
    Connection connection = connect(first);
    createTables(connection);
    Databases second = coordinator(3);
    AtomicBoolean ends = new AtomicBoolean();
    List<Future<Integer>> writing = new ArrayList<>();
    try (ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 3; i++) {
        int number = i;
        Connection own = connect(i % 2 == 0 ? first : second);
        writing.add(writers.submit(() -> write(own, number, ends)));
      }
      Connection reader = connect(second);
      writing.add(writers.submit(() -> read(reader, ends)));
      for (int i = 0; i < 4; i++) {
        Connection own = connect(first);
        writing.add(writers.submit(() -> readTwice(own, ends)));
      }
      for (int i = 0; i < 2; i++) {
        Connection own = connect(first);
        String copy = "UPDATE region SET name = name || '.' WHERE id = " + (4 + i);
        writing.add(writers.submit(() -> writeFirst(own, copy, ends)));
      }
      try {
        Thread.sleep(500);
        assertThat(rows(connection, ADD)).containsExactly("2");
        Thread.sleep(500);
        run(connection, MOVE.formatted(0, "node3"), MOVE.formatted(1, "node3"));
        Thread.sleep(500);
      } finally {
        ends.set(true);
      }
      for (Future<Integer> writer : writing) {
        assertThat(writer.get()).isPositive();
      }
    }
    requirePlacement(3);
    assertThat(rows(connection, "SELECT sum(amount) FROM account"))
        .containsExactly(Integer.toString(3000 * 3001 / 2));
    String made = "SELECT relname FROM pg_class WHERE relname LIKE 'made%' ORDER BY 1";
    assertThat(rows(connectTo(2), made)).isEqualTo(rows(connectTo(0), made)).isNotEmpty();
  }

  /**
   * Moves amounts from row to row, and changes copies and definitions. Others may change what a
   * transaction has begun to work with.
   */
  private static int write(Connection connection, int number, AtomicBoolean ends)
      throws SQLException {
    int rounds = 0;
    connection.setAutoCommit(false);
    while (!ends.get()) {
      try {
        writeOnce(connection, number, rounds);
        rounds++;
      } catch (PSQLException e) {
        assertThat(e.getSQLState()).as(e.getMessage()).isEqualTo("40001");
        connection.rollback();
      }
    }
    return rounds;
  }

  private static void writeOnce(Connection connection, int number, int rounds) throws SQLException {
    int id = 1 + (rounds * 37 + number * 500) % 2990;
    run(
        connection,
        "UPDATE account SET amount = amount - 1 WHERE id = " + id,
        "UPDATE account SET amount = amount + 1 WHERE id = " + (id + 1));
    connection.commit();
    run(connection, "UPDATE region SET name = '" + rounds + "' WHERE id = " + (1 + number));
    connection.commit();
    if (rounds % 10 == 0) {
      run(connection, "CREATE TABLE made_" + number + "_" + rounds + " (id integer)");
      connection.commit();
    }
  }

  private static int read(Connection connection, AtomicBoolean ends) throws SQLException {
    int rounds = 0;
    while (!ends.get()) {
      assertThat(rows(connection, "SELECT count(*), sum(amount) FROM account"))
          .containsExactly("3000|" + 3000 * 3001 / 2);
      rounds++;
    }
    return rounds;
  }

  /** The node may join between the start of a transaction's first statement and its snapshot. */
  private static int readTwice(Connection connection, AtomicBoolean ends) throws SQLException {
    int rounds = 0;
    connection.setAutoCommit(false);
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    String amounts = "SELECT count(*), sum(amount), min(id) FROM account WHERE id > 0";
    while (!ends.get()) {
      List<String> once = rows(connection, amounts);
      assertThat(rows(connection, amounts)).isEqualTo(once);
      connection.commit();
      rounds++;
    }
    return rounds;
  }

  /** The same of one that writes a copy on each node. */
  private static int writeFirst(Connection connection, String sql, AtomicBoolean ends)
      throws SQLException {
    int rounds = 0;
    connection.setAutoCommit(false);
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    while (!ends.get()) {
      try {
        run(connection, sql);
        connection.commit();
        rounds++;
      } catch (PSQLException e) {
        assertThat(e.getSQLState()).as(e.getMessage()).isEqualTo("40001");
        connection.rollback();
      }
    }
    return rounds;
  }

  /** No guard looks at any of these, and each is the first that a coordinator hears of the node. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void anotherCoordinatorLeavesOutNoNode(int members) throws Exception {
    createDatabase(members);
    Databases first = coordinator(members);
    Connection connection = connect(first);
    createTables(connection);
    run(connection, "CREATE TABLE word (id integer PRIMARY KEY, word text)");
    run(connection, "SELECT create_reference_table('word')");
    Node joining = nodes.nodes().get(members);
    List<Connection> others = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Databases other = coordinator(members);
      other.directory().put(joining);
      others.add(connect(other));
    }
    String moved =
        rows(
                connectTo(0),
                "SELECT min(id) FROM account WHERE ((hashint4extended(id, 0) & 1023) + 1) % 3 = 0")
            .getFirst();
    List<String> copies =
        List.of(
            "COPY account (id) TO STDOUT",
            "COPY (SELECT id FROM account) TO STDOUT",
            "COPY (SELECT id FROM account WHERE id = " + moved + ") TO STDOUT");
    for (int i = 0; i < copies.size(); i++) {
      // It knows how, as things were before.
      copied(others.get(i), copies.get(i));
    }
    first.directory().put(joining);
    rows(connection, "SELECT argosy.add_node('" + joining.name() + "')");
    run(connection, MOVE.formatted(0, joining.name()));
    assertThat(copied(others.get(0), copies.get(0)).lines()).hasSize(3000);
    assertThat(copied(others.get(1), copies.get(1)).lines()).hasSize(3000);
    assertThat(copied(others.get(2), copies.get(2))).isEqualTo(moved + "\n");
    copy(others.get(3)).copyIn("COPY word FROM STDIN", new StringReader("1\tone\n"));
    assertThat(rows(connectTo(members), "SELECT word FROM word")).containsExactly("one");
    run(others.get(4), "BEGIN", "LOCK TABLE account IN EXCLUSIVE MODE");
    assertThat(
            rows(
                connectTo(members),
                "SELECT count(*) FROM pg_locks WHERE relation = 'account'::regclass AND mode ="
                    + " 'ExclusiveLock'"))
        .containsExactly("1");
    run(others.get(4), "ROLLBACK");
    try {
      run(others.get(5), "CREATE INDEX CONCURRENTLY account_amount ON account (amount)");
    } catch (PSQLException e) {
      // It has not begun anywhere.
      assertThat(e.getSQLState()).isEqualTo("40001");
      run(others.get(5), "CREATE INDEX CONCURRENTLY account_amount ON account (amount)");
    }
    assertThat(rows(connectTo(members), "SELECT to_regclass('account_amount')"))
        .containsExactly("account_amount");
    assertThat(rows(others.get(6), SUMS)).hasSize(1);
    run(others.get(7), "TRUNCATE account, word");
    for (int node = 0; node <= members; node++) {
      assertThat(rows(connectTo(node), "SELECT FROM account UNION ALL SELECT FROM word")).isEmpty();
    }
  }

  private static String copied(Connection connection, String sql) throws IOException, SQLException {
    StringWriter copied = new StringWriter();
    copy(connection).copyOut(sql, copied);
    return copied.toString();
  }

  private static CopyManager copy(Connection connection) throws SQLException {
    return connection.unwrap(PGConnection.class).getCopyAPI();
  }

  /** Functions of a cluster of one node may write what they like, behind the guard of a query. */
  @Test
  void functionsThatAreRunningKeepTheirOneNode() throws Exception {
    createDatabase(1);
    Databases databases = coordinator(1);
    Connection connection = connect(databases);
    createTables(connection);
    run(
        connection,
        """
        CREATE FUNCTION slowly() RETURNS void LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_sleep(1.5); UPDATE region SET name = 'slowly'; END $$\
        """);
    databases.directory().put(nodes.nodes().get(1));
    Connection other = connect(databases);
    try (ExecutorService running = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<List<String>> called = running.submit(() -> rows(other, "SELECT slowly()"));
      Thread.sleep(300);
      assertThat(rows(connection, "SELECT argosy.add_node('node2')")).containsExactly("1");
      called.get();
    }
    requirePlacement(2);
    assertThat(rows(connectTo(1), "SELECT DISTINCT name FROM region")).containsExactly("slowly");
  }
}
