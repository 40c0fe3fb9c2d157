package io.argosy.coordinator.statement.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.coordinator.Databases;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.testing.SharedCluster;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** Which servers become nodes, and what they have then. */
class NodeJoinTest extends NodeJoinSuite {
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
    closeLater(alone);
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
    closeLater(other);
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
}
