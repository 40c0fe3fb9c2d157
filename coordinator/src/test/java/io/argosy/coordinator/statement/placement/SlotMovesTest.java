package io.argosy.coordinator.statement.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.coordinator.Coordinator;
import io.argosy.coordinator.testing.SessionTest;
import io.argosy.coordinator.testing.SharedCluster;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Slots that move from node to node, with the rows that are in them. */
class SlotMovesTest extends SessionTest {
  private static final int ROWS = 2000;

  /** For each node, how many rows of a table it has of its own, and how many of others. */
  private static final String ROWS_OF_OTHERS =
      "SELECT count(*) FROM grow.%s WHERE argosy.slot_owner(%s & 1023) <> argosy.own_position()";

  /** Rows of all nodes. */
  private static final String INSERTS =
      "INSERT INTO grow.word VALUES ('new 1'), ('new 2'), ('new 3'), ('new 4'), ('new 5'),"
          + " ('new 6'), ('new 7'), ('new 8'), ('new 9'), ('new 10'), ('new 11'), ('new 12')";

  @BeforeEach
  void createTables() throws IOException, SQLException {
    SharedCluster.makeNumbersDiffer();
    run(
        "CREATE SCHEMA grow",
        "CREATE TYPE grow.mood AS ENUM ('good', 'bad')",
        "CREATE TABLE grow.region (id integer PRIMARY KEY)",
        "SELECT create_reference_table('grow.region')",
        "INSERT INTO grow.region VALUES (1), (2)",
        """
        CREATE TABLE grow.account (
          id integer PRIMARY KEY, region integer REFERENCES grow.region, moods grow.mood[],
          number bigint GENERATED ALWAYS AS IDENTITY, double bigint GENERATED ALWAYS AS (id * 2) STORED,
          name text)\
        """,
        "SELECT create_distributed_table('grow.account', 'id')",
        """
        CREATE TABLE grow.entry (
          account integer REFERENCES grow.account ON DELETE CASCADE, day date, amount integer)
          PARTITION BY RANGE (day)\
        """,
        "CREATE TABLE grow.entry_1 PARTITION OF grow.entry FOR VALUES FROM ('2026-01-01') TO"
            + " ('2026-02-01')",
        "CREATE TABLE grow.entry_2 PARTITION OF grow.entry DEFAULT",
        "SELECT create_distributed_table('grow.entry', 'account', colocate_with => 'grow.account')",
        "CREATE TABLE grow.mark (account integer)",
        "SELECT create_distributed_table('grow.mark', 'account', colocate_with => 'grow.account')",
        "CREATE TABLE grow.word (word text)",
        "SELECT create_distributed_table('grow.word', 'word')",
        "INSERT INTO grow.account (id, region, moods, name) SELECT i, 1 + i % 2, '{good,bad}', 'n'"
            + " || i FROM generate_series(1, "
            + ROWS
            + ") AS i",
        "INSERT INTO grow.entry SELECT 1 + i % "
            + ROWS
            + ", date '2026-01-01' + i % 60, i FROM generate_series(1, 4000) AS i",
        "INSERT INTO grow.word SELECT 'word ' || i FROM generate_series(1, 500) AS i");
  }

  @AfterEach
  void dropTables() throws IOException, SQLException {
    run("ROLLBACK", "DROP SCHEMA grow CASCADE");
    try (Connection connection = SharedCluster.connect()) {
      SharedCluster.restoreSlots(connection);
    }
  }

  /** Moves the slots that a condition chooses to a node, which is counted from 1. */
  private static String move(String condition, int node) {
    return "SELECT move_slots(ARRAY(SELECT o.slot::integer - 1 FROM argosy.slot_map m,"
        + " unnest(m.owners) WITH ORDINALITY AS o (owner, slot) "
        + condition
        + "), '"
        + name(node)
        + "')";
  }

  private static String name(int node) {
    try {
      return SharedCluster.nodes().nodes().get(node - 1).name();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static void requireOwners() throws IOException, SQLException {
    for (List<String> table :
        List.of(
            List.of("account", "hashint4extended(id, 0)"),
            List.of("entry", "hashint4extended(account, 0)"),
            List.of("mark", "hashint4extended(account, 0)"),
            List.of("word", "hashtextextended(word, 0)"))) {
      assertThat(SharedCluster.onNodes(ROWS_OF_OTHERS.formatted(table.toArray())))
          .as(table.getFirst())
          .containsOnly(List.of("0"));
    }
    assertThat(
            SharedCluster.onNodes(
                "SELECT count(*) FROM grow.entry e WHERE NOT EXISTS (SELECT FROM grow.account a"
                    + " WHERE a.id = e.account)"))
        .containsOnly(List.of("0"));
  }

  @Test
  void rowsMoveWithTheirSlots() throws IOException, SQLException {
    String all =
        "SELECT count(*), sum(id), sum(number), sum(double), min(moods::text), count(DISTINCT name)"
            + " FROM grow.account";
    String joined =
        "SELECT count(*), sum(e.amount) FROM grow.account a JOIN grow.entry e ON e.account = a.id";
    List<String> before = List.of(rows(all).getFirst(), rows(joined).getFirst());
    int moved = Integer.parseInt(rows(move("WHERE o.owner = 0 AND o.slot % 3 = 0", 3)).getFirst());
    moved += Integer.parseInt(rows(move("WHERE o.owner = 1", 1)).getFirst());
    assertThat(moved).isGreaterThan(1000);
    requireOwners();
    assertThat(List.of(rows(all).getFirst(), rows(joined).getFirst())).isEqualTo(before);
    assertThat(SharedCluster.onNode(1, "SELECT count(*) FROM grow.account")).containsExactly("0");
    for (int id = 1; id <= 50; id++) {
      assertThat(rows("SELECT id, name FROM grow.account WHERE id = " + id))
          .containsExactly(id + "|n" + id);
    }
    assertThat(rows("SELECT count(*) FROM grow.word WHERE word = 'word 7'")).containsExactly("1");
    assertThat(update("UPDATE grow.account SET name = 'x' WHERE id BETWEEN 1 AND 20"))
        .isEqualTo(20);
    assertThat(update("DELETE FROM grow.account WHERE id BETWEEN 1 AND 20")).isEqualTo(20);
    run("INSERT INTO grow.account (id, region) SELECT i, 1 FROM generate_series(5000, 5100) AS i");
    requireOwners();
    assertThat(rows("SELECT sum(slots) FROM argosy.node_states")).containsExactly("1024");
  }

  /** What is moved for a join must meet the rows that stay, and the parts of copies. */
  @Test
  void statementsMoveRowsToWhereSlotsAre() throws IOException, SQLException {
    run(
        "CREATE TABLE grow.kind (id integer PRIMARY KEY, name text)",
        "SELECT create_reference_table('grow.kind')",
        "INSERT INTO grow.kind SELECT i, repeat('k', 100) FROM generate_series(1, 3000) i",
        "INSERT INTO grow.mark SELECT 1 + i % 2900 FROM generate_series(1, 20000) i",
        "ANALYZE grow.kind",
        "ANALYZE grow.mark",
        "ANALYZE grow.entry",
        "ANALYZE grow.account");
    List<String> queries =
        List.of(
            "SELECT count(*), sum(a.id), sum(e.account) FROM grow.account a JOIN grow.entry e"
                + " ON e.amount = a.id",
            "WITH r AS (SELECT account % 2800 AS kind, count(*) AS n FROM grow.mark GROUP BY 1)"
                + " SELECT count(*), sum(n), sum(length(k.name)) FROM grow.kind k JOIN r"
                + " ON r.kind = k.id WHERE n <= (SELECT max(n) FROM r)",
            "SELECT count(*), sum(n) FROM (SELECT amount % 500 AS g, count(DISTINCT account) AS n"
                + " FROM grow.entry GROUP BY 1) x");
    List<String> before = new ArrayList<>();
    for (String query : queries) {
      before.addAll(rows(query));
    }
    rows(move("WHERE o.owner = 0 AND o.slot % 3 = 0", 2));
    rows(move("WHERE o.owner = 1 AND o.slot % 3 = 1", 3));
    rows(move("WHERE o.owner = 2 AND o.slot % 3 = 2", 1));
    List<String> after = new ArrayList<>();
    List<String> plans = new ArrayList<>();
    for (String query : queries) {
      after.addAll(rows(query));
      plans.addAll(rows("EXPLAIN " + query));
    }
    assertThat(after).isEqualTo(before);
    assertThat(String.join("\n", plans)).contains("REPARTITION (");
  }

  @Test
  void anotherCoordinatorFindsThem() throws IOException, SQLException {
    Coordinator other = new Coordinator(SharedCluster.nodes());
    try (Connection there =
        DriverManager.getConnection(SharedCluster.serve(other) + "?user=postgres")) {
      String byKey = "SELECT count(*) FROM grow.account WHERE id = ";
      for (int id = 1; id <= 20; id++) {
        assertThat(SharedCluster.rows(there, byKey + id)).containsExactly("1");
      }
      run(move("WHERE o.owner = 0", 2));
      for (int id = 1; id <= 20; id++) {
        assertThat(SharedCluster.rows(there, byKey + id)).containsExactly("1");
        SharedCluster.run(there, "UPDATE grow.account SET name = 'there' WHERE id = " + id);
      }
      assertThat(rows("SELECT count(*) FROM grow.account WHERE name = 'there'"))
          .containsExactly("20");
      requireOwners();
    }
    other.close();
  }

  /** What its snapshot shows is where it was; what it would write could be looked for elsewhere. */
  @ParameterizedTest
  @ValueSource(strings = {"REPEATABLE READ", "SERIALIZABLE"})
  void transactionsKeepTheMapOfTheirSnapshot(String level) throws IOException, SQLException {
    try (Connection there = SharedCluster.connect()) {
      String byKey = "SELECT name FROM grow.account WHERE id = ";
      String owner = rows("SELECT argosy.slot_owner(hashint4extended(1, 0) & 1023)").getFirst();
      run("BEGIN ISOLATION LEVEL " + level);
      assertThat(rows(byKey + 1)).containsExactly("n1");
      int elsewhere = 1 + (Integer.parseInt(owner) + 1) % 3;
      SharedCluster.run(there, move("WHERE o.owner = " + owner, elsewhere));
      assertThat(rows(byKey + 1)).containsExactly("n1");
      if (level.equals("REPEATABLE READ")) {
        assertThat(rows("SELECT count(*), sum(id) FROM grow.account"))
            .containsExactly(ROWS + "|" + ROWS * (ROWS + 1) / 2);
        for (int id = 1; id <= 20; id++) {
          assertThat(rows(byKey + id)).containsExactly("n" + id);
        }
      }
      assertThatThrownBy(() -> run("INSERT INTO grow.account (id, region) VALUES (10001, 1)"))
          .isInstanceOf(SQLException.class)
          .extracting(e -> ((SQLException) e).getSQLState())
          .isIn("40001", "0A000");
      run("ROLLBACK");
      assertThat(rows(byKey + 1)).containsExactly("n1");
      requireOwners();
    }
  }

  @Test
  void thePlanEvensNodesOutOrDrainsOne() throws IOException, SQLException {
    assertThat(rows("SELECT * FROM argosy.rebalance_plan()")).isEmpty();
    follow("SELECT slots, target FROM argosy.rebalance_plan('" + name(2) + "', 200)");
    assertThat(slotsOfNodes()).containsExactly("512", "0", "512");
    requireOwners();
    assertThat(SharedCluster.onNode(1, "SELECT count(*) FROM grow.word")).containsExactly("0");
    follow("SELECT slots, target FROM argosy.rebalance_plan()");
    assertThat(slotsOfNodes()).containsExactlyInAnyOrder("342", "341", "341");
    requireOwners();
  }

  private void follow(String plan) throws SQLException {
    for (String step : rows(plan)) {
      String[] parts = step.split("\\|");
      run("SELECT move_slots('" + parts[0] + "', '" + parts[1] + "')");
    }
  }

  private List<String> slotsOfNodes() throws SQLException {
    return rows(
        "SELECT (SELECT count(*) FROM argosy.slot_map m, unnest(m.owners) AS o (owner)"
            + " WHERE o.owner = n.position) FROM argosy.nodes n ORDER BY n.position");
  }

  @Test
  void whatCannotBeDoneIsRefused() throws IOException, SQLException {
    requireState("42704", "SELECT move_slots('{1}', 'nowhere')");
    requireState("42704", "SELECT * FROM argosy.rebalance_plan('nowhere')");
    requireState("22023", "SELECT move_slots('{1024}', '" + name(1) + "')");
    requireState("22023", "SELECT move_slots('{1, 1000}', '" + name(2) + "')");
    requireState("22004", "SELECT move_slots('{1, NULL}', '" + name(2) + "')");
    run("BEGIN");
    requireState("25001", "SELECT move_slots('{1}', '" + name(2) + "')");
    run("ROLLBACK");
    requireState(
        "25001",
        "INSERT INTO grow.word VALUES ('new'); SELECT move_slots('{1}', '" + name(2) + "')");
    assertThat(rows("SELECT count(*) FROM grow.word WHERE word = 'new'")).containsExactly("0");
    run("CREATE ROLE grow_reader", "SET ROLE grow_reader");
    requireState("42501", "SELECT move_slots('{1}', '" + name(2) + "')");
    run("RESET ROLE", "DROP ROLE grow_reader");
    run(
        "CREATE FUNCTION grow.nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN new;"
            + " END'",
        "SELECT declare_function_safe('grow.nothing()')",
        "CREATE TRIGGER always BEFORE INSERT ON grow.account FOR EACH ROW EXECUTE FUNCTION"
            + " grow.nothing()",
        "ALTER TABLE grow.account ENABLE ALWAYS TRIGGER always");
    requireState("0A000", "SELECT move_slots('{1}', '" + name(2) + "')");
    run("ALTER TABLE grow.account ENABLE TRIGGER always");
    run("SELECT move_slots('{1}', '" + name(2) + "')");
    // The guard behind that trigger knows the new owner.
    run("INSERT INTO grow.account (id, region) SELECT i, 1 FROM generate_series(6000, 7000) AS i");
    requireOwners();
  }

  /** No slot moves while it runs, which needs no right to write. */
  @Test
  void aFunctionThatIsSaidToWriteRunsInReadOnlyTransactions() throws SQLException {
    run(
        "CREATE FUNCTION grow.same(id integer) RETURNS integer LANGUAGE plpgsql AS"
            + " 'BEGIN RETURN id; END'",
        "SELECT declare_function_safe('grow.same(integer)')",
        "BEGIN TRANSACTION READ ONLY");
    assertThat(rows("SELECT grow.same(7)")).containsExactly("7");
    assertThat(rows("SELECT sum(grow.same(id)) FROM grow.account WHERE id <= 3"))
        .containsExactly("6");
    run("COMMIT");
  }

  /** The move waits for a lock that somebody has on the node that gets the slots. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        INSERTS,
        "INSERT INTO grow.word SELECT 'new ' || i FROM generate_series(1, 200) AS i",
        "INSERT INTO grow.word SELECT 'new ' || id FROM grow.account WHERE id <= 200",
        "WITH made AS (INSERT INTO grow.account (id, region) SELECT i, 1 FROM"
            + " generate_series(9001, 9100) AS i RETURNING id)"
            + " INSERT INTO grow.word SELECT 'new ' || id FROM made",
        "SET default_transaction_isolation = 'repeatable read';" + INSERTS,
        "SET default_transaction_isolation = 'repeatable read';"
            + "INSERT INTO grow.word SELECT 'new ' || i FROM generate_series(1, 200) AS i",
        "BEGIN ISOLATION LEVEL REPEATABLE READ; ROLLBACK AND CHAIN;" + INSERTS + "; COMMIT",
        "BEGIN; SELECT count(*) FROM grow.word;"
            + "INSERT INTO grow.word SELECT 'new ' || i FROM generate_series(1, 200) AS i; COMMIT",
        "UPDATE grow.word SET word = 'new ' || word",
        "UPDATE grow.account SET name = 'new' WHERE id IN (SELECT account FROM grow.entry)",
        "DELETE FROM grow.word WHERE word < 'word 3'",
        "MERGE INTO grow.word w USING (SELECT 'new ' || i AS word FROM generate_series(1, 100) AS"
            + " i) s ON w.word = s.word WHEN NOT MATCHED THEN INSERT VALUES (s.word)",
        "INSERT INTO grow.account (id, region) SELECT id, 1 FROM generate_series(1990, 2100) AS id"
            + " ON CONFLICT (id) DO UPDATE SET name = 'new'",
        "BEGIN; SELECT grow.note(id) FROM grow.account WHERE id <= 40; COMMIT",
        "SELECT grow.note(id) FROM grow.account WHERE id <= 40"
      })
  void whoWaitsForAMoveWritesWhereRowsAreThen(String sql) throws Exception {
    run(
        """
        CREATE FUNCTION grow.note(id integer) RETURNS integer LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO grow.mark VALUES (id); RETURN id; END $$\
        """,
        "SELECT declare_function_safe('grow.note(integer)')");
    try (Connection holder = SharedCluster.connectTo(2, "postgres");
        Connection mover = SharedCluster.connect();
        ExecutorService threads = Executors.newCachedThreadPool()) {
      holder.setAutoCommit(false);
      SharedCluster.run(holder, "LOCK TABLE grow.account, grow.entry, grow.word IN SHARE MODE");
      Future<?> moved =
          threads.submit(
              () -> {
                SharedCluster.run(mover, move("WHERE o.owner = 1", 3));
                return null;
              });
      awaitLock("ExclusiveLock");
      Future<?> written =
          threads.submit(
              () -> {
                for (String each : sql.split(";")) {
                  run(each);
                }
                return null;
              });
      awaitWaiting();
      holder.rollback();
      moved.get(30, TimeUnit.SECONDS);
      try {
        written.get(30, TimeUnit.SECONDS);
      } catch (ExecutionException e) {
        // Its transaction has its snapshot from before.
        assertThat(((SQLException) e.getCause()).getSQLState()).isEqualTo("40001");
        run("ROLLBACK");
      }
    }
    run("RESET default_transaction_isolation");
    requireOwners();
    assertThat(rows("SELECT count(*) - count(DISTINCT word) FROM grow.word")).containsExactly("0");
    assertThat(rows("SELECT count(*) - count(DISTINCT id) FROM grow.account")).containsExactly("0");
  }

  /** Until somebody waits for the move, but no longer than the move waits. */
  private static void awaitWaiting() throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(3);
    while (System.nanoTime() < end
        && SharedCluster.onNode(1, "SELECT FROM pg_locks WHERE NOT granted").isEmpty()) {
      Thread.sleep(10);
    }
  }

  private static void awaitLock(String mode) throws Exception {
    String held =
        "SELECT count(*) FROM pg_locks WHERE granted AND mode = '%s' AND relation =".formatted(mode)
            + " 'grow.word'::regclass";
    while (SharedCluster.onNode(1, held).equals(List.of("0"))) {
      Thread.sleep(10);
    }
  }

  /**
   * Nobody but its transaction sees a table that is being placed, so no move would move its rows.
   */
  @Test
  void noSlotMovesWhileATableIsPlaced() throws Exception {
    run(
        "BEGIN",
        "CREATE TABLE grow.late (id integer)",
        "SELECT create_distributed_table('grow.late', 'id')",
        "INSERT INTO grow.late SELECT generate_series(1, 300)");
    try (Connection there = SharedCluster.connect()) {
      SharedCluster.run(there, "SET lock_timeout = '300ms'");
      assertThatThrownBy(() -> SharedCluster.run(there, move("WHERE o.owner = 0", 2)))
          .isInstanceOf(SQLException.class)
          .extracting(e -> ((SQLException) e).getSQLState())
          .isEqualTo("55P03");
      run("COMMIT");
      SharedCluster.run(there, move("WHERE o.owner = 0", 2));
    }
    assertThat(SharedCluster.onNodes(ROWS_OF_OTHERS.formatted("late", "hashint4extended(id, 0)")))
        .containsOnly(List.of("0"));
    assertThat(rows("SELECT count(*) FROM grow.late WHERE id BETWEEN 1 AND 300"))
        .containsExactly("300");
  }

  private void requireState(String state, String sql) {
    assertThatThrownBy(() -> run(sql))
        .as(sql)
        .isInstanceOf(SQLException.class)
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo(state);
  }
}
