package io.argosy.coordinator.statement.prepared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.coordinator.testing.SharedCluster;
import io.argosy.planner.Planner;
import io.argosy.planner.facts.StatementFacts;
import io.argosy.planner.movement.Estimator;
import io.argosy.planner.plan.Plan;
import io.argosy.sql.parse.ParsedStatement;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What sessions with temporary tables remember of their statements, and when they forget it. */
class OwnStatementsTest {
  /** Planned once with its constants, and once with parameters. */
  private static final int TWICE = 2;

  private static final int TIMES = 20;

  /** On all nodes, so that a plan of another table gives another number. */
  private static final int ROWS = 20;

  private static final String QUERY = "SELECT v FROM kept WHERE id = 1";
  private static final String COUNT = "SELECT count(*) FROM kept";
  private static final String TEMPORARY =
      "CREATE TEMPORARY TABLE kept AS SELECT 1 AS id, 'temporary'::text AS v";

  private static final AtomicInteger PLANS = new AtomicInteger();
  private static final Planner PLANNER = new Planner();
  private static String url;

  private Connection connection;

  private void open(String protocol) throws IOException, SQLException {
    if (url == null) {
      url = SharedCluster.startCoordinator(OwnStatementsTest::plan);
    }
    connection = another(protocol);
    SharedCluster.run(
        connection,
        "CREATE TABLE kept (id int PRIMARY KEY, v text)",
        "SELECT create_distributed_table('kept', 'id')",
        "INSERT INTO kept SELECT i, 'permanent' FROM generate_series(1, " + ROWS + ") i",
        "CREATE TEMPORARY TABLE first_one (n int, t text)");
  }

  private static Connection another(String protocol) throws SQLException {
    return DriverManager.getConnection(
        url + "?user=postgres&prepareThreshold=0&preferQueryMode=" + protocol);
  }

  private static Plan plan(
      Optional<ParsedStatement> parsed, StatementFacts facts, Estimator estimator) {
    PLANS.incrementAndGet();
    return PLANNER.plan(parsed, facts, estimator);
  }

  @AfterEach
  void stop() throws SQLException {
    connection.close();
    try (Connection last = another("simple")) {
      SharedCluster.run(
          last,
          "DROP TABLE IF EXISTS kept CASCADE",
          "DROP FUNCTION IF EXISTS hide() CASCADE",
          "DROP FUNCTION IF EXISTS hide_by_trigger() CASCADE");
    }
  }

  private void run(String... statements) throws SQLException {
    SharedCluster.run(connection, statements);
  }

  /** Three times: when it is known, and when it is known with parameters. */
  private void finds(String value) throws SQLException {
    for (int time = 0; time < 3; time++) {
      assertThat(SharedCluster.rows(connection, QUERY)).containsExactly(value);
      assertThat(SharedCluster.rows(connection, COUNT))
          .containsExactly(Integer.toString(value.equals("permanent") ? ROWS : 1));
    }
  }

  private interface Repeated {
    void run(int i) throws SQLException;
  }

  private static int plansOf(Repeated repeated) throws SQLException {
    int before = PLANS.get();
    for (int i = 1; i <= TIMES; i++) {
      repeated.run(i);
    }
    return PLANS.get() - before;
  }

  @ParameterizedTest
  @ValueSource(strings = {"extended", "simple"})
  void statementsThatComeAgainArePlannedOnce(String protocol) throws IOException, SQLException {
    open(protocol);
    assertThat(plansOf(i -> run("INSERT INTO first_one VALUES (" + i + ", 'x" + i + "')")))
        .isLessThanOrEqualTo(TWICE);
    assertThat(plansOf(i -> finds("permanent"))).isLessThanOrEqualTo(TWICE + 1);
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO first_one VALUES (?, ?)")) {
      insert.setInt(1, 1);
      insert.setString(2, "y");
      assertThat(plansOf(i -> insert.execute())).isLessThanOrEqualTo(TWICE);
    }
    connection.setAutoCommit(false);
    assertThat(plansOf(i -> run("UPDATE first_one SET t = 'z' WHERE n = " + i)))
        .isLessThanOrEqualTo(TWICE);
    connection.commit();
    assertThat(plansOf(i -> run("UPDATE first_one SET t = 'u' WHERE n = " + i))).isZero();
    connection.setAutoCommit(true);
    assertThat(SharedCluster.rows(connection, "SELECT count(*), min(t), max(t) FROM first_one"))
        .containsExactly(2 * TIMES + "|u|u");
  }

  @ParameterizedTest
  @ValueSource(strings = {"extended", "simple"})
  void aTemporaryTableHidesATableAndIsGoneAgain(String protocol) throws IOException, SQLException {
    open(protocol);
    finds("permanent");
    run(TEMPORARY);
    finds("temporary");
    run("UPDATE kept SET v = 'changed' WHERE id = 1");
    finds("changed");
    run("ALTER TABLE kept RENAME TO renamed");
    finds("permanent");
    run("ALTER TABLE renamed RENAME TO kept");
    finds("changed");
    run("DROP TABLE kept");
    finds("permanent");
    run("CREATE TEMPORARY VIEW kept AS SELECT 1 AS id, 'view'::text AS v");
    finds("view");
    run("CREATE OR REPLACE TEMPORARY VIEW kept AS SELECT 1 AS id, 'other'::text AS v");
    finds("other");
    run("DISCARD TEMP");
    finds("permanent");
    run(TEMPORARY);
    finds("temporary");
    run("DISCARD ALL");
    finds("permanent");
    run("CREATE TEMPORARY TABLE first_one (n int)");
    finds("permanent");
    run(TEMPORARY + " WITH NO DATA", "INSERT INTO kept VALUES (1, 'inserted')");
    finds("inserted");
  }

  @ParameterizedTest
  @ValueSource(strings = {"extended", "simple"})
  void whatATransactionHasMadeGoesWithIt(String protocol) throws IOException, SQLException {
    open(protocol);
    finds("permanent");
    run("BEGIN");
    finds("permanent");
    run(TEMPORARY);
    finds("temporary");
    run("ROLLBACK");
    finds("permanent");
    run("BEGIN", "SAVEPOINT one");
    finds("permanent");
    run(TEMPORARY, "SAVEPOINT two", "DROP TABLE kept");
    finds("permanent");
    run("ROLLBACK TO two");
    finds("temporary");
    run("ROLLBACK TO one");
    finds("permanent");
    run(TEMPORARY, "RELEASE one");
    finds("temporary");
    assertThatThrownBy(() -> run("SELECT 1/0")).hasMessageContaining("division by zero");
    run("ROLLBACK");
    finds("permanent");
    run("BEGIN", "CREATE TEMPORARY TABLE kept (id, v) ON COMMIT DROP AS SELECT 1, 'short'::text");
    finds("short");
    run("COMMIT");
    finds("permanent");
    run("BEGIN", TEMPORARY, "COMMIT AND CHAIN");
    finds("temporary");
    run("DROP TABLE kept");
    finds("permanent");
    run("ROLLBACK AND CHAIN");
    finds("temporary");
    run("COMMIT");
    finds("temporary");
  }

  @ParameterizedTest
  @ValueSource(strings = {"extended", "simple"})
  void theSearchPathDecides(String protocol) throws IOException, SQLException {
    open(protocol);
    run(TEMPORARY);
    finds("temporary");
    run("SET search_path = public, pg_temp");
    finds("permanent");
    run("RESET search_path");
    finds("temporary");
    run("BEGIN", "SET LOCAL search_path = public, pg_temp");
    finds("permanent");
    run("COMMIT");
    finds("temporary");
    run("BEGIN", "SELECT set_config('search_path', 'public, pg_temp', false)");
    finds("permanent");
    run("ROLLBACK");
    finds("temporary");
  }

  @ParameterizedTest
  @ValueSource(strings = {"extended", "simple"})
  void functionsMayMakeTables(String protocol) throws IOException, SQLException {
    open(protocol);
    run(
        "CREATE FUNCTION hide() RETURNS int LANGUAGE plpgsql AS $$ BEGIN EXECUTE $x$"
            + TEMPORARY
            + "$x$; RETURN 1; END $$",
        "CREATE FUNCTION hide_by_trigger() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            + " PERFORM hide(); RETURN NEW; END $$",
        "SELECT declare_function_safe('hide_by_trigger()')",
        "CREATE TEMPORARY TABLE pulled (n int)",
        "CREATE TRIGGER pull BEFORE INSERT ON pulled FOR EACH ROW EXECUTE FUNCTION"
            + " hide_by_trigger()",
        "CREATE TEMPORARY TABLE late (n int)",
        "CREATE CONSTRAINT TRIGGER pull AFTER INSERT ON late DEFERRABLE INITIALLY DEFERRED FOR EACH"
            + " ROW EXECUTE FUNCTION hide_by_trigger()");
    for (String making :
        new String[] {"INSERT INTO pulled VALUES (1)", "INSERT INTO late VALUES (1)"}) {
      finds("permanent");
      run(making);
      finds("temporary");
      run("DROP TABLE kept");
      finds("permanent");
      run("BEGIN", making, "SET CONSTRAINTS ALL IMMEDIATE");
      finds("temporary");
      run("ROLLBACK");
    }
    finds("permanent");
  }

  @ParameterizedTest
  @ValueSource(strings = {"extended", "simple"})
  void othersChangeTheCatalog(String protocol) throws IOException, SQLException {
    open(protocol);
    finds("permanent");
    String all = "SELECT * FROM kept WHERE id = 1";
    assertThat(SharedCluster.rows(connection, all)).containsExactly("1|permanent");
    try (Connection other = another(protocol)) {
      SharedCluster.run(other, "ALTER TABLE kept ADD COLUMN extra int DEFAULT 7");
      assertThat(SharedCluster.rows(connection, all)).containsExactly("1|permanent|7");
      SharedCluster.run(other, "DROP TABLE kept", "CREATE VIEW kept AS SELECT 1 AS id, 'v' AS v");
      finds("v");
      SharedCluster.run(
          other,
          "DROP VIEW kept",
          "CREATE TABLE kept (id int, v text)",
          "SELECT create_reference_table('kept')",
          "INSERT INTO kept VALUES (1, 'replicated')");
    }
    finds("replicated");
  }

  @ParameterizedTest
  @ValueSource(strings = {"extended", "simple"})
  void errorsAreThoseOfTheText(String protocol) throws IOException, SQLException {
    open(protocol);
    for (int time = 0; time < 3; time++) {
      String value = "'v" + time + "'";
      run("BEGIN");
      assertThatThrownBy(() -> run("INSERT INTO first_one (n, missing) VALUES (1, " + value + ")"))
          .hasMessageContaining("column \"missing\" of relation \"first_one\" does not exist");
      run("ROLLBACK", "BEGIN");
      assertThatThrownBy(() -> run("INSERT INTO first_one (n) VALUES (" + value + ")"))
          .hasMessageContaining("invalid input syntax for type integer: \"v" + time);
      run("ROLLBACK");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"extended", "simple"})
  void severalStatementsInOneMessage(String protocol) throws IOException, SQLException {
    open(protocol);
    for (int time = 0; time < 3; time++) {
      finds("permanent");
      try (Statement statement = connection.createStatement()) {
        StringBuilder found = new StringBuilder();
        boolean rows =
            statement.execute(
                String.join(
                    "; ",
                    COUNT,
                    TEMPORARY,
                    COUNT,
                    "DROP TABLE kept",
                    COUNT,
                    "CREATE TEMPORARY TABLE kept ON COMMIT DROP AS SELECT 1 AS id, 'c'::text AS v",
                    COUNT));
        while (rows || statement.getUpdateCount() != -1) {
          if (rows) {
            statement.getResultSet().next();
            found.append(statement.getResultSet().getString(1)).append(' ');
          }
          rows = statement.getMoreResults();
        }
        assertThat(found).hasToString(ROWS + " 1 " + ROWS + " 1 ");
      }
    }
    finds("permanent");
  }
}
