package io.argosy.tests.definitions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.argosy.tests.cluster.TestCluster;
import io.argosy.tests.differential.PlainPostgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.util.PSQLException;

/** What is wrong with one table, on all nodes or on some, hinders nobody and can be repaired. */
class BrokenPlacementTest {
  private static TestCluster cluster;
  private static Connection connection;
  private static NodeCatalogs nodes;

  @BeforeAll
  static void start() throws SQLException {
    cluster = TestCluster.start(3);
    connection = PlainPostgres.connect(cluster);
    nodes = new NodeCatalogs(cluster);
  }

  @AfterAll
  static void stop() throws SQLException {
    nodes.close();
    connection.close();
    cluster.close();
  }

  @BeforeEach
  void placeTable() throws SQLException {
    execute("DROP TABLE IF EXISTS t");
    execute("CREATE TABLE t (id int PRIMARY KEY, amount int)");
    execute("SELECT create_distributed_table('t', 'id')");
    execute("INSERT INTO t SELECT g, g FROM generate_series(1, 30) g");
  }

  private static void onAllNodes(String sql) throws SQLException {
    for (int node = 0; node < 3; node++) {
      nodes.execute(node, sql);
    }
  }

  @Test
  void whatIsWrongBeforeDoesNotHinderOtherStatements() throws SQLException {
    onAllNodes("CREATE UNIQUE INDEX wrong ON t (amount)");
    execute("CREATE SCHEMA other");
    execute("DROP SCHEMA other");
    execute("CREATE TABLE u (id int PRIMARY KEY)");
    execute("SELECT create_distributed_table('u', 'id')");
    execute("ALTER TABLE t ADD COLUMN note text");
    assertThat(state("CREATE UNIQUE INDEX another ON t (amount)")).isEqualTo("0A000");
    execute("DROP INDEX wrong");
    execute("DROP TABLE u");
    assertThat(nodes.onEach(indexes())).containsOnly(List.of("t_pkey"));
  }

  @Test
  void anIndexThatOneNodeCannotMakeIsOnNone() throws SQLException {
    // An index of that name is in the way on the second node only.
    nodes.execute(1, "CREATE INDEX i ON t (id)");
    PSQLException failure = failure("CREATE INDEX CONCURRENTLY i ON t (amount)");
    assertThat(failure.getSQLState()).isEqualTo("42P07");
    assertThat(failure.getServerErrorMessage().getDetail()).contains("node node2");
    assertThat(nodes.onEach(indexes())).containsOnly(List.of("t_pkey"));
    execute("CREATE INDEX CONCURRENTLY i ON t (amount)");
    assertThat(nodes.onEach(indexes())).containsOnly(List.of("i", "t_pkey"));
  }

  @Test
  void anIndexThatSomeNodesHaveCanBeDropped() throws SQLException {
    nodes.execute(1, "CREATE INDEX i ON t (amount)");
    nodes.execute(0, "CREATE INDEX j ON t (amount)");
    execute("DROP INDEX i, j");
    assertThat(nodes.onEach(indexes())).containsOnly(List.of("t_pkey"));
    nodes.execute(2, "CREATE INDEX i ON t (amount)");
    execute("DROP INDEX CONCURRENTLY public.i");
    assertThat(nodes.onEach(indexes())).containsOnly(List.of("t_pkey"));
    assertThat(state("DROP INDEX i")).isEqualTo("42704");
  }

  private static String indexes() {
    return "SELECT c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid"
        + " WHERE i.indrelid = 't'::regclass ORDER BY 1";
  }

  private static String state(String sql) {
    return failure(sql).getSQLState();
  }

  private static PSQLException failure(String sql) {
    PSQLException failure = catchThrowableOfType(PSQLException.class, () -> execute(sql));
    assertThat((Throwable) failure).as(sql).isNotNull();
    return failure;
  }

  private static void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
