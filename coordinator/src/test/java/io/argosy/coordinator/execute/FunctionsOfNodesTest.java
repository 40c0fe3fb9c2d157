package io.argosy.coordinator.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.coordinator.testing.SharedCluster;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Functions whose bodies PostgreSQL has parsed and that tell of the time or the server: a statement
 * gets what one PostgreSQL would give it, on however many nodes it runs.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FunctionsOfNodesTest {
  private Connection connection;

  @BeforeAll
  void makeFunctions() throws IOException, SQLException {
    connection = SharedCluster.connect();
    SharedCluster.run(
        connection,
        "DROP SCHEMA IF EXISTS telling CASCADE",
        "CREATE SCHEMA telling",
        "SET search_path = telling, public",
        "CREATE TABLE readings (id int PRIMARY KEY, note text)",
        "SELECT create_distributed_table('readings', 'id')",
        "INSERT INTO readings SELECT i, 'note ' || i FROM generate_series(1, 30) i",
        "CREATE FUNCTION moment() RETURNS timestamptz STABLE RETURN now()",
        "CREATE FUNCTION volatile_time() RETURNS timestamptz RETURN CURRENT_TIMESTAMP",
        "CREATE FUNCTION date_of_today() RETURNS date STABLE RETURN CURRENT_DATE",
        "CREATE FUNCTION nested_time(s int) RETURNS timestamptz STABLE"
            + " RETURN moment() + make_interval(secs => s)",
        "CREATE FUNCTION later(secs int) RETURNS timestamptz STABLE"
            + " RETURN now() + make_interval(secs => secs)",
        "CREATE FUNCTION twice(a int, int) RETURNS timestamptz STABLE"
            + " RETURN now() + make_interval(secs => a + $2 + a)",
        "CREATE FUNCTION with_default(a int DEFAULT 3) RETURNS timestamptz STABLE"
            + " RETURN now() + make_interval(secs => a)",
        "CREATE FUNCTION strict_time(a int) RETURNS timestamptz STABLE STRICT"
            + " RETURN now() + make_interval(secs => a)",
        "CREATE FUNCTION atomic_time(a int) RETURNS timestamptz STABLE"
            + " BEGIN ATOMIC SELECT now() + make_interval(secs => a); END",
        "CREATE FUNCTION times() RETURNS SETOF timestamptz STABLE RETURN now()",
        "CREATE FUNCTION definers_time() RETURNS timestamptz STABLE SECURITY DEFINER"
            + " SET search_path = pg_catalog RETURN now()",
        "CREATE FUNCTION overloaded(int) RETURNS timestamptz STABLE RETURN now()",
        "CREATE FUNCTION overloaded(text) RETURNS timestamptz STABLE RETURN now()",
        "CREATE FUNCTION age(int) RETURNS interval STABLE"
            + " RETURN now() + make_interval(secs => $1) - '2020-01-01'",
        "CREATE OPERATOR @@@@ (RIGHTARG = int, FUNCTION = later)",
        "CREATE FUNCTION later_than(timestamptz, int) RETURNS timestamptz STABLE"
            + " RETURN greatest($1, later($2))",
        "CREATE AGGREGATE latest(int) (SFUNC = later_than, STYPE = timestamptz)",
        "CREATE VIEW times_of_readings AS SELECT id, moment() AS time FROM readings",
        "CREATE FUNCTION padded(a bpchar) RETURNS bpchar STABLE"
            + " RETURN a || substr(now()::text, 1, 0)",
        "CREATE FUNCTION backend() RETURNS int STABLE RETURN pg_backend_pid()",
        "CREATE FUNCTION transaction() RETURNS text STABLE RETURN pg_current_xact_id()::text",
        "CREATE FUNCTION port() RETURNS int STABLE RETURN current_setting('port')::int",
        "CREATE FUNCTION newest() RETURNS bigint STABLE"
            + " BEGIN ATOMIC SELECT max(oid::bigint) FROM pg_class; END",
        "CREATE FUNCTION aggregated() RETURNS timestamptz STABLE RETURN max(now())",
        "CREATE FUNCTION \"greatest\"(a int, b int) RETURNS int STABLE"
            + " RETURN a - b + extract(epoch FROM now() - now())::int",
        "CREATE FUNCTION less(a text) RETURNS boolean STABLE"
            + " RETURN a < 'b' AND now() > '2000-01-01'",
        "CREATE FUNCTION listed(a int) RETURNS int[] STABLE"
            + " RETURN ARRAY[a + extract(epoch FROM now() - now())::int]",
        "CREATE FUNCTION numeric_time() RETURNS int STABLE"
            + " RETURN extract(epoch FROM now() - now())::int",
        "CREATE VIEW newest_of_all AS SELECT max(oid::bigint) AS newest FROM pg_class",
        "CREATE FUNCTION newest_by_view() RETURNS bigint STABLE"
            + " BEGIN ATOMIC SELECT newest FROM newest_of_all; END");
  }

  @AfterAll
  void close() throws IOException, SQLException {
    SharedCluster.run(connection, "DROP SCHEMA telling CASCADE");
    connection.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "moment()",
        "telling.moment()",
        "volatile_time()",
        "date_of_today()",
        "nested_time(5)",
        "later(2)",
        "later(NULL)",
        "twice(1, 2)",
        "twice(length(note) * 0, 1)",
        "with_default()",
        "with_default(a => 5)",
        "strict_time(1)",
        "atomic_time(1)",
        "definers_time()",
        "overloaded(1)",
        "overloaded('a'::text)",
        "age(5)",
        "@@@@ 3",
        "padded('abcdef')",
        "backend()",
        "transaction()",
        "port()",
        "current_setting('data_directory')",
        "current_setting('port', true)",
        "newest()",
        "newest_by_view()",
        "(SELECT moment())",
        "(SELECT latest(1))",
        "coalesce(NULL, moment())",
      })
  void haveOneValue(String expression) throws SQLException {
    assertThat(
            SharedCluster.rows(
                connection,
                "SELECT count(*) FROM (SELECT DISTINCT " + expression + " FROM readings) q"))
        .containsExactly("1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          SELECT count(DISTINCT later(id % 2)) FROM readings ; 2
          SELECT count(DISTINCT @@@@ (id % 2)) FROM readings ; 2
          SELECT count(DISTINCT with_default(a => id % 2)) FROM readings ; 2
          SELECT count(DISTINCT atomic_time(id % 2)) FROM readings ; 2
          SELECT count(DISTINCT twice(id % 2, 1)) FROM readings ; 2
          SELECT latest(id) = later(30) FROM readings ; t
          SELECT bool_and(time = now()) FROM times_of_readings ; t
          SELECT count(DISTINCT time) FROM readings, times() time ; 1
          SELECT count(*) FROM (SELECT DISTINCT times() FROM readings) q ; 1
          SELECT count(*) FROM (SELECT moment() FROM readings) q WHERE moment = now() ; 30
          SELECT count(*) FROM (SELECT moment()::date FROM readings) q WHERE moment = now()::date ; 30
          SELECT count(*) FROM (SELECT later(id % 2) FROM readings GROUP BY later) q ; 2
          SELECT count(*) FROM readings a JOIN readings b ON later(a.id) = later(b.id) ; 30
          SELECT count(*) FROM (SELECT moment() FROM readings UNION SELECT moment()) q ; 1
          SELECT count(*) FROM (SELECT aggregated() FROM readings) q ; 30
          SELECT telling.greatest(9, 5), greatest(9, 5) FROM readings WHERE id = 1 ; 4|9
          SELECT greatest(9, 5), telling.greatest(9, 5) FROM readings LIMIT 1 ; 9|4
          SELECT count(*) FROM readings WHERE less('B' COLLATE "en-x-icu") ; 30
          SELECT row_to_json(q)::jsonb - 'moment' FROM (SELECT CASE WHEN id = 0 THEN NULL ELSE \
          moment() END, id FROM readings WHERE id IN (1, 2, 3) ORDER BY id LIMIT 1) q ; {"id": 1}
          SELECT row_to_json(q) FROM (SELECT (listed(id))[1] FROM readings ORDER BY id) q \
          LIMIT 1 ; {"listed":1}
          SELECT later(secs => 3) = later(3) FROM readings LIMIT 1 ; t
          SELECT "char"(65) FROM readings LIMIT 1 ; A
          SELECT current_setting('no_such') FROM readings WHERE id = 999 ; none
          SELECT count(*) FROM (SELECT max(later(id)) OVER (), id FROM readings) q ; 30
          """)
  void answerAsOneServer(String query, String answer) throws SQLException {
    assertThat(SharedCluster.rows(connection, query).stream().findFirst())
        .isEqualTo(Optional.of(answer).filter(one -> !one.equals("none")));
  }

  @Test
  void bodiesAreSentToTheNodes() throws SQLException {
    assertThat(
            SharedCluster.rows(
                connection, "EXPLAIN SELECT id FROM readings WHERE nested_time(id) > moment()"))
        .first()
        .asString()
        .startsWith("PUSHDOWN");
  }

  @Test
  void changesUseOneTime() throws IOException, SQLException {
    SharedCluster.run(connection, "UPDATE readings SET note = later(0)::text");
    assertThat(SharedCluster.rows(connection, "SELECT count(DISTINCT note) FROM readings"))
        .containsExactly("1");
    SharedCluster.run(connection, "UPDATE readings SET note = port()");
    assertThat(SharedCluster.rows(connection, "SELECT count(DISTINCT note) FROM readings"))
        .containsExactly("1");
  }

  /** A queue of jobs whose condition tells the time still takes its next job. */
  @Test
  void rowsAreLocked() throws SQLException {
    assertThat(
            SharedCluster.rows(
                connection,
                "SELECT id FROM readings WHERE later(id) > moment() ORDER BY id LIMIT 2"
                    + " FOR UPDATE SKIP LOCKED"))
        .isEqualTo(List.of("1", "2"));
  }

  @Test
  void whoMayNotCallItIsTold() throws IOException, SQLException {
    SharedCluster.run(
        connection,
        "DROP ROLE IF EXISTS not_told",
        "CREATE ROLE not_told",
        "GRANT USAGE ON SCHEMA telling TO not_told",
        "GRANT SELECT ON readings TO not_told",
        "REVOKE EXECUTE ON FUNCTION moment() FROM PUBLIC",
        "SET ROLE not_told");
    try {
      assertThatThrownBy(() -> SharedCluster.rows(connection, "SELECT moment() FROM readings"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42501"));
      assertThat(SharedCluster.rows(connection, "SELECT DISTINCT later(1) FROM readings"))
          .hasSize(1);
    } finally {
      SharedCluster.run(
          connection,
          "RESET ROLE",
          "GRANT EXECUTE ON FUNCTION moment() TO PUBLIC",
          "REVOKE ALL ON SCHEMA telling FROM not_told",
          "REVOKE ALL ON readings FROM not_told",
          "DROP ROLE not_told");
    }
  }
}
