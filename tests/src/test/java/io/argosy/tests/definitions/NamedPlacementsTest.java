package io.argosy.tests.definitions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.argosy.tests.cluster.TestCluster;
import io.argosy.tests.differential.PlainPostgres;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;
import org.postgresql.util.PSQLException;
import org.postgresql.util.PSQLWarning;

/**
 * Tables that tools drop and make again are placed as a rule says, or a notice says they are not.
 */
class NamedPlacementsTest {
  private static TestCluster cluster;
  private static Connection connection;

  @BeforeAll
  static void start() throws SQLException {
    cluster = TestCluster.start(3);
    connection = PlainPostgres.connect(cluster);
    execute(connection, "CREATE ROLE maker LOGIN; CREATE ROLE other LOGIN; CREATE SCHEMA shared");
    execute(connection, "GRANT CREATE, USAGE ON SCHEMA shared TO maker, other");
  }

  @AfterAll
  static void stop() throws SQLException {
    connection.close();
    cluster.close();
  }

  @BeforeEach
  void makeTable() throws SQLException {
    run("CREATE TABLE t (id int PRIMARY KEY, n int)");
    run("SELECT create_distributed_table('t', 'id')");
    run("INSERT INTO t SELECT i, i FROM generate_series(1, 30) i");
  }

  @AfterEach
  void drop() throws SQLException {
    run("DROP TABLE IF EXISTS t, t__dbt_tmp, t__dbt_backup, f");
    if (value("SELECT count(*) FROM argosy.placement_rules").equals("1")) {
      run("SELECT argosy.forget_placement_rule('t')");
    }
    run("CREATE TABLE IF NOT EXISTS t (id int)");
    run("DROP TABLE t");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DROP TABLE t; CREATE TABLE t (id int)",
        "DROP TABLE t; CREATE TABLE t AS SELECT 1 AS id",
        "DROP TABLE t; SELECT 1 AS id INTO t",
        "ALTER TABLE t RENAME TO t__dbt_backup; CREATE TABLE t__dbt_tmp (id int);"
            + " ALTER TABLE t__dbt_tmp RENAME TO t; DROP TABLE t__dbt_backup",
        "BEGIN; DROP TABLE t; CREATE TABLE t (id int); COMMIT",
        "BEGIN; SAVEPOINT s; DROP TABLE t; ROLLBACK TO s; DROP TABLE t; COMMIT;"
            + " CREATE TABLE t (id int)"
      })
  void aNoticeSaysWhatIsLost(String script) throws SQLException {
    List<String> notices = new ArrayList<>();
    for (String statement : script.split("; ")) {
      notices.addAll(run(statement));
    }
    assertThat(notices)
        .containsExactly(
            "NOTICE table public.t has no placement, which the earlier table of that name had:"
                + " distributed by \"id\" / SELECT create_distributed_table('public.t', 'id')"
                + " places it. SELECT argosy.declare_placement('public.t', 'id') has all later ones"
                + " placed that are made under that name.");
    assertThat(run("ALTER TABLE t ADD COLUMN more int")).isEmpty();
    assertThat(placement()).isEqualTo("none");
  }

  @Test
  void whatIsDroppedWithOthersIsLostToo() throws SQLException {
    run("CREATE SCHEMA gone");
    run("CREATE TABLE gone.t (id int)");
    run("SELECT create_reference_table('gone.t')");
    run("DROP SCHEMA gone CASCADE");
    run("CREATE SCHEMA gone");
    assertThat(run("CREATE TABLE gone.t (id int)"))
        .singleElement()
        .asString()
        .startsWith(
            "NOTICE table gone.t has no placement, which the earlier table of that name had:"
                + " a reference table");
    run("DROP SCHEMA gone CASCADE");
  }

  @Test
  void nothingIsSaidOfWhatIsStillPlaced() throws SQLException {
    assertThat(run("ALTER TABLE t RENAME TO t__dbt_backup")).isEmpty();
    assertThat(run("ALTER TABLE t__dbt_backup RENAME TO t")).isEmpty();
    assertThat(run("ALTER TABLE t RENAME COLUMN id TO key")).isEmpty();
    run("BEGIN");
    run("DROP TABLE t");
    run("ROLLBACK");
    assertThat(placement()).isEqualTo("key");
    run("SELECT detach_table('t')");
    run("DELETE FROM t");
    run("DROP TABLE t");
    assertThat(run("CREATE TABLE t (key int)")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DROP TABLE t; CREATE TABLE t (id int, n int);"
            + " INSERT INTO t SELECT i, i FROM generate_series(1, 30) i",
        "BEGIN; DROP TABLE t; CREATE TABLE t (id int, n int);"
            + " INSERT INTO t SELECT i, i FROM generate_series(1, 30) i; COMMIT",
        "DROP TABLE t; CREATE TABLE t AS SELECT i AS id, i AS n FROM generate_series(1, 30) i",
        "DROP TABLE t; SELECT i AS id, i AS n INTO t FROM generate_series(1, 30) i",
        "CREATE TABLE t__dbt_tmp AS SELECT * FROM t; BEGIN; ALTER TABLE t RENAME TO t__dbt_backup;"
            + " ALTER TABLE t__dbt_tmp RENAME TO t; COMMIT; DROP TABLE t__dbt_backup CASCADE"
      })
  void theRulePlacesWhatTakesTheName(String script) throws SQLException {
    run("SELECT argosy.declare_placement('t', 'id')");
    List<String> notices = new ArrayList<>();
    for (String statement : script.split("; ")) {
      notices.addAll(run(statement));
    }
    assertThat(notices)
        .containsExactly("NOTICE table public.t is placed by its rule: distributed by \"id\"");
    assertThat(placement()).isEqualTo("id");
    assertThat(value("SELECT count(*) || ' ' || sum(n) FROM t")).isEqualTo("30 465");
    run("ALTER TABLE t ADD PRIMARY KEY (id)");
    run("INSERT INTO t VALUES (31, 0)");
    assertThat(
            catchThrowableOfType(PSQLException.class, () -> run("INSERT INTO t VALUES (31, 0)"))
                .getSQLState())
        .isEqualTo("23505");
  }

  @Test
  void referenceTablesComeBackToo() throws SQLException {
    run("SELECT argosy.declare_reference('public.t')");
    run("DROP TABLE t");
    assertThat(run("CREATE TABLE t AS SELECT i AS id FROM generate_series(1, 5) i"))
        .containsExactly("NOTICE table public.t is placed by its rule: a reference table");
    assertThat(placement()).isEqualTo("reference");
    assertThat(value("SELECT sum(id) FROM t")).isEqualTo("15");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE TABLE t (key int)",
        "CREATE TABLE t (id int, n int PRIMARY KEY)",
        "CREATE TABLE t (id int REFERENCES f)",
        "CREATE TABLE t AS SELECT NULL::int AS id",
        "CREATE TABLE t AS SELECT point(1, 1) AS id"
      })
  void whatCannotBePlacedIsThereWithoutPlacement(String create) throws SQLException {
    run("CREATE TABLE f (id int PRIMARY KEY)");
    run("SELECT create_distributed_table('f', 'id', colocate_with => 'none')");
    run("SELECT argosy.declare_placement('t', 'id')");
    run("DROP TABLE t");
    assertThat(run(create))
        .last()
        .asString()
        .startsWith("WARNING table public.t is not placed by its rule: ");
    assertThat(placement()).isEqualTo("none");
    assertThat(run("COMMENT ON TABLE t IS 'there'")).isEmpty();
    assertThat(run("ALTER TABLE t ADD COLUMN other int")).isEmpty();
    run("DELETE FROM t");
  }

  @Test
  void theRuleOfOneRoleIsNoOtherRoles() throws SQLException {
    try (Connection maker = connect("maker");
        Connection other = connect("other")) {
      execute(maker, "SELECT argosy.declare_placement('shared.t', 'id')");
      assertThat(execute(other, "CREATE TABLE shared.t (id int)")).isEmpty();
      assertThat(
              catchThrowableOfType(
                      PSQLException.class,
                      () -> execute(maker, "SELECT argosy.declare_placement('shared.t', 'id')"))
                  .getSQLState())
          .isEqualTo("42501");
      assertThat(
              catchThrowableOfType(
                      PSQLException.class,
                      () -> execute(other, "SELECT argosy.forget_placement_rule('shared.t')"))
                  .getSQLState())
          .isEqualTo("42704");
      assertThat(
              catchThrowableOfType(
                      PSQLException.class,
                      () -> execute(other, "SELECT argosy.declare_reference('public.t')"))
                  .getSQLState())
          .isEqualTo("42501");
      execute(other, "DROP TABLE shared.t");
      assertThat(execute(maker, "CREATE TABLE shared.t (id int)")).hasSize(1);
      execute(maker, "DROP TABLE shared.t");
      run("GRANT maker TO other");
      assertThat(execute(other, "CREATE TABLE shared.t (id int)")).hasSize(1);
      execute(other, "DROP TABLE shared.t");
      run("REVOKE maker FROM other");
      execute(maker, "SELECT argosy.forget_placement_rule('shared.t')");
    }
  }

  /** What pgbench -i sends. */
  @Test
  void pgbenchInitialisesPlacedTables() throws Exception {
    for (int round = 0; round < 2; round++) {
      if (round == 1) {
        run("SELECT argosy.declare_placement('pgbench_accounts', 'aid', colocate_with => 'none')");
        run("SELECT argosy.declare_placement('pgbench_history', 'aid', 'pgbench_accounts')");
        run("SELECT argosy.declare_reference('pgbench_branches')");
      }
      run(
          "drop table if exists pgbench_accounts, pgbench_branches, pgbench_history,"
              + " pgbench_tellers");
      run("create table pgbench_history(tid int,bid int,aid int,delta int,mtime timestamp)");
      run("create table pgbench_tellers(tid int not null,bid int) with (fillfactor=100)");
      run("create table pgbench_accounts(aid int not null,bid int) with (fillfactor=100)");
      run("create table pgbench_branches(bid int not null,bbalance int) with (fillfactor=100)");
      run("begin");
      run("truncate table pgbench_accounts, pgbench_branches, pgbench_history, pgbench_tellers");
      run("insert into pgbench_branches(bid,bbalance) values(1,0)");
      run("commit");
      StringBuilder rows = new StringBuilder();
      for (int row = 1; row <= 1000; row++) {
        rows.append(row).append("\t1\n");
      }
      connection
          .unwrap(PGConnection.class)
          .getCopyAPI()
          .copyIn("copy pgbench_accounts from stdin", new StringReader(rows.toString()));
      run("vacuum analyze pgbench_accounts");
      run("alter table pgbench_branches add primary key (bid)");
      run("alter table pgbench_accounts add primary key (aid)");
      assertThat(value("SELECT count(*) FROM pgbench_accounts")).isEqualTo("1000");
    }
    assertThat(
            value(
                "SELECT string_agg(table_name || ' ' || table_type, ', ' ORDER BY table_name::text)"
                    + " FROM argosy.placed_tables WHERE table_name::text LIKE 'pgbench%'"))
        .isEqualTo("pgbench_accounts distributed, pgbench_branches reference");
    run("DROP TABLE pgbench_accounts, pgbench_branches, pgbench_history, pgbench_tellers");
    for (String name : List.of("pgbench_accounts", "pgbench_history", "pgbench_branches")) {
      run("SELECT argosy.forget_placement_rule('" + name + "')");
    }
  }

  private static Connection connect(String role) throws SQLException {
    return DriverManager.getConnection(cluster.cluster().jdbcUrl() + "?user=" + role);
  }

  private static String placement() throws SQLException {
    return value(
        "SELECT coalesce((SELECT coalesce(distribution_column, table_type) FROM"
            + " argosy.placed_tables WHERE table_name = 'public.t'::regclass), 'none')");
  }

  private static List<String> run(String sql) throws SQLException {
    return execute(connection, sql);
  }

  private static List<String> execute(Connection connection, String sql) throws SQLException {
    List<String> notices = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
      for (SQLWarning warning = statement.getWarnings();
          warning != null;
          warning = warning.getNextWarning()) {
        var message = ((PSQLWarning) warning).getServerErrorMessage();
        notices.add(message.getSeverity() + " " + message.getMessage() + hint(message.getHint()));
      }
    }
    return notices;
  }

  private static String hint(String hint) {
    return hint == null ? "" : " / " + hint;
  }

  private static String value(String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getString(1);
    }
  }
}
