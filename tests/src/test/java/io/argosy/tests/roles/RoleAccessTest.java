package io.argosy.tests.roles;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.tests.cluster.TestCluster;
import io.argosy.tests.differential.PlainPostgres;
import io.argosy.tests.differential.Server;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;

/**
 * Every role runs every statement on a cluster and on one PostgreSQL, and gets the same rows or the
 * same refusal, whatever the strategy. What a statement changes is seen by the owner, and rolled
 * back.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
class RoleAccessTest {
  private static final List<String> ROLES =
      List.of("nobody", "reader", "columns", "tenant", "auditor", "writer", "postgres");

  private static final List<String> SET_UP =
      List.of(
          "CREATE ROLE nobody LOGIN",
          "CREATE ROLE reader LOGIN",
          "CREATE ROLE columns LOGIN",
          "CREATE ROLE tenant LOGIN",
          "CREATE ROLE auditor LOGIN BYPASSRLS",
          "CREATE ROLE writer LOGIN",
          "CREATE TABLE goods (id int PRIMARY KEY, kind int, price int, secret text)",
          "CREATE TABLE parts (good int, part int, note text, PRIMARY KEY (good, part))",
          "CREATE TABLE kinds (kind int PRIMARY KEY, label text, secret text)",
          "CREATE TABLE notes (id int PRIMARY KEY, owner text, good int, body text)",
          "INSERT INTO goods SELECT i, i % 3, i * 10, 'secret ' || i FROM generate_series(1, 60) i",
          "INSERT INTO parts SELECT 1 + i % 60, i, 'part ' || i FROM generate_series(1, 90) i",
          "INSERT INTO kinds SELECT i, 'kind ' || i, 'hidden' FROM generate_series(0, 2) i",
          "INSERT INTO notes SELECT i, (ARRAY['tenant', 'reader', 'writer', 'columns'])[1 + i % 4],"
              + " 1 + i % 60, 'note ' || i FROM generate_series(1, 80) i",
          "GRANT SELECT ON goods, parts, kinds, notes TO reader, tenant, auditor, writer",
          "GRANT INSERT, UPDATE, DELETE ON goods, parts, kinds, notes TO tenant, writer",
          "GRANT SELECT (id, kind), UPDATE (kind) ON goods TO columns",
          "GRANT SELECT (kind, label) ON kinds TO columns",
          "GRANT SELECT (good, part) ON parts TO columns",
          "ALTER TABLE notes ENABLE ROW LEVEL SECURITY",
          "CREATE POLICY own ON notes USING (owner = current_user)",
          "CREATE POLICY looks ON notes FOR SELECT TO reader USING (id <= 10)",
          "CREATE VIEW open_goods AS SELECT id, kind FROM goods WHERE price <= 300",
          "CREATE VIEW invoked_goods WITH (security_invoker) AS SELECT id, secret FROM goods",
          "CREATE VIEW guarded WITH (security_barrier) AS SELECT * FROM notes WHERE good < 30",
          "CREATE VIEW totals AS SELECT kind, sum(price) AS total FROM goods GROUP BY kind",
          "GRANT SELECT ON open_goods, invoked_goods, guarded, totals TO columns, tenant, nobody",
          "GRANT INSERT, UPDATE, DELETE ON open_goods TO tenant, nobody",
          "CREATE FUNCTION hidden_kinds() RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER"
              + " BEGIN ATOMIC SELECT count(*) FROM kinds WHERE secret = 'hidden'; END",
          "CREATE FUNCTION visible_kinds() RETURNS bigint LANGUAGE sql STABLE"
              + " BEGIN ATOMIC SELECT count(*) FROM kinds WHERE secret = 'hidden'; END",
          "REVOKE EXECUTE ON FUNCTION hidden_kinds() FROM PUBLIC",
          "GRANT EXECUTE ON FUNCTION hidden_kinds() TO columns, nobody",
          "CREATE SCHEMA closed",
          "CREATE TABLE closed.things (id int PRIMARY KEY)",
          "GRANT SELECT ON closed.things TO reader");

  private static final List<String> PLACEMENT =
      List.of(
          "SELECT create_distributed_table('goods', 'id')",
          "SELECT create_distributed_table('parts', 'good', colocate_with => 'goods')",
          "SELECT create_reference_table('kinds')",
          "SELECT create_distributed_table('notes', 'id')",
          "SELECT create_distributed_table('closed.things', 'id')");

  private final Map<String, Connection> sessions = new HashMap<>();
  private Server cluster;
  private Server postgres;

  @BeforeAll
  void start() throws SQLException {
    cluster = TestCluster.start(2);
    postgres = PlainPostgres.start(List.of());
    for (Server server : List.of(cluster, postgres)) {
      try (Connection owner = as(server, "postgres");
          Statement statement = owner.createStatement()) {
        for (String sql : SET_UP) {
          statement.execute(sql);
        }
        for (String sql : server.distributed() ? PLACEMENT : List.<String>of()) {
          statement.execute(sql);
        }
      }
    }
  }

  @AfterAll
  void stop() throws SQLException {
    for (Connection session : sessions.values()) {
      session.close();
    }
    cluster.close();
    postgres.close();
  }

  private static Connection as(Server server, String role) throws SQLException {
    return DriverManager.getConnection(
        server.jdbcUrl().replace("user=postgres", "user=" + role) + "&socketTimeout=60");
  }

  /** The role's session on a server, in a transaction of which nothing stays. */
  private Connection session(Server server, String role) throws SQLException {
    Connection session = sessions.get(server + " " + role);
    if (session == null) {
      session = as(server, role);
      session.setAutoCommit(false);
      sessions.put(server + " " + role, session);
    }
    return session;
  }

  static Stream<String> statements() {
    return Stream.of(
        // One node.
        "SELECT * FROM goods WHERE id = 7",
        "SELECT kind FROM goods WHERE id = 7",
        "SELECT * FROM kinds ORDER BY kind",
        "SELECT label FROM kinds ORDER BY kind",
        "SELECT * FROM notes WHERE id = 9",
        "SELECT * FROM closed.things",
        "SELECT hidden_kinds()",
        "SELECT visible_kinds()",
        "SELECT count(*) > 5 FROM pg_authid",
        // Pushed down.
        "SELECT * FROM goods ORDER BY id",
        "SELECT id, kind FROM goods ORDER BY id",
        "SELECT count(*) FROM goods",
        "SELECT kind, sum(price) FROM goods GROUP BY kind ORDER BY kind",
        "SELECT kind, count(*) FROM goods GROUP BY kind ORDER BY kind",
        "SELECT label, count(*) FROM goods JOIN kinds USING (kind) GROUP BY label ORDER BY label",
        "SELECT count(part) FROM goods JOIN parts ON good = id",
        "SELECT owner, count(*), max(body) FROM notes GROUP BY owner ORDER BY owner",
        "SELECT count(*) FROM notes WHERE body LIKE 'note 1%'",
        // In stages.
        "SELECT count(*) FROM goods a JOIN goods b ON a.kind = b.id",
        "SELECT count(*) FROM goods a JOIN goods b ON a.price = b.id * 10",
        "SELECT count(*) FROM notes n JOIN goods g ON n.good = g.id WHERE g.kind = 1",
        "SELECT id FROM notes WHERE good IN (SELECT good FROM notes WHERE id < 20) ORDER BY id",
        "SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY id) FROM notes",
        // Gathered.
        "SELECT max(id) FROM goods TABLESAMPLE SYSTEM (100)",
        "SELECT max(secret) FROM goods TABLESAMPLE SYSTEM (100)",
        "SELECT count(*), min(body) FROM notes TABLESAMPLE SYSTEM (100)",
        "SELECT count(*) FROM goods g JOIN notes n TABLESAMPLE SYSTEM (100) ON n.good = g.kind",
        // Views.
        "SELECT * FROM open_goods ORDER BY id",
        "SELECT * FROM invoked_goods ORDER BY id",
        "SELECT count(*) FROM open_goods v JOIN notes n ON n.good = v.kind",
        // Other ways to read.
        "COPY goods TO STDOUT",
        "COPY goods (id, kind) TO STDOUT",
        "COPY (SELECT id, body FROM notes ORDER BY id) TO STDOUT",
        "COPY notes TO STDOUT",
        "CREATE TEMP TABLE mine AS SELECT * FROM goods",
        "CREATE TABLE mine AS SELECT * FROM notes",
        "SELECT * INTO TEMP mine FROM notes",
        "DECLARE c CURSOR FOR SELECT * FROM goods",
        "SET row_security = off; SELECT count(*) FROM notes",
        "SET ROLE reader; SELECT count(*) FROM notes",
        "SET SESSION AUTHORIZATION reader",
        "LOCK TABLE goods IN SHARE MODE",
        // Writes.
        "INSERT INTO goods VALUES (100, 1, 1, 'x')",
        "INSERT INTO goods VALUES (100, 1, 1, 'x'), (101, 1, 1, 'x'), (102, 1, 1, 'x')",
        "INSERT INTO kinds VALUES (7, 'seven')",
        "INSERT INTO goods SELECT id + 100, kind FROM goods",
        "INSERT INTO goods SELECT id + 100, good FROM notes",
        "INSERT INTO notes SELECT id + 100, 'tenant', kind FROM goods",
        "INSERT INTO goods SELECT id + 100, good FROM guarded",
        "INSERT INTO notes VALUES (200, 'tenant', 1, 'mine'), (201, 'tenant', 1, 'mine')",
        "INSERT INTO notes VALUES (200, 'reader', 1, 'not mine')",
        "UPDATE goods SET kind = kind + 1",
        "UPDATE goods SET kind = 1 WHERE id = 4",
        "UPDATE goods SET price = 1",
        "UPDATE goods SET kind = 5 FROM kinds WHERE goods.kind = kinds.kind AND label = 'kind 1'",
        "UPDATE goods SET kind = b.good FROM notes b WHERE b.good = goods.kind",
        "UPDATE goods SET id = id + 1000 WHERE id = 3",
        "UPDATE notes SET body = 'changed'",
        "UPDATE notes SET owner = 'reader' WHERE id < 20",
        "UPDATE notes SET id = id + 1000 WHERE good < 20",
        "UPDATE kinds SET label = 'x'",
        "DELETE FROM goods",
        "DELETE FROM goods WHERE id IN (SELECT good FROM notes)",
        "DELETE FROM notes",
        "DELETE FROM notes WHERE id = 4 RETURNING *",
        "MERGE INTO notes n USING kinds k ON n.good = k.kind"
            + " WHEN MATCHED THEN UPDATE SET body = k.label",
        "WITH gone AS (DELETE FROM notes RETURNING id) SELECT count(*) FROM gone",
        "TRUNCATE notes",
        // Definitions.
        "ALTER TABLE goods ADD COLUMN more int",
        "CREATE INDEX ON goods (kind)",
        "DROP TABLE goods CASCADE",
        "GRANT SELECT ON goods TO nobody",
        "CREATE ROLE another",
        "ALTER ROLE reader SUPERUSER",
        "ALTER ROLE reader PASSWORD 'x'",
        "CREATE POLICY all_of_it ON notes USING (true)",
        "ALTER TABLE notes DISABLE ROW LEVEL SECURITY",
        "CREATE SCHEMA another");
  }

  @ParameterizedTest
  @MethodSource("statements")
  void everyRoleIsToldWhatPostgresTells(String sql) throws Exception {
    for (String role : ROLES) {
      assertThat(outcome(cluster, role, sql)).as(role).isEqualTo(outcome(postgres, role, sql));
    }
  }

  /** A view is used with its owner's rights, and where that cannot be done, it is said so. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM open_goods ORDER BY id",
        "SELECT count(*) FROM open_goods a JOIN open_goods b ON a.kind = b.id",
        "SELECT * FROM totals ORDER BY kind",
        "SELECT * FROM guarded ORDER BY id",
        "SELECT owner, count(*) FROM guarded GROUP BY owner ORDER BY owner",
        "SELECT count(*) FROM guarded a JOIN guarded b ON a.good = b.id",
        "SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY id) FROM guarded",
        "INSERT INTO open_goods VALUES (500, 1)",
        "UPDATE open_goods SET kind = 9 WHERE id = 3",
        "DELETE FROM open_goods WHERE id = 3",
      })
  void aViewIsUsedWithItsOwnersRightsOrNotAtAll(String sql) throws Exception {
    for (String role : ROLES) {
      List<String> told = outcome(cluster, role, sql);
      if (told.getFirst().startsWith("error 0A000")) {
        assertThat(told.getFirst())
            .as(role)
            .containsAnyOf("with its owner's rights", "with the rights of the owner of a view");
        assertThat(role).isNotEqualTo("postgres");
      } else {
        assertThat(told).as(role).isEqualTo(outcome(postgres, role, sql));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "COPY kinds TO '/tmp/argosy-must-not-be-written'",
        "COPY kinds FROM '/etc/passwd'",
        "COPY kinds FROM PROGRAM 'id'"
      })
  void nobodyCopiesFilesOfTheServers(String sql) throws Exception {
    for (String role : ROLES) {
      assertThat(outcome(cluster, role, sql).getFirst()).as(role).startsWith("error 0A000");
    }
  }

  static Stream<String> explained() {
    return statements()
        .filter(sql -> sql.matches("(SELECT|INSERT|UPDATE|DELETE|MERGE|WITH) (?!.* INTO TEMP ).*"));
  }

  /** What is told of the plan differs, but not whether it is. */
  @Tag("slow")
  @ParameterizedTest
  @MethodSource("explained")
  void everyRoleMayExplainWhatItMayRun(String sql) throws Exception {
    for (String role : ROLES) {
      for (String explain : List.of("EXPLAIN ", "EXPLAIN ANALYZE ")) {
        List<String> told = outcome(cluster, role, explain + sql);
        List<String> expected = outcome(postgres, role, explain + sql);
        if (expected.getFirst().startsWith("error")) {
          assertThat(told).as(role).isEqualTo(expected);
        } else {
          assertThat(told.getFirst()).as(role).doesNotStartWith("error");
        }
      }
    }
  }

  @Test
  void aRoleCopiesInWhatItMayInsert() throws Exception {
    for (String role : ROLES) {
      for (String sql :
          List.of("COPY goods (id, kind) FROM STDIN", "COPY notes (id, owner) FROM STDIN")) {
        assertThat(copyIn(cluster, role, sql))
            .as(role + ": " + sql)
            .isEqualTo(copyIn(postgres, role, sql));
      }
    }
  }

  private List<String> outcome(Server server, String role, String sql)
      throws SQLException, IOException {
    List<String> seen = new ArrayList<>();
    Connection connection = session(server, role);
    try (Statement statement = connection.createStatement()) {
      if (sql.startsWith("COPY") && sql.endsWith("STDOUT")) {
        StringWriter copied = new StringWriter();
        connection.unwrap(PGConnection.class).getCopyAPI().copyOut(sql, copied);
        seen.addAll(copied.toString().lines().sorted().toList());
      } else {
        read(statement, statement.execute(sql), seen);
      }
    } catch (SQLException e) {
      return List.of(error(e));
    } finally {
      connection.rollback();
    }
    return seen;
  }

  /** Without what Argosy adds: which node has refused it. */
  private static String error(SQLException e) {
    return "error "
        + e.getSQLState()
        + " "
        + e.getMessage().replaceFirst("\n  Where: (fragment on|rows moved from) node .*", "");
  }

  private static void read(Statement statement, boolean rows, List<String> seen)
      throws SQLException {
    boolean isResult = rows;
    while (isResult || statement.getUpdateCount() >= 0) {
      if (isResult) {
        List<String> lines = new ArrayList<>();
        ResultSet result = statement.getResultSet();
        while (result.next()) {
          String[] values = new String[result.getMetaData().getColumnCount()];
          for (int i = 0; i < values.length; i++) {
            values[i] = result.getString(i + 1);
          }
          lines.add(Arrays.toString(values));
        }
        seen.add(lines.size() + " rows");
        lines.sort(null);
        seen.addAll(lines);
      } else {
        seen.add("changed " + statement.getUpdateCount());
      }
      isResult = statement.getMoreResults();
    }
  }

  private String copyIn(Server server, String role, String sql) throws SQLException, IOException {
    Connection connection = session(server, role);
    try {
      StringReader lines = new StringReader("300\t1\n301\t2\n302\t3\n");
      return "copied " + connection.unwrap(PGConnection.class).getCopyAPI().copyIn(sql, lines);
    } catch (SQLException e) {
      return error(e);
    } finally {
      connection.rollback();
    }
  }
}
