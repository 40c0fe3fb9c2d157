package io.argosy.coordinator.statement.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.argosy.agent.embedded.EmbeddedNodes;
import io.argosy.coordinator.Databases;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.testing.SharedCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** Tests of nodes that join. Each test has a database of its own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class NodeJoinSuite {
  static final String ADD = "SELECT argosy.add_node('node3')";

  /** Moves every third slot to a node. */
  static final String MOVE =
      "SELECT move_slots(ARRAY(SELECT o.slot::integer - 1 FROM argosy.slot_map m,"
          + " unnest(m.owners) WITH ORDINALITY AS o (owner, slot) WHERE o.owner = %d"
          + " AND o.slot %% 3 = 0), '%s')";

  static final String SUMS =
      "SELECT count(*), sum(a.amount), count(DISTINCT r.name) FROM account a JOIN region r"
          + " ON r.id = a.region";

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  EmbeddedNodes nodes;
  String database;
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

  /** When the test has ended. */
  void closeLater(AutoCloseable resource) {
    opened.push(resource);
  }

  /** A coordinator that is configured for the first nodes. */
  Databases coordinator(int configured) {
    Databases databases =
        new Databases(new Cluster(nodes.nodes().subList(0, configured), database, "postgres"));
    opened.push(databases);
    return databases;
  }

  Connection connect(Databases databases) throws IOException, SQLException {
    return connect(databases, "postgres");
  }

  Connection connect(Databases databases, String role) throws IOException, SQLException {
    String url = SharedCluster.serve(databases);
    Connection connection =
        DriverManager.getConnection(
            url.substring(0, url.lastIndexOf('/') + 1) + database + "?user=" + role);
    opened.push(connection);
    return connection;
  }

  Connection connectTo(int node) throws SQLException {
    return connectTo(node, database);
  }

  Connection connectTo(int node, String name) throws SQLException {
    String url = nodes.servers().get(node).jdbcUrl();
    Connection connection =
        DriverManager.getConnection(
            url.substring(0, url.lastIndexOf('/') + 1) + name + "?user=postgres");
    opened.push(connection);
    return connection;
  }

  void createDatabase(int members) throws SQLException {
    database = "join" + ++tests;
    for (int node = 0; node < members; node++) {
      run(connectTo(node, "postgres"), "CREATE DATABASE " + database);
    }
  }

  static void run(Connection connection, String... statements) throws SQLException {
    SharedCluster.run(connection, statements);
  }

  static List<String> rows(Connection connection, String query) throws SQLException {
    return SharedCluster.rows(connection, query);
  }

  static ServerErrorMessage errorOf(ThrowingCallable action) {
    return catchThrowableOfType(PSQLException.class, action).getServerErrorMessage();
  }

  static void createTables(Connection connection) throws SQLException {
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
  void requirePlacement(int members) throws SQLException {
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
}
