package io.argosy.coordinator.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.argosy.coordinator.testing.SharedCluster;
import io.argosy.planner.Planner;
import io.argosy.planner.facts.StatementFacts;
import io.argosy.planner.movement.Estimator;
import io.argosy.planner.plan.Plan;
import io.argosy.sql.parse.ParsedStatement;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.util.PSQLException;

/** Statements that come again with other constants. */
class RepeatedStatementsTest {
  /**
   * Planned once with its constants, unless another test has done that, and once with parameters.
   */
  private static final int TWICE = 2;

  private static final int TIMES = 10;

  private static final AtomicInteger PLANS = new AtomicInteger();
  private static final Planner PLANNER = new Planner();
  private static String url;

  private Connection connection;

  @BeforeEach
  void start() throws IOException, SQLException {
    if (url == null) {
      url = SharedCluster.startCoordinator(RepeatedStatementsTest::plan);
    }
    open("extended");
    SharedCluster.run(
        connection,
        "CREATE TABLE again (id bigint PRIMARY KEY, kind int, name varchar(10), day date)",
        "SELECT create_distributed_table('again', 'id')",
        "INSERT INTO again SELECT i, i % 5, 'name ' || i, DATE '2000-01-01' + i"
            + " FROM generate_series(1, 100) i",
        "CREATE TABLE typed (id bigint, f float8, n numeric(6, 2), day date, at timestamptz,"
            + " note varchar(10), doc jsonb, ok boolean, key uuid)",
        "SELECT create_distributed_table('typed', 'id')");
  }

  @AfterEach
  void stop() throws SQLException {
    SharedCluster.run(connection, "DROP TABLE again, typed");
    connection.close();
  }

  private static Plan plan(
      Optional<ParsedStatement> parsed, StatementFacts facts, Estimator estimator) {
    PLANS.incrementAndGet();
    return PLANNER.plan(parsed, facts, estimator);
  }

  private void open(String protocol) throws SQLException {
    if (connection != null) {
      connection.close();
    }
    connection = DriverManager.getConnection(url + "?user=postgres&preferQueryMode=" + protocol);
  }

  /** Runs a statement with one constant after the other; returns how often it was planned. */
  private int plansOf(IntFunction<String> sql, IntFunction<String> answer) throws SQLException {
    int before = PLANS.get();
    for (int i = 1; i <= TIMES; i++) {
      assertThat(SharedCluster.rows(connection, sql.apply(i)))
          .as(sql.apply(i))
          .containsExactly(answer.apply(i));
    }
    return PLANS.get() - before;
  }

  @ParameterizedTest
  @ValueSource(strings = {"extended", "simple"})
  void whatIsFoundByItsKeyIsPlannedOnce(String protocol) throws SQLException {
    open(protocol);
    assertThat(plansOf(i -> "SELECT name FROM again WHERE id = " + i, i -> "name " + i))
        .isBetween(1, TWICE);
    assertThat(
            plansOf(
                i -> "SELECT kind FROM again WHERE id = " + i + " AND name = 'name " + i + "'",
                i -> Integer.toString(i % 5)))
        .isBetween(1, TWICE);
  }

  @Test
  void whatIsChosenByCostIsNotPlannedAgainWhenItComesAgain() throws SQLException {
    String sql = "SELECT count(*) FROM again WHERE kind = 3 AND name <> 'nobody'";
    assertThat(plansOf(i -> sql, i -> "20")).isEqualTo(1);
    assertThat(plansOf(i -> sql.replace("3", Integer.toString(i % 5)), i -> "20")).isEqualTo(4);
  }

  @Test
  void changesArePlannedOnce() throws SQLException {
    assertThat(
            plansOf(
                i -> "UPDATE again SET kind = kind + -" + i + " WHERE id = " + i + " RETURNING id",
                Integer::toString))
        .isBetween(1, TWICE);
    assertThat(
            plansOf(
                i ->
                    "INSERT INTO again VALUES ("
                        + (1000 + i)
                        + ", -"
                        + i
                        + ", 'n"
                        + i
                        + "') RETURNING name",
                i -> "n" + i))
        .isBetween(1, 2 * TWICE);
    assertThat(
            plansOf(
                i -> "DELETE FROM again WHERE id = " + (1000 + i) + " RETURNING kind",
                i -> "-" + i))
        .isBetween(1, TWICE);
    assertThat(SharedCluster.rows(connection, "SELECT count(*), sum(kind) FROM again"))
        .containsExactly("100|" + (200 - IntStream.rangeClosed(1, TIMES).sum()));
  }

  @Test
  void whatIsChosenByCostIsPlannedWithItsConstants() throws SQLException {
    assertThat(plansOf(i -> "SELECT count(*) FROM again WHERE kind = " + (i % 5), i -> "20"))
        // That parameters do not suit the five texts is known from the first one's plan.
        .isEqualTo(5);
  }

  @Test
  void errorsAreThoseOfTheConstants() {
    for (String sql :
        List.of(
            "SELECT name FROM again WHERE name = 7",
            "SELECT name FROM again WHERE day = 'never'",
            "SELECT nothing FROM again WHERE id = 7",
            "UPDATE again SET name = 'much too long' WHERE id = 7",
            "UPDATE again SET kind = 'x' WHERE id = 7",
            "INSERT INTO again VALUES (7, 7, 'x')")) {
      List<String> errors =
          IntStream.range(0, 3).mapToObj(time -> errorOf(sql)).distinct().toList();
      assertThat(errors).as(sql).hasSize(1);
    }
  }

  /** Everything that the client is told, the position too. */
  private String errorOf(String sql) {
    return String.valueOf(
        catchThrowableOfType(PSQLException.class, () -> SharedCluster.run(connection, sql))
            .getServerErrorMessage());
  }

  @Test
  void rowsOfManyTypesArePlannedOnce() throws SQLException {
    for (String row :
        List.of(
            "(%1$d, %1$d.5, %1$d.25, '2020-01-0%1$d', '2020-01-01 10:00:0%1$d+02', 'it''s %1$d',"
                + " '{\"a\": %1$d}', 't', '00000000-0000-0000-0000-00000000000%1$d')",
            "(%1$d000000000::bigint, -%1$d, '%1$d.5', '2020-01-0%1$d'::date,"
                + " '2020-01-01T10:00:0%1$d'::timestamptz, 'M\u00fc%1$d', '[%1$d]'::jsonb,"
                + " 'f'::boolean, '00000000-0000-0000-0000-00000000000%1$d'::uuid)")) {
      assertThat(
              plansOf(
                  i -> ("INSERT INTO typed VALUES " + row + " RETURNING 1").formatted(i % 9 + 1),
                  i -> "1"))
          .isBetween(1, 2 * TWICE);
    }
    assertThat(
            SharedCluster.rows(
                connection,
                "SELECT count(*), sum(id), sum(f), sum(n), max(day), count(DISTINCT note) FROM"
                    + " typed"))
        .containsExactly("20|47000000047|5|101.50|2020-01-09|18");
  }

  /** A text that was never seen is prepared as it is. */
  @Test
  void errorsAreThoseOfTheConstantsBehindGoodOnes() throws SQLException {
    int text = 0;
    for (String column : List.of("f", "n", "day", "at", "note", "doc", "ok", "key", "id")) {
      for (String value :
          List.of(
              "1",
              "1.5",
              "99999.99",
              "12345678901",
              "99999999999999999999",
              "'1.5'",
              "'x'",
              "'t'",
              "'2020-01-01'",
              "'2020-02-30'",
              "'2020-01-01 10:00'",
              "'{}'",
              "'{'",
              "'00000000-0000-0000-0000-000000000000'",
              "'0000'",
              "'much too long'",
              "'x'::text",
              "'x'::date",
              "'2020-01-01'::date",
              "'1'::numeric",
              "1::smallint",
              "99999::smallint")) {
        String sql = "INSERT INTO typed (" + column + ") VALUES (" + value + ")";
        String update = "UPDATE typed SET " + column + " = " + value + " WHERE f = 1.5";
        String select = "SELECT count(*) FROM typed WHERE " + column + " = " + value;
        for (String statement : List.of(sql, update, select)) {
          String expected = outcome(statement + " -- " + text++);
          for (int i = 0; i < 3; i++) {
            assertThat(outcome(statement)).as(statement).isEqualTo(expected);
          }
        }
      }
    }
  }

  private String outcome(String sql) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
      return "ok";
    } catch (PSQLException e) {
      // Whichever node says it first.
      return String.valueOf(e.getServerErrorMessage()).replaceAll("node\\d", "a node");
    } finally {
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }

  @Test
  void constantsArePartOfTheTextThatRuns() throws SQLException {
    for (String state : List.of("one", "two", "three")) {
      String sql =
          "SELECT statement FROM argosy.activity WHERE state = 'active' OR state = '" + state + "'";
      assertThat(SharedCluster.rows(connection, sql)).contains(sql);
    }
  }

  @Test
  void aTransactionThatChangesATableSeesItsOwn() throws SQLException {
    plansOf(i -> "SELECT name FROM again WHERE id = " + i, i -> "name " + i);
    connection.setAutoCommit(false);
    SharedCluster.run(connection, "ALTER TABLE again RENAME name TO title");
    assertThat(
            catchThrowableOfType(
                    PSQLException.class,
                    () -> SharedCluster.rows(connection, "SELECT name FROM again WHERE id = 3"))
                .getSQLState())
        .isEqualTo("42703");
    connection.rollback();
    connection.setAutoCommit(true);
    plansOf(i -> "SELECT name FROM again WHERE id = " + i, i -> "name " + i);
  }
}
