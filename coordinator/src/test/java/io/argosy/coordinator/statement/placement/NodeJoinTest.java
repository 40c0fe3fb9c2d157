package io.argosy.coordinator.statement.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.argosy.agent.embedded.EmbeddedNodes;
import io.argosy.coordinator.Databases;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.testing.SharedCluster;
import io.argosy.node.Node;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** Nodes that join while the cluster is used. Each test has a database of its own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NodeJoinTest {
  private static final String ADD = "SELECT argosy.add_node('node3')";

  /** Moves every third slot to a node. */
  private static final String MOVE =
      "SELECT move_slots(ARRAY(SELECT o.slot::integer - 1 FROM argosy.slot_map m,"
          + " unnest(m.owners) WITH ORDINALITY AS o (owner, slot) WHERE o.owner = %d"
          + " AND o.slot %% 3 = 0), '%s')";

  private static final String SUMS =
      "SELECT count(*), sum(a.amount), count(DISTINCT r.name) FROM account a JOIN region r"
          + " ON r.id = a.region";

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private EmbeddedNodes nodes;
  private String database;
  private int tests;

  @BeforeAll
  void start() throws IOException {
    nodes =
        EmbeddedNodes.start(
            3, Files.createTempDirectory(Path.of("target"), "join"), Map.of("fsync", "off"));
  }

  @AfterAll
  void stop() {
    nodes.close();
  }

  @AfterEach
  void close() throws Exception {
    while (!opened.isEmpty()) {
      opened.pop().close();
    }
  }

  /** A coordinator that is configured for the first nodes. */
  private Databases coordinator(int configured) {
    Databases databases =
        new Databases(new Cluster(nodes.nodes().subList(0, configured), database, "postgres"));
    opened.push(databases);
    return databases;
  }

  private Connection connect(Databases databases) throws IOException, SQLException {
    return connect(databases, "postgres");
  }

  private Connection connect(Databases databases, String role) throws IOException, SQLException {
    String url = SharedCluster.serve(databases);
    Connection connection =
        DriverManager.getConnection(
            url.substring(0, url.lastIndexOf('/') + 1) + database + "?user=" + role);
    opened.push(connection);
    return connection;
  }

  private Connection connectTo(int node) throws SQLException {
    return connectTo(node, database);
  }

  private Connection connectTo(int node, String name) throws SQLException {
    String url = nodes.servers().get(node).jdbcUrl();
    Connection connection =
        DriverManager.getConnection(
            url.substring(0, url.lastIndexOf('/') + 1) + name + "?user=postgres");
    opened.push(connection);
    return connection;
  }

  private void createDatabase(int members) throws SQLException {
    database = "join" + ++tests;
    for (int node = 0; node < members; node++) {
      run(connectTo(node, "postgres"), "CREATE DATABASE " + database);
    }
  }

  private static void run(Connection connection, String... statements) throws SQLException {
    SharedCluster.run(connection, statements);
  }

  private static List<String> rows(Connection connection, String query) throws SQLException {
    return SharedCluster.rows(connection, query);
  }

  private static ServerErrorMessage errorOf(ThrowingCallable action) {
    return catchThrowableOfType(PSQLException.class, action).getServerErrorMessage();
  }

  private static void createTables(Connection connection) throws SQLException {
    run(
        connection,
        "CREATE TYPE mood AS ENUM ('good', 'bad')",
        "CREATE TABLE region (id integer PRIMARY KEY, name text, mood mood)",
        "SELECT create_reference_table('region')",
        "INSERT INTO region SELECT i, 'region ' || i, 'bad' FROM generate_series(1, 50) i",
        """
        CREATE TABLE account (
          id integer PRIMARY KEY, region integer REFERENCES region, amount integer,
          number bigint GENERATED ALWAYS AS IDENTITY)\
        """,
        "SELECT create_distributed_table('account', 'id')",
        "INSERT INTO account (id, region, amount) SELECT i, 1 + i % 50, i FROM"
            + " generate_series(1, 3000) i",
        "CREATE TABLE at_home (id integer)",
        "INSERT INTO at_home VALUES (1), (2)",
        "CREATE MATERIALIZED VIEW totals AS SELECT region, sum(amount) AS amount FROM account"
            + " GROUP BY region",
        "CREATE FUNCTION twice(integer) RETURNS integer LANGUAGE sql AS 'SELECT 2 * $1'",
        "SELECT declare_function_safe('twice(integer)')",
        """
        CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN NEW.amount := coalesce(NEW.amount, 0); RETURN NEW; END $$\
        """,
        "SELECT declare_function_safe('keep()')",
        "CREATE TRIGGER keep BEFORE INSERT ON account FOR EACH ROW EXECUTE FUNCTION keep()");
  }

  /** The same rows in all copies, and every row of the distributed table on its owner. */
  private void requirePlacement(int members) throws SQLException {
    List<String> copies = new ArrayList<>();
    int rows = 0;
    for (int node = 0; node < members; node++) {
      Connection connection = connectTo(node);
      copies.addAll(
          rows(
              connection,
              "SELECT count(*), md5(string_agg(r::text, ',' ORDER BY id)) FROM region r"));
      rows += Integer.parseInt(rows(connection, "SELECT count(*) FROM account").getFirst());
      assertThat(
              rows(
                  connection,
                  "SELECT count(*) FROM account WHERE argosy.slot_owner(hashint4extended(id, 0)"
                      + " & 1023) <> argosy.own_position()"))
          .containsExactly("0");
    }
    assertThat(copies.stream().distinct()).hasSize(1);
    assertThat(rows).isEqualTo(3000);
  }

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

  @Test
  void aNodeHasAllOfTheOthers() throws IOException, SQLException {
    createDatabase(2);
    Databases databases = coordinator(2);
    Connection connection = connect(databases);
    createTables(connection);
    List<String> before = rows(connection, SUMS);
    databases.directory().put(nodes.nodes().get(2));
    assertThat(rows(connection, ADD)).containsExactly("2");
    assertThat(rows(connection, "SELECT name FROM argosy.nodes ORDER BY position"))
        .containsExactly("node1", "node2", "node3");
    assertThat(rows(connection, SUMS)).isEqualTo(before);
    run(connection, MOVE.formatted(0, "node3"), MOVE.formatted(1, "node3"));
    assertThat(rows(connectTo(2), "SELECT count(*) > 500 FROM account")).containsExactly("t");
    requirePlacement(3);
    assertThat(rows(connection, SUMS)).isEqualTo(before);
    run(
        connection,
        "REFRESH MATERIALIZED VIEW totals",
        "UPDATE region SET name = name || ' new'",
        "UPDATE account SET amount = twice(amount)",
        "CREATE TABLE later (id integer PRIMARY KEY)",
        "SELECT create_distributed_table('later', 'id')",
        "INSERT INTO later SELECT generate_series(1, 1000)");
    assertThat(rows(connectTo(2), "SELECT count(*) > 100 FROM later")).containsExactly("t");
    assertThat(rows(connection, "SELECT count(*), sum(amount) FROM totals"))
        .containsExactly("50|" + 3000 * 3001 / 2);
    assertThat(rows(connection, "SELECT count(*) FROM at_home")).containsExactly("2");
    requirePlacement(3);
  }

  @Test
  void oneNodeBecomesTwo() throws IOException, SQLException {
    createDatabase(1);
    Databases databases = coordinator(1);
    Connection connection = connect(databases);
    createTables(connection);
    PreparedStatement prepared = connection.prepareStatement(SUMS + " WHERE a.id <> ?");
    prepared.setInt(1, 0);
    for (int i = 0; i < 6; i++) {
      prepared.executeQuery().close();
    }
    List<String> before = rows(connection, SUMS);
    databases.directory().put(nodes.nodes().get(1));
    assertThat(rows(connection, "SELECT argosy.add_node('node2')")).containsExactly("1");
    run(connection, MOVE.formatted(0, "node2"));
    assertThat(rows(connection, SUMS)).isEqualTo(before);
    try (ResultSet rows = prepared.executeQuery()) {
      rows.next();
      assertThat(rows.getInt(1)).isEqualTo(3000);
    }
    requirePlacement(2);
    run(connection, "UPDATE account SET amount = 1", "UPDATE region SET name = 'same'");
    requirePlacement(2);
    assertThat(rows(connection, SUMS)).containsExactly("3000|3000|1");
    assertThat(errorOf(() -> run(connection, "REFRESH MATERIALIZED VIEW totals")).getMessage())
        .contains("older than the placement");
    // It starts again as a member of a cluster of two.
    Connection other = connect(coordinator(2));
    assertThat(rows(other, SUMS)).containsExactly("3000|3000|1");
  }

  @Test
  void saysWhyAServerCannotJoin() throws IOException, SQLException {
    createDatabase(2);
    Databases databases = coordinator(2);
    Connection connection = connect(databases);
    createTables(connection);
    ServerErrorMessage unknown = errorOf(() -> rows(connection, ADD));
    assertThat(unknown.getSQLState()).isEqualTo("42704");
    assertThat(unknown.getDetail()).isEqualTo("It lists node1, node2.");
    databases.directory().put(nodes.nodes().get(2));
    assertThat(errorOf(() -> rows(connection, "SELECT argosy.add_node('node2')")).getMessage())
        .isEqualTo("node 'node2' is a member of the cluster already");
    assertThat(errorOf(() -> rows(connection, "SELECT argosy.add_node(NULL)")).getSQLState())
        .isEqualTo("22004");
    run(connection, "BEGIN");
    assertThat(errorOf(() -> rows(connection, ADD)).getSQLState()).isEqualTo("25001");
    run(connection, "ROLLBACK", "SET default_transaction_isolation = 'repeatable read'");
    assertThat(errorOf(() -> rows(connection, ADD)).getSQLState()).isEqualTo("25001");
    run(connection, "RESET default_transaction_isolation", "CREATE ROLE joins_not LOGIN");
    try {
      run(connection, "SET ROLE joins_not");
      assertThat(errorOf(() -> rows(connection, ADD)).getSQLState()).isEqualTo("42501");
    } finally {
      run(connection, "RESET ROLE", "DROP ROLE joins_not");
    }
    run(connectTo(2, "postgres"), "CREATE DATABASE " + database);
    Connection server = connectTo(2);
    run(server, "CREATE TABLE region (id integer PRIMARY KEY, name varchar, mood text)");
    ServerErrorMessage differs = errorOf(() -> rows(connection, ADD));
    assertThat(differs.getSQLState()).isEqualTo("55000");
    assertThat(differs.getDetail()).contains("region");
    run(server, "DROP TABLE region", "CREATE TABLE at_home (id integer)");
    run(server, "INSERT INTO at_home VALUES (1)");
    assertThat(errorOf(() -> rows(connection, ADD)).getMessage())
        .isEqualTo("table public.at_home has rows on node \"node3\" already");
    run(server, "TRUNCATE at_home");
    run(connection, "BEGIN", "UPDATE region SET name = 'being written'");
    Connection other = connect(databases);
    ServerErrorMessage busy = errorOf(() -> rows(other, ADD));
    assertThat(busy.getSQLState()).isEqualTo("55P03");
    run(connection, "ROLLBACK");
    // Nothing of all that was left, here or there.
    assertThat(rows(server, "SELECT to_regclass('region')")).containsExactly("null");
    assertThat(rows(connection, ADD)).containsExactly("2");
    requirePlacement(3);
  }

  @Test
  void aServerOfAnotherClusterIsLeftAlone() throws IOException, SQLException {
    createDatabase(2);
    Databases databases = coordinator(2);
    Connection connection = connect(databases);
    run(connectTo(2, "postgres"), "CREATE DATABASE " + database);
    Databases alone = new Databases(new Cluster(nodes.nodes().subList(2, 3), database, "postgres"));
    opened.push(alone);
    databases.directory().put(nodes.nodes().get(2));
    ServerErrorMessage refused = errorOf(() -> rows(connection, ADD));
    assertThat(refused.getSQLState()).isEqualTo("55000");
    assertThat(refused.getMessage())
        .isEqualTo("the server of node \"node3\" belongs to a cluster of the nodes node3");
  }

  /** The server has committed what it was given, the members have not: it is used again. */
  @Test
  void whatAFailureLeavesIsUsedTheNextTime() throws IOException, SQLException {
    createDatabase(2);
    Databases databases = coordinator(2);
    Connection connection = connect(databases);
    createTables(connection);
    databases.directory().put(nodes.nodes().get(2));
    Connection member = connectTo(1);
    run(
        member,
        "CREATE FUNCTION argosy.fail() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION"
            + " $$not now$$; END'",
        "CREATE CONSTRAINT TRIGGER fail AFTER INSERT ON argosy.nodes DEFERRABLE INITIALLY DEFERRED"
            + " FOR EACH ROW EXECUTE FUNCTION argosy.fail()");
    assertThat(errorOf(() -> rows(connection, ADD)).getMessage()).isEqualTo("not now");
    assertThat(rows(connectTo(2), "SELECT count(*) FROM region")).containsExactly("50");
    run(member, "DROP TRIGGER fail ON argosy.nodes", "DROP FUNCTION argosy.fail()");
    run(
        connection,
        "DELETE FROM region WHERE id > 50",
        "UPDATE region SET name = 'later' WHERE id = 1",
        "CREATE TABLE later (id integer)",
        "DROP FUNCTION twice(integer)");
    ServerErrorMessage differs = errorOf(() -> rows(connection, ADD));
    assertThat(differs.getDetail()).contains("twice");
    run(connectTo(2), "DROP FUNCTION twice(integer)");
    assertThat(rows(connection, ADD)).containsExactly("2");
    run(connection, MOVE.formatted(0, "node3"));
    requirePlacement(3);
  }

  @Test
  void aCoordinatorThatDoesNotKnowWhereANodeIsSaysSo() throws IOException, SQLException {
    createDatabase(2);
    Databases first = coordinator(2);
    Connection connection = connect(first);
    createTables(connection);
    Databases second = coordinator(2);
    Connection other = connect(second);
    List<String> before = rows(other, SUMS);
    first.directory().put(nodes.nodes().get(2));
    rows(connection, ADD);
    for (String sql : List.of(SUMS, "SELECT 1", "UPDATE region SET name = 'x'")) {
      ServerErrorMessage lost = errorOf(() -> run(other, sql));
      assertThat(lost.getSQLState()).isEqualTo("55000");
      assertThat(lost.getMessage())
          .isEqualTo(
              "node \"node3\" is a member of the cluster, but the configuration does not list it");
    }
    assertThat(errorOf(() -> rows(connect(second), SUMS)).getSQLState()).isEqualTo("55000");
    second.directory().put(nodes.nodes().get(2));
    assertThat(rows(other, SUMS)).isEqualTo(before);
    run(other, "UPDATE region SET name = 'x'");
    requirePlacement(3);
  }

  @Test
  void anApplicationMayHaveAFunctionOfThatName() throws IOException, SQLException {
    createDatabase(1);
    Connection connection = connect(coordinator(1));
    run(
        connection,
        "CREATE FUNCTION add_node(text) RETURNS text LANGUAGE sql AS 'SELECT $1 || $$ added$$'");
    assertThat(rows(connection, "SELECT add_node('mine')")).containsExactly("mine added");
    assertThat(rows(connection, "SELECT public.add_node('mine')")).containsExactly("mine added");
  }

  /** Roles are there for all databases, and so on all nodes of any. */
  @Test
  void nodesJoinOneDatabaseAfterTheOther() throws IOException, SQLException {
    createDatabase(2);
    Databases databases = coordinator(2);
    String url = SharedCluster.serve(databases);
    Connection connection = connect(databases);
    String another = database + "_another";
    run(connection, "CREATE DATABASE " + another);
    Connection other =
        DriverManager.getConnection(
            url.substring(0, url.lastIndexOf('/') + 1) + another + "?user=postgres");
    opened.push(other);
    createTables(other);
    databases.directory().put(nodes.nodes().get(2));
    assertThat(errorOf(() -> rows(other, ADD)).getSQLState()).isEqualTo("55000");
    rows(connection, ADD);
    ServerErrorMessage refused = errorOf(() -> run(other, "CREATE ROLE join_everywhere"));
    assertThat(refused.getSQLState()).isEqualTo("55000");
    assertThat(refused.getMessage())
        .isEqualTo("node \"node3\" has not joined in database \"%s\" yet".formatted(another));
    assertThat(rows(other, SUMS)).hasSize(1);
    assertThat(rows(other, ADD)).containsExactly("2");
    run(other, "CREATE ROLE join_everywhere", MOVE.formatted(0, "node3"));
    assertThat(
            rows(connectTo(2), "SELECT count(*) FROM pg_roles WHERE rolname = 'join_everywhere'"))
        .containsExactly("1");
    run(other, "DROP ROLE join_everywhere");
    database = another;
    requirePlacement(3);
  }

  @Test
  void twoNodesJoinAtOnce() throws Exception {
    createDatabase(1);
    Databases databases = coordinator(1);
    createTables(connect(databases));
    databases.directory().put(nodes.nodes().get(1));
    databases.directory().put(nodes.nodes().get(2));
    try (ExecutorService joining = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<List<String>>> positions = new ArrayList<>();
      for (String name : List.of("node2", "node3")) {
        Connection own = connect(databases);
        positions.add(joining.submit(() -> addWhenItsTurn(own, name)));
      }
      assertThat(List.of(positions.get(0).get().getFirst(), positions.get(1).get().getFirst()))
          .containsExactlyInAnyOrder("1", "2");
    }
    Connection connection = connect(databases);
    List<String> members = rows(connection, "SELECT name FROM argosy.nodes ORDER BY position");
    assertThat(members).hasSize(3).startsWith("node1");
    run(connection, MOVE.formatted(0, "node2"), MOVE.formatted(0, "node3"));
    requirePlacement(3);
    assertThat(rows(connect(coordinator(3)), "SELECT count(*) FROM account"))
        .containsExactly("3000");
  }

  private static List<String> addWhenItsTurn(Connection connection, String name)
      throws SQLException {
    while (true) {
      try {
        return rows(connection, "SELECT argosy.add_node('" + name + "')");
      } catch (PSQLException e) {
        assertThat(e.getMessage()).contains("another node is joining");
      }
    }
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
