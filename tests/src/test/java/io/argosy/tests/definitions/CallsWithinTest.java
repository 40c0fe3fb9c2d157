package io.argosy.tests.definitions;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Functions over placed tables that are called within larger statements: the same columns, rows,
 * notices and errors as PostgreSQL's, or a refusal that has changed nothing.
 */
class CallsWithinTest extends BothServers {
  private static final List<String> FUNCTIONS =
      List.of(
          "total() RETURNS numeric LANGUAGE sql STABLE AS 'SELECT sum(amount) FROM orders'",
          "spread() RETURNS numeric LANGUAGE plpgsql STABLE AS $$DECLARE a numeric; b numeric;"
              + " BEGIN SELECT min(amount) INTO a FROM orders; SELECT max(amount) INTO b FROM"
              + " orders; RETURN b - a; END$$",
          "of_customer(c int) RETURNS numeric LANGUAGE sql STABLE AS 'SELECT sum(amount) FROM"
              + " orders WHERE customer = c'",
          "ids_of(c int) RETURNS SETOF int LANGUAGE sql STABLE AS 'SELECT id FROM orders WHERE"
              + " customer = c ORDER BY id'",
          "table_of(c int) RETURNS TABLE (o_id int, o_note text) LANGUAGE plpgsql STABLE AS"
              + " $$BEGIN RETURN QUERY SELECT id, note FROM orders WHERE customer = c AND id < 10"
              + " ORDER BY id; RETURN QUERY SELECT id, note FROM orders WHERE customer = c AND id"
              + " >= 10 ORDER BY id; END$$",
          "outs(c int, OUT smallest int, OUT largest int) LANGUAGE plpgsql STABLE AS $$BEGIN SELECT"
              + " min(id), max(id) INTO smallest, largest FROM orders WHERE customer = c; END$$",
          "fails(c int) RETURNS int LANGUAGE plpgsql STABLE AS $$BEGIN PERFORM FROM orders; RAISE"
              + " EXCEPTION 'failed with %', c USING HINT = 'give less'; END$$",
          "add_one(v_id int) RETURNS int LANGUAGE plpgsql AS $$BEGIN INSERT INTO orders (id, note)"
              + " VALUES (v_id, 'added'); RAISE NOTICE 'added %', v_id; RETURN v_id * 2; END$$",
          "rows_of(c int) RETURNS SETOF orders LANGUAGE plpgsql AS $$BEGIN UPDATE orders SET note ="
              + " note || '!' WHERE customer = c; RETURN QUERY SELECT * FROM orders WHERE customer"
              + " = c ORDER BY id; END$$",
          "next_number() RETURNS int LANGUAGE plpgsql AS $$DECLARE n int; BEGIN UPDATE counters SET"
              + " value = value + 1 WHERE id = 1 RETURNING value INTO n; RETURN n; END$$",
          "some_numbers(c int) RETURNS int[] LANGUAGE plpgsql AS $$BEGIN FOR i IN 1..c LOOP INSERT"
              + " INTO orders (id) VALUES (i + 1200); END LOOP; RETURN (SELECT array_agg(id ORDER"
              + " BY id) FROM orders WHERE id > 1200); END$$",
          "nothing(c int) RETURNS void LANGUAGE plpgsql AS $$BEGIN DELETE FROM orders WHERE"
              + " customer = c; END$$",
          "of_next() RETURNS text LANGUAGE plpgsql AS $$DECLARE n int; BEGIN n := next_number() +"
              + " 1; IF total() > 3 AND n > 5 THEN INSERT INTO orders (id, note) VALUES"
              + " (next_number() + 1000, 'n' || n); END IF; RETURN (SELECT 'n' || count(*) FROM"
              + " orders WHERE id > 999); END$$");

  /** By functions that change nothing. */
  private static final List<String> READING =
      List.of(
          "SELECT total() + 1",
          "SELECT spread()",
          "SELECT total() AS t, total() * 2, 'x' AS x",
          "SELECT round(total(), 1)::text",
          "SELECT total()::int",
          "SELECT of_customer(1) + of_customer(1 + 1)",
          "SELECT id, total() FROM orders WHERE id < 4 ORDER BY id",
          "SELECT id, calls.total() FROM orders WHERE id < 4 ORDER BY id",
          "SELECT id FROM orders WHERE amount * 10 > total() ORDER BY id",
          "SELECT id FROM orders WHERE amount > spread() - 2 ORDER BY id",
          "SELECT * FROM ids_of(1) WHERE ids_of > 6",
          "SELECT i FROM ids_of(1) AS i ORDER BY i DESC LIMIT 2",
          "SELECT o.note FROM ids_of(1) i JOIN orders o ON o.id = i ORDER BY o.id",
          "SELECT o.note FROM orders o JOIN ids_of(1) i ON o.id = i ORDER BY o.id",
          "SELECT count(*) FROM ids_of(1), orders",
          "SELECT count(*) FROM orders, ids_of(1)",
          "SELECT count(*) FROM ids_of(1) a, ids_of(2) b",
          "SELECT o_note, o_id FROM table_of(2) t ORDER BY 2",
          "SELECT t.* FROM table_of(2) t (a, b) WHERE a > 5",
          "SELECT table_of.o_id FROM table_of(2)",
          "WITH p AS (SELECT c.* FROM table_of(1) c) SELECT count(*), json_agg(p) FROM p",
          "SELECT row_to_json(t) FROM table_of(1) t",
          "SELECT largest - smallest AS d FROM outs(3)",
          "SELECT (SELECT sum(i) FROM ids_of(2) i), 5",
          "SELECT EXISTS (SELECT FROM ids_of(77))",
          "SELECT CASE WHEN total() > 3 THEN 'much' ELSE 'little' END",
          "SELECT coalesce(of_customer(77), 0)",
          "SELECT customer, sum(amount) / total() FROM orders GROUP BY customer ORDER BY 1",
          "SELECT customer FROM orders GROUP BY customer HAVING sum(amount) > total() / 5 ORDER BY"
              + " 1",
          "SELECT id FROM orders WHERE id IN (SELECT * FROM ids_of(3)) ORDER BY 1",
          "SELECT id FROM orders ORDER BY id LIMIT (SELECT count(*) FROM ids_of(3))",
          "SELECT total() UNION ALL SELECT amount FROM orders WHERE id = 1 ORDER BY 1",
          "SELECT total() IS DISTINCT FROM of_customer(1)",
          "SELECT o.id FROM orders o JOIN counters c ON total() > c.id ORDER BY 1 LIMIT 2",
          "SELECT \"order\" FROM ids_of(1) \"order\" ORDER BY 1",
          "SELECT max(i) FROM ids_of(1) i WHERE i < (SELECT total())",
          "SELECT total AS t FROM total() WHERE total > 3",
          "SELECT extract(day FROM now()) > total()",
          "SELECT total() / 0",
          "SELECT fails(1), 1 / 0",
          "SELECT fails(1), 2",
          "SELECT fails(1) + 1",
          "SELECT total() + 'x'");

  /** By functions that may change something. */
  private static final List<String> CHANGING =
      List.of(
          "SELECT add_one(100) + 1",
          "SELECT add_one(100), add_one(101)",
          "SELECT add_one(100) || 'x', 1 AS b",
          "SELECT abs(-add_one(110)) AS a",
          "SELECT add_one(add_one(120))",
          "SELECT nothing(1), nothing(2)",
          "SELECT unnest(some_numbers(3)) AS id",
          "SELECT unnest(some_numbers(0))",
          "SELECT add_one(3) + 1",
          "SELECT add_one(100) / 0",
          "SELECT note FROM rows_of(3) ORDER BY id DESC",
          "SELECT * FROM rows_of(3) WHERE id > 4",
          "SELECT id, upper(note) FROM rows_of(3) AS r WHERE r.amount > 5 ORDER BY 1",
          "SELECT count(*), sum(amount) FROM rows_of(3)",
          "SELECT * FROM rows_of(3) LIMIT 1",
          "SELECT DISTINCT customer FROM rows_of(3)",
          "SELECT customer, count(*) FROM rows_of(3) GROUP BY customer",
          "SELECT r.id, row_number() OVER (ORDER BY id DESC) FROM rows_of(3) r",
          "SELECT CASE WHEN id > 5 THEN 'x' END FROM rows_of(3)",
          "INSERT INTO orders (id, note) VALUES (next_number() + 500, 'n')",
          "INSERT INTO orders (id, note) VALUES (next_number() + 500, 'n') RETURNING id, note",
          "INSERT INTO orders (id, note) VALUES (next_number(), 'n')",
          "INSERT INTO orders (id, customer, note) VALUES (600, next_number(), NULL)",
          "INSERT INTO orders VALUES (next_number() + 700, 3, 4.5, 'all')",
          "INSERT INTO orders AS o (id, note) VALUES (abs(next_number()) + 800, 'a') RETURNING"
              + " o.id",
          "SELECT of_next()",
          "SELECT of_next() || of_next()");

  private static final List<String> REFUSED =
      List.of(
          "SELECT CASE WHEN random() < 2 THEN add_one(100) END",
          "SELECT coalesce(1, add_one(100))",
          "SELECT add_one(100) FROM orders",
          "SELECT add_one(id) FROM orders",
          "SELECT of_customer(customer) FROM orders",
          "SELECT add_one(100) BETWEEN 1 AND 2",
          "SELECT add_one(100) IN (1, 2)",
          "SELECT (add_one(100), add_one(101)) = (1, 2)",
          "SELECT add_one(100) WHERE false",
          "SELECT add_one(100) LIMIT 0",
          "SELECT add_one(100), (SELECT count(*) FROM orders)",
          "SELECT * FROM rows_of(3) WHERE false",
          "SELECT * FROM rows_of(3) WHERE id = NULL",
          "SELECT * FROM rows_of(3) LIMIT 0",
          "SELECT * FROM rows_of(3), orders",
          "SELECT * FROM rows_of(3) r JOIN orders o ON o.id = r.id",
          "SELECT id, (SELECT count(*) FROM orders) FROM rows_of(3)",
          "SELECT id, total() FROM rows_of(3)",
          "SELECT add_one(100), total()",
          "SELECT add_one(100), next_number()",
          "SELECT r FROM rows_of(3) r",
          "SELECT outs(3), 1",
          "SELECT (outs(3)).smallest",
          "SELECT ids_of(1), 5",
          "SELECT id FROM orders WHERE id = ANY (ARRAY(SELECT ids_of(3)))",
          "SELECT CASE WHEN id < 0 THEN fails(1) END FROM orders",
          "SELECT * FROM orders o, LATERAL ids_of(o.customer)",
          "SELECT * FROM orders o, ids_of(o.customer)",
          "SELECT * FROM ids_of(1) WITH ORDINALITY",
          "SELECT * FROM ROWS FROM (ids_of(1), ids_of(2))",
          "SELECT total() FROM orders FOR UPDATE",
          "INSERT INTO orders (id) VALUES (add_one(100)), (add_one(101))",
          "INSERT INTO orders (id) SELECT add_one(100)",
          "UPDATE orders SET amount = total()",
          "DELETE FROM orders WHERE id = add_one(100)",
          "SELECT * FROM of_view",
          // Aggregates, windows, sets and what is volatile in arguments.
          "SELECT of_customer(count(*)::int) FROM orders",
          "SELECT of_customer((row_number() OVER ())::int) FROM orders",
          "SELECT id, of_customer((random() * 4)::int) FROM orders",
          "SELECT CASE WHEN false THEN of_customer(nextval('numbers')::int) END",
          "SELECT of_customer(generate_series(1, 1)), 2",
          "WITH orders AS (SELECT 3 AS id) SELECT of_customer((SELECT max(id) FROM orders)), 1",
          // Others of the name.
          "SELECT named(1), CASE WHEN false THEN named(1, 2) END",
          "SELECT named(1), CASE WHEN false THEN other_calls.named(1) END",
          // Sets beside the call, and in its place.
          "SELECT add_one(100), generate_series(1, 3)",
          "SELECT next_number(), unnest(ARRAY[]::int[])",
          "INSERT INTO orders (id, customer) VALUES (next_number() + 500, generate_series(1, 3))",
          "SELECT fails(1), generate_series(1, 0)",
          "SELECT ids_of(77), generate_series(1, 3)",
          // INSERT of other rows, of others' order, and behind it.
          "INSERT INTO orders (id) SELECT next_number() + 900 FROM orders UNION ALL VALUES (950)",
          "INSERT INTO orders (note, id) VALUES (next_number(), next_number())",
          "INSERT INTO orders (id) VALUES (900) RETURNING next_number()",
          // What is strict and has a NULL.
          "SELECT add_one(100) + NULL",
          "INSERT INTO orders (id, note) VALUES (500, NULL || next_number())",
          "SELECT NULL::int + fails(1)",
          "SELECT add_one(100) + nullif(1, 1)",
          "INSERT INTO orders (id, customer) VALUES (500, next_number() + (ARRAY[1])[5])",
          "SELECT fails(1) + nullif(1, 1)",
          "SELECT (add_one(100), add_one(101)) ISNULL",
          "SELECT JSON_VALUE('{}'::jsonb -> 'b', '$' PASSING add_one(100) AS x)",
          // Defaults and rules of the table, and defaults of arguments.
          "INSERT INTO items (parent) VALUES (next_number())",
          "INSERT INTO ruled VALUES (next_number())",
          "SELECT id, of_sequence() FROM orders",
          "SELECT name FROM pg_settings WHERE name LIKE 'transaction%' AND total() > 0",
          // Subqueries without SELECT, sequences, and settings beside the call.
          "SELECT add_one(100), (TABLE one_value)",
          "SELECT id, (TABLE one_value) FROM rows_of(3)",
          "SELECT nextval('numbers'), add_one(100)",
          "SELECT nextval('numbers'), total()",
          "SELECT set_config('app.t', '7', false), total()",
          "SELECT total(), current_setting('transaction_isolation') FROM orders",
          "SELECT total(), add_one(100)",
          // Another order, or perhaps no call.
          "SELECT next_number(), sum(next_number())",
          "SELECT make_interval(days => next_number(), years => next_number())",
          "SELECT JSON_VALUE(jsonb '{\"a\":1}', '$.a' RETURNING int DEFAULT add_one(100) ON EMPTY)",
          "SELECT * FROM rows_of(3) LIMIT 1 - 1",
          "SELECT * FROM fails_rows(1) WHERE false",
          "SELECT id FROM inverse() WHERE id < 3",
          // Other types, or other places.
          "SELECT total(), count(*) FROM orders GROUP BY ROLLUP (total())",
          "SELECT pg_typeof(r) FROM rows_of(3) r",
          "SELECT to_json(x) FROM total() AS x (a)",
          "SELECT pg_typeof(positive_of(1)), 1",
          "SELECT id = ANY (numbers_of(1)) FROM orders",
          "SELECT customer + total(), count(*) FROM orders GROUP BY customer + total()",
          "SELECT DISTINCT total() FROM orders ORDER BY total()");

  private void make(Connection connection, Placement placement) throws SQLException {
    execute(
        connection,
        "DROP SCHEMA IF EXISTS calls CASCADE; CREATE SCHEMA calls; SET search_path = calls, public;"
            + " CREATE TABLE orders (id int PRIMARY KEY, customer int, amount numeric(10,2), note"
            + " text); CREATE TABLE counters (id int PRIMARY KEY, value int)");
    place(connection, "orders", placement);
    place(connection, "counters", placement);
    execute(
        connection,
        "INSERT INTO orders SELECT i, i % 5, i * 1.5, 'note ' || i FROM generate_series(1, 20) i;"
            + " INSERT INTO counters VALUES (1, 4)");
    for (String function : FUNCTIONS) {
      execute(connection, "CREATE FUNCTION " + function);
    }
    execute(
        connection,
        "CREATE VIEW of_view AS SELECT total() AS t; CREATE SEQUENCE numbers; CREATE TABLE"
            + " one_value (id int); CREATE TABLE items (id serial, parent int); CREATE TABLE ruled"
            + " (a int); CREATE RULE twice AS ON INSERT TO ruled DO ALSO INSERT INTO one_value"
            + " VALUES (NEW.a); DROP SCHEMA IF EXISTS other_calls CASCADE; CREATE SCHEMA"
            + " other_calls; CREATE DOMAIN positive AS int CHECK (VALUE > 0)");
    for (String function :
        List.of(
            "named(int) RETURNS numeric LANGUAGE sql STABLE AS 'SELECT sum(amount) FROM orders'",
            "named(int, int) RETURNS int LANGUAGE sql AS 'INSERT INTO orders (id) VALUES ($1 + 900)"
                + " RETURNING id'",
            "other_calls.named(int) RETURNS int LANGUAGE sql AS 'INSERT INTO orders (id) VALUES ($1"
                + " + 900) RETURNING id'",
            "fails_rows(c int) RETURNS SETOF orders LANGUAGE plpgsql STABLE AS $$BEGIN PERFORM FROM"
                + " orders; RAISE EXCEPTION 'failed'; END$$",
            "inverse() RETURNS TABLE (id int, y int) LANGUAGE sql STABLE AS 'SELECT id, 1 / (id -"
                + " 3) FROM orders'",
            "positive_of(c int) RETURNS positive LANGUAGE sql STABLE AS 'SELECT id FROM orders"
                + " WHERE id = c'",
            "of_sequence(c int DEFAULT nextval('numbers')::int) RETURNS numeric LANGUAGE sql STABLE"
                + " AS 'SELECT sum(amount) + c FROM orders'",
            "numbers_of(c int) RETURNS int[] LANGUAGE sql STABLE AS 'SELECT array_agg(id) FROM"
                + " orders WHERE customer = c'")) {
      execute(connection, "CREATE FUNCTION " + function);
    }
  }

  @ParameterizedTest
  @EnumSource
  void areTheSameByThemselves(Placement placement) throws SQLException {
    List<String> calls = new ArrayList<>(READING);
    calls.addAll(CHANGING);
    assertThat(differences(calls, placement, "", "")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void areTheSameInATransaction(Placement placement) throws SQLException {
    assertThat(differences(READING, placement, "BEGIN ISOLATION LEVEL REPEATABLE READ", "ROLLBACK"))
        .isEmpty();
    assertThat(differences(CHANGING, placement, "BEGIN", "ROLLBACK")).isEmpty();
    List<String> ofOneState =
        List.of(
            "UPDATE orders SET amount = total() WHERE id > of_customer(1) - 55",
            "DELETE FROM orders USING ids_of(2) i WHERE i = orders.id AND i < 4 RETURNING orders.id"
                + " + total()",
            "INSERT INTO orders (id, amount) SELECT i + 700, total() FROM ids_of(1) i");
    assertThat(
            differences(ofOneState, placement, "BEGIN ISOLATION LEVEL REPEATABLE READ", "ROLLBACK"))
        .isEmpty();
  }

  private List<String> differences(
      List<String> statements, Placement placement, String before, String after)
      throws SQLException {
    make(argosy, placement);
    make(postgres, placement);
    return differences(statements, "calls", before, after);
  }

  /** The driver asks for binary values when a statement has been run five times. */
  @Test
  void areTheSameWithParameters() throws SQLException {
    List<List<String>> found = new ArrayList<>();
    for (Connection connection : List.of(postgres, argosy)) {
      make(connection, Placement.DISTRIBUTED);
      List<String> outcome = new ArrayList<>();
      for (String call :
          List.of(
              "SELECT of_customer(?) * ?",
              "SELECT note, amount FROM rows_of(?) WHERE id > ? ORDER BY id",
              "SELECT o.* FROM orders o JOIN ids_of(?) i ON o.id = i WHERE o.id > ? ORDER BY 1",
              "SELECT ?, * FROM table_of(?) LIMIT 3")) {
        try (PreparedStatement statement = connection.prepareStatement(call)) {
          for (int i = 0; i < 8; i++) {
            statement.setInt(1, i % 4);
            statement.setInt(2, 3);
            outcome.addAll(answer(statement, statement.executeQuery()));
          }
        }
      }
      found.add(outcome);
    }
    assertThat(found.getLast()).isEqualTo(found.getFirst());
  }

  @Test
  void whatIsNotCertainIsRefused() throws SQLException {
    make(argosy, Placement.DISTRIBUTED);
    List<String> before = contents(argosy, "calls");
    List<String> answered = new ArrayList<>();
    for (String sql : REFUSED) {
      List<String> outcome = answer(argosy, sql);
      if (!outcome.getFirst().equals("0A000")) {
        answered.add(sql + " " + outcome);
      }
      assertThat(contents(argosy, "calls")).as(sql).isEqualTo(before);
    }
    // Under READ COMMITTED two queries might see different states.
    execute(argosy, "BEGIN");
    if (!answer(argosy, "SELECT total() - total()").getFirst().equals("0A000")) {
      answered.add("twice in a transaction");
    }
    execute(argosy, "ROLLBACK; BEGIN");
    if (!answer(argosy, "SELECT id FROM orders WHERE amount > total()")
        .getFirst()
        .equals("0A000")) {
      answered.add("in a transaction");
    }
    execute(argosy, "ROLLBACK");
    assertThat(answered).isEmpty();
  }
}
