package io.argosy.tests.definitions;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Functions over placed tables, called by a query of their own, which the coordinator runs: the
 * same columns, rows, notices and errors as PostgreSQL's, or a refusal that has changed nothing.
 */
class FunctionCallsTest extends BothServers {
  /** Each by its name, as it stands behind CREATE FUNCTION. */
  private static final List<String> FUNCTIONS =
      List.of(
          "total() RETURNS numeric LANGUAGE sql STABLE AS 'SELECT sum(amount) FROM orders'",
          "of_customer(c int) RETURNS numeric LANGUAGE sql AS 'SELECT sum(amount) FROM orders WHERE"
              + " customer = c'",
          "of_number(int, numeric DEFAULT 2.5) RETURNS numeric LANGUAGE sql STABLE AS 'SELECT"
              + " sum(amount) * $2 FROM orders WHERE customer = $1'",
          "first_of(c int) RETURNS int LANGUAGE sql AS 'SELECT id FROM orders WHERE customer = c"
              + " ORDER BY id'",
          "ids_of(c int) RETURNS SETOF int LANGUAGE sql STABLE AS 'SELECT id FROM orders WHERE"
              + " customer = c ORDER BY id'",
          "notes_of(c int) RETURNS TABLE (key bigint, \"Note\" varchar) LANGUAGE sql AS 'SELECT id,"
              + " note FROM orders WHERE customer = c ORDER BY id'",
          "add_twice(v_id int) RETURNS void LANGUAGE sql AS 'INSERT INTO orders (id) VALUES (v_id);"
              + " INSERT INTO orders (id) VALUES (v_id + 1)'",
          "add_one(v_id int) RETURNS int LANGUAGE sql AS 'INSERT INTO orders (id, note) VALUES"
              + " (v_id, ''added'') RETURNING id * 2'",
          "transfer(v_from int, v_to int, v_sum numeric) RETURNS numeric LANGUAGE plpgsql AS"
              + " $$DECLARE v_left numeric; BEGIN UPDATE orders SET amount = amount - v_sum WHERE"
              + " id = v_from RETURNING amount INTO v_left; IF NOT FOUND OR v_left < 0 THEN RAISE"
              + " EXCEPTION 'not enough on %', v_from USING HINT = 'take less', ERRCODE ="
              + " 'check_violation'; END IF; UPDATE orders SET amount = amount + v_sum WHERE id ="
              + " v_to; RAISE NOTICE 'moved %', v_sum; RETURN v_left; END$$",
          "counted(p text) RETURNS bigint LANGUAGE plpgsql AS $$BEGIN RETURN (SELECT count(*) FROM"
              + " orders WHERE note LIKE p); END$$",
          "unnamed(int) RETURNS int LANGUAGE plpgsql AS $$DECLARE n int; BEGIN SELECT count(*) INTO"
              + " n FROM orders WHERE customer = $1; RETURN n + $1; END$$",
          "rows_of(c int) RETURNS SETOF orders LANGUAGE plpgsql AS $$BEGIN RETURN QUERY SELECT *"
              + " FROM orders WHERE customer = c ORDER BY id; RAISE NOTICE '%', FOUND; RETURN QUERY"
              + " EXECUTE 'SELECT * FROM orders WHERE id = $1' USING c; RETURN; END$$",
          "each_of(c int) RETURNS SETOF orders LANGUAGE plpgsql AS $$DECLARE r orders%ROWTYPE;"
              + " BEGIN FOR r IN SELECT * FROM orders WHERE customer = c ORDER BY id LOOP RETURN"
              + " NEXT r; END LOOP; END$$",
          "table_of(c int) RETURNS TABLE (o_id int, o_note text) LANGUAGE plpgsql STABLE AS"
              + " $$BEGIN RETURN QUERY SELECT id, note FROM orders WHERE customer = c ORDER BY id;"
              + " END$$",
          "next_of(c int) RETURNS TABLE (o_id int, o_text text) LANGUAGE plpgsql AS $$BEGIN FOR"
              + " o_id IN SELECT id FROM orders WHERE customer = c ORDER BY 1 LOOP o_text := 'o' ||"
              + " o_id; RETURN NEXT; END LOOP; END$$",
          "numbers(c int) RETURNS SETOF int LANGUAGE plpgsql AS $$BEGIN PERFORM FROM orders; FOR i"
              + " IN 1..c LOOP RETURN NEXT i * 2; END LOOP; RETURN; END$$",
          "outs(c int, OUT smallest int, OUT largest int) LANGUAGE plpgsql AS $$BEGIN SELECT"
              + " min(id), max(id) INTO smallest, largest FROM orders WHERE customer = c; END$$",
          "out_one(INOUT c int) LANGUAGE plpgsql AS $$BEGIN SELECT c + count(*) INTO c FROM orders;"
              + " END$$",
          "nothing(c int) RETURNS void LANGUAGE plpgsql AS $$BEGIN DELETE FROM orders WHERE"
              + " customer = c; END$$",
          "strictly(c int, d int) RETURNS int STRICT LANGUAGE plpgsql AS $$BEGIN DELETE FROM"
              + " orders; RETURN 1; END$$",
          "strict_set(c int) RETURNS SETOF int STRICT LANGUAGE plpgsql AS $$BEGIN RETURN QUERY"
              + " SELECT id FROM orders; END$$",
          "no_return(c int) RETURNS int LANGUAGE plpgsql AS $$BEGIN IF c > 5 THEN RETURN (SELECT"
              + " max(id) FROM orders); END IF; END$$",
          "wrong_type() RETURNS SETOF int LANGUAGE plpgsql AS $$BEGIN RETURN QUERY SELECT"
              + " id::bigint FROM orders; END$$",
          "wrong_count() RETURNS SETOF int LANGUAGE plpgsql AS $$BEGIN RETURN QUERY SELECT id,"
              + " customer FROM orders; END$$",
          "bad_cast() RETURNS int LANGUAGE plpgsql AS $$BEGIN PERFORM FROM orders; RETURN 'x' ||"
              + " 'y'; END$$",
          "cast_text() RETURNS text LANGUAGE plpgsql AS $$BEGIN RETURN (SELECT max(id) FROM"
              + " orders); END$$",
          "cast_colour(t text) RETURNS colour LANGUAGE plpgsql AS $$BEGIN PERFORM FROM orders;"
              + " RETURN t; END$$",
          "checked(n int) RETURNS positive LANGUAGE plpgsql AS $$BEGIN PERFORM FROM orders; RETURN"
              + " n; END$$",
          "arrays(a int[]) RETURNS text[] LANGUAGE plpgsql AS $$BEGIN RETURN (SELECT array_agg(note"
              + " ORDER BY id) FROM orders WHERE id = ANY (a)); END$$",
          "odd() RETURNS SETOF text LANGUAGE plpgsql AS $$BEGIN PERFORM FROM orders; RETURN NEXT"
              + " NULL; RETURN NEXT ''; RETURN NEXT 'a\"b\\c{,}'; RETURN NEXT 'NULL'; RETURN NEXT"
              + " E'\\u00e9\\n'; END$$",
          "commits() RETURNS void LANGUAGE plpgsql AS $$BEGIN DELETE FROM orders; COMMIT; END$$",
          "handled(v_id int) RETURNS text LANGUAGE plpgsql AS $$BEGIN UPDATE orders SET note ="
              + " 'lost'; INSERT INTO orders (id) VALUES (v_id); RETURN 'new'; EXCEPTION WHEN"
              + " unique_violation THEN RETURN SQLERRM; END$$",
          "outer_one(c int) RETURNS numeric LANGUAGE plpgsql AS $$DECLARE n numeric; m bigint;"
              + " BEGIN n := of_customer(c); SELECT counted('note%') INTO m; PERFORM nothing(c);"
              + " BEGIN PERFORM handled(3); PERFORM 1 / 0; EXCEPTION WHEN division_by_zero THEN"
              + " RAISE NOTICE 'divided'; END; RETURN n + m; END$$",
          "depth(n int) RETURNS int LANGUAGE plpgsql AS $$DECLARE m int; BEGIN PERFORM FROM orders;"
              + " IF n = 0 THEN RETURN 0; END IF; m := depth(n - 1); RETURN m + 1; END$$",
          "writes() RETURNS int STABLE LANGUAGE plpgsql AS $$BEGIN UPDATE orders SET note = 'x';"
              + " RETURN 1; END$$",
          "defines(v text) RETURNS text LANGUAGE plpgsql AS $$BEGIN CREATE TABLE made (id int, note"
              + " text); INSERT INTO made SELECT 1, v FROM orders LIMIT 1; RETURN (SELECT note FROM"
              + " made); END$$",
          "sets() RETURNS text LANGUAGE plpgsql AS $$BEGIN PERFORM FROM orders; RETURN"
              + " current_setting('search_path'); END$$",
          "inner_one() RETURNS void LANGUAGE plpgsql AS $$BEGIN INSERT INTO orders (id) VALUES"
              + " (901); PERFORM 1 / 0; EXCEPTION WHEN unique_violation THEN NULL; END$$",
          "outer_two() RETURNS void LANGUAGE plpgsql AS $$BEGIN UPDATE orders SET note = 'lost';"
              + " PERFORM inner_one(); EXCEPTION WHEN division_by_zero THEN INSERT INTO orders (id)"
              + " VALUES (902); END$$",
          "try_int(t text) RETURNS int LANGUAGE plpgsql AS $$BEGIN PERFORM FROM orders; RETURN t;"
              + " EXCEPTION WHEN OTHERS THEN RETURN -1; END$$",
          "by_place(OUT n bigint, IN c int, IN d int) LANGUAGE plpgsql AS $$BEGIN SELECT count(*)"
              + " INTO n FROM orders WHERE customer = $2; n := n + $3; END$$",
          "by_place_sql(OUT n bigint, IN c int, IN d int) LANGUAGE sql AS 'SELECT count(*) + $2"
              + " FROM orders WHERE customer = $1'",
          "same_names(c int) RETURNS TABLE (id int, note text) LANGUAGE sql AS 'SELECT id, note"
              + " FROM orders WHERE customer = c ORDER BY id'",
          "unassigned() RETURNS SETOF orders LANGUAGE plpgsql AS $$DECLARE r record; BEGIN PERFORM"
              + " FROM orders; RETURN NEXT r; END$$",
          "wrong_row() RETURNS SETOF orders LANGUAGE plpgsql AS $$DECLARE r record; BEGIN SELECT id"
              + " INTO r FROM orders WHERE id = 1; RETURN NEXT r; END$$",
          "keys(int) RETURNS SETOF json LANGUAGE sql AS 'SELECT row_to_json(s) FROM (SELECT $1, id"
              + " FROM orders WHERE id = 5) s'",
          "outer_three() RETURNS void LANGUAGE plpgsql AS $$BEGIN UPDATE orders SET note = 'lost';"
              + " EXECUTE 'CALL inner_two()'; EXCEPTION WHEN division_by_zero THEN INSERT INTO"
              + " orders (id) VALUES (902); END$$",
          "strict_none() RETURNS bigint STRICT LANGUAGE plpgsql AS $$BEGIN RETURN (SELECT count(*)"
              + " FROM orders); END$$",
          "pairs() RETURNS SETOF pair LANGUAGE plpgsql AS $$DECLARE r record; BEGIN FOR r IN SELECT"
              + " count(*), count(nullif(id, 3)) FROM orders LOOP RETURN NEXT r; END LOOP; END$$",
          "two(a int) RETURNS int LANGUAGE plpgsql AS $$BEGIN RETURN (SELECT count(*) FROM orders);"
              + " END$$",
          "two(a text) RETURNS int LANGUAGE plpgsql AS $$BEGIN RETURN (SELECT count(*) FROM"
              + " orders); END$$");

  private static final List<String> PROCEDURES =
      List.of(
          "doubled(INOUT c int, OUT n bigint) LANGUAGE plpgsql AS $$BEGIN SELECT count(*) INTO n"
              + " FROM orders WHERE customer = c; c := c * 2; UPDATE orders SET note = 'both' WHERE"
              + " id = c; END$$",
          "counted_sql(OUT n bigint, c int) LANGUAGE sql AS 'DELETE FROM orders WHERE id = c;"
              + " SELECT count(*) FROM orders WHERE customer = c'",
          "with_default(INOUT a int, b int DEFAULT 7) LANGUAGE plpgsql AS $$BEGIN DELETE FROM"
              + " orders WHERE id = b; a := a + b; END$$",
          "stepped(INOUT n int) LANGUAGE plpgsql AS $$BEGIN UPDATE orders SET note = '1' WHERE id ="
              + " n; COMMIT; n := n + 1; UPDATE orders SET note = '2' WHERE id = n; ROLLBACK;"
              + " END$$",
          "inner_two() LANGUAGE plpgsql AS $$BEGIN INSERT INTO orders (id) VALUES (901); PERFORM 1"
              + " / 0; EXCEPTION WHEN unique_violation THEN NULL; END$$",
          "unnamed_one(int, INOUT n int) LANGUAGE plpgsql AS $$BEGIN DELETE FROM orders WHERE id ="
              + " $1; n := $2 + 1; END$$");

  private static final List<String> CALLS =
      List.of(
          "SELECT total()",
          "SELECT total() AS \"The total\"",
          "SELECT * FROM total()",
          "SELECT * FROM total() AS t (value)",
          "SELECT of_customer(3)",
          "SELECT calls.of_customer(2 + 1) x",
          "SELECT of_customer((SELECT max(customer) FROM orders))",
          "SELECT of_customer(NULL)",
          "SELECT of_number(3)",
          "SELECT of_number(3, 2)",
          "SELECT of_number('3')",
          "SELECT first_of(2)",
          "SELECT first_of(77)",
          "SELECT ids_of(1)",
          "SELECT * FROM ids_of(1) i",
          "SELECT * FROM ids_of(77)",
          "SELECT * FROM notes_of(2)",
          "SELECT add_twice(100)",
          "SELECT * FROM add_twice(100)",
          "SELECT add_twice(0)",
          "SELECT add_one(300)",
          "SELECT transfer(4, 5, 1.5)",
          "SELECT * FROM transfer(4, 5, 1000) AS result",
          "SELECT transfer(400, 5, 1)",
          "SELECT counted('note 1%')",
          "SELECT unnamed(3)",
          "SELECT * FROM rows_of(3)",
          "SELECT * FROM rows_of(77)",
          "SELECT * FROM each_of(1)",
          "SELECT * FROM table_of(1)",
          "SELECT * FROM table_of(1) AS t (a, b)",
          "SELECT * FROM next_of(4)",
          "SELECT numbers(3)",
          "SELECT * FROM numbers(0)",
          "SELECT * FROM outs(2)",
          "SELECT * FROM outs(77)",
          "SELECT out_one(5)",
          "SELECT * FROM out_one(5)",
          "SELECT nothing(3)",
          "SELECT strictly(1, NULL)",
          "SELECT strictly(1, 2)",
          "SELECT strict_set(NULL)",
          "SELECT * FROM strict_set(NULL)",
          "SELECT no_return(4)",
          "SELECT no_return(6)",
          "SELECT wrong_type()",
          "SELECT * FROM wrong_count()",
          "SELECT bad_cast()",
          "SELECT cast_text()",
          "SELECT cast_colour('red')",
          "SELECT cast_colour('blue')",
          "SELECT checked(5)",
          "SELECT checked(-5)",
          "SELECT arrays(ARRAY[3, 1, 99])",
          "SELECT odd()",
          "SELECT commits()",
          "SELECT handled(3)",
          "SELECT handled(333)",
          "SELECT outer_one(2)",
          "SELECT depth(4)",
          "SELECT writes()",
          "SELECT defines('it''s')",
          "SELECT sets()",
          "SELECT outer_two()",
          "SELECT outer_three()",
          "SELECT strict_none()",
          "SELECT * FROM pairs()",
          "SELECT try_int('x')",
          "SELECT try_int('4')",
          "SELECT by_place(2, 100)",
          "SELECT by_place_sql(2, 100)",
          "SELECT * FROM same_names(3)",
          "SELECT * FROM unassigned()",
          "SELECT * FROM wrong_row()",
          "SELECT keys(1)",
          "CALL doubled(3, NULL)",
          "CALL doubled(77, NULL)",
          "CALL counted_sql(NULL, 2)",
          "CALL with_default(1)",
          "CALL with_default(1, 3)",
          "CALL stepped(4)",
          "CALL unnamed_one(4, 5)",
          "CALL unnamed_one('x', 5)",
          "CALL doubled(3)",
          "SELECT unknown_one(3)",
          "SELECT first_of('x')",
          "SELECT first_of(1, 2)",
          "SELECT total(), 1",
          "SELECT total() LIMIT 1",
          "SELECT first_of(2) NOTNULL");

  private void make(Connection connection, Placement placement) throws SQLException {
    execute(
        connection,
        "DROP SCHEMA IF EXISTS calls CASCADE; CREATE SCHEMA calls; SET search_path = calls, public;"
            + " CREATE TYPE colour AS ENUM ('red', 'green'); CREATE DOMAIN positive AS int CHECK"
            + " (VALUE > 0); CREATE TABLE narrow (id int); CREATE TYPE pair AS (a bigint, b"
            + " bigint); CREATE TABLE orders (id int PRIMARY KEY, customer int, amount"
            + " numeric(10,2), note text)");
    place(connection, "orders", placement);
    execute(
        connection,
        "INSERT INTO orders SELECT i, i % 5, i * 1.5, 'note ' || i FROM generate_series(1, 20) i");
    for (String function : FUNCTIONS) {
      execute(connection, "CREATE FUNCTION " + function);
    }
    for (String procedure : PROCEDURES) {
      execute(connection, "CREATE PROCEDURE " + procedure);
    }
  }

  private List<String> contents(Connection connection) throws SQLException {
    return contents(connection, "calls");
  }

  @ParameterizedTest
  @EnumSource
  void areTheSameInATransaction(Placement placement) throws SQLException {
    make(argosy, placement);
    make(postgres, placement);
    assertThat(differences(CALLS, "calls", "BEGIN", "ROLLBACK")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void areTheSameByThemselves(Placement placement) throws SQLException {
    for (Connection connection : List.of(argosy, postgres)) {
      make(connection, placement);
    }
    for (String call :
        List.of(
            "SELECT add_twice(500)",
            "SELECT add_twice(500)",
            "SELECT * FROM transfer(4, 5, 1)",
            "SELECT transfer(4, 5, 1000)",
            "SELECT outer_one(2)",
            "SELECT total()",
            "SELECT commits()",
            "CALL stepped(4)",
            "CALL doubled(2, NULL)",
            "SELECT defines('x')",
            "SELECT of_number((SELECT max(customer) FROM orders))",
            "SELECT table_of(2)")) {
      List<String> expected = answer(postgres, call);
      List<String> found = answer(argosy, call);
      if (!call.contains("table_of")) {
        assertThat(found).describedAs(call).isEqualTo(expected);
      } else {
        assertThat(found.getFirst()).isIn("0A000", expected.getFirst());
      }
      assertThat(contents(argosy)).describedAs(call).isEqualTo(contents(postgres));
    }
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
              "SELECT of_customer(?)",
              "SELECT * FROM rows_of(?)",
              "SELECT * FROM outs(? + 1)",
              "SELECT first_of(?) AS first",
              "SELECT * FROM notes_of(?::int)")) {
        try (PreparedStatement statement = connection.prepareStatement(call)) {
          for (int i = 0; i < 8; i++) {
            statement.setInt(1, i % 4);
            outcome.addAll(answer(statement, statement.executeQuery()));
          }
        }
      }
      try (CallableStatement call = connection.prepareCall("{? = call transfer(?, ?, ?)}")) {
        call.registerOutParameter(1, Types.NUMERIC);
        call.setInt(2, 7);
        call.setInt(3, 8);
        call.setBigDecimal(4, java.math.BigDecimal.ONE);
        call.execute();
        outcome.add(String.valueOf(call.getBigDecimal(1)));
      }
      try (CallableStatement call = connection.prepareCall("CALL doubled(?, ?)")) {
        call.registerOutParameter(1, Types.INTEGER);
        call.registerOutParameter(2, Types.BIGINT);
        for (int i = 0; i < 7; i++) {
          call.setInt(1, 2);
          call.execute();
          outcome.add(call.getInt(1) + " " + call.getLong(2));
        }
      }
      try (Statement statement = connection.createStatement()) {
        statement.execute("PREPARE p(int) AS SELECT of_customer($1)");
        outcome.addAll(answer(statement, statement.executeQuery("EXECUTE p(2)")));
        statement.execute("DEALLOCATE p");
      }
      found.add(outcome);
    }
    assertThat(found.getLast()).isEqualTo(found.getFirst());
  }

  /** A portal that is read in parts, while other statements run, and one that is never read out. */
  @Test
  void areTheSameInParts() throws SQLException {
    List<List<String>> found = new ArrayList<>();
    for (Connection connection : List.of(postgres, argosy)) {
      make(connection, Placement.DISTRIBUTED);
      List<String> outcome = new ArrayList<>();
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement();
          Statement other = connection.createStatement()) {
        statement.setFetchSize(2);
        try (ResultSet rows = statement.executeQuery("SELECT * FROM ids_of(1)")) {
          while (rows.next()) {
            outcome.add(rows.getString(1));
            other.execute("UPDATE orders SET note = 'read' WHERE id = " + rows.getString(1));
          }
        }
        connection.commit();
        try (ResultSet rows = statement.executeQuery("SELECT * FROM rows_of(1)")) {
          rows.next();
          outcome.add(rows.getString(1));
        }
        connection.commit();
      }
      connection.setAutoCommit(true);
      try (Statement statement = connection.createStatement()) {
        statement.setMaxRows(1);
        outcome.addAll(answer(statement, statement.executeQuery("SELECT add_one(300)")));
        outcome.addAll(answer(statement, statement.executeQuery("SELECT numbers(5)")));
      }
      outcome.addAll(contents(connection));
      found.add(outcome);
    }
    assertThat(found.getLast()).isEqualTo(found.getFirst());
  }

  private static final List<String> REFUSED =
      List.of(
          "SELECT two(1)",
          "SELECT of_customer(c => 3)",
          "SELECT outs(3)",
          "SELECT rows_of(3)",
          "SELECT definer()",
          "SELECT calls_volatile()",
          "SELECT counted(current_user)",
          "SELECT counted(current_query())",
          "SELECT ambiguous(1)",
          "SELECT * FROM anything() AS t (a int)",
          "SELECT whatever(1)",
          "SELECT depth(60)",
          "SELECT of_customer(generate_series(1, 3))",
          "SELECT of_customer(generate_series(1, 0))",
          "SELECT counted('x' COLLATE \"C\")",
          "SELECT locked()",
          "SELECT * FROM of_domain()",
          "SELECT one_column()",
          "SELECT regclasses()",
          "SELECT of_customer(ALL 3)");

  @Test
  void whatIsNotCertainIsRefused() throws SQLException {
    make(argosy, Placement.DISTRIBUTED);
    for (String function :
        List.of(
            "definer() RETURNS void SECURITY DEFINER LANGUAGE sql AS 'DELETE FROM orders'",
            "ambiguous(id int) RETURNS bigint LANGUAGE sql AS 'SELECT count(*) FROM orders WHERE"
                + " orders.id = id'",
            "calls_volatile() RETURNS bigint STABLE LANGUAGE plpgsql AS $$DECLARE n int; BEGIN n :="
                + " add_one(900); RETURN (SELECT count(*) FROM orders); END$$",
            "locked() RETURNS int STABLE LANGUAGE plpgsql AS $$BEGIN PERFORM 1 FROM orders WHERE id"
                + " = 1 FOR UPDATE; RETURN 1; END$$",
            "of_domain() RETURNS TABLE (x int) LANGUAGE plpgsql AS $$BEGIN RETURN QUERY SELECT"
                + " id::positive FROM orders; END$$",
            "one_column() RETURNS SETOF narrow LANGUAGE sql AS 'SELECT id FROM orders'",
            "regclasses() RETURNS SETOF regclass LANGUAGE sql AS 'SELECT 0::regclass FROM orders'",
            "anything() RETURNS SETOF record LANGUAGE plpgsql AS $$BEGIN RETURN QUERY SELECT id"
                + " FROM orders; END$$",
            "whatever(VARIADIC a int[]) RETURNS bigint LANGUAGE sql AS 'SELECT count(*) FROM"
                + " orders'")) {
      execute(argosy, "CREATE FUNCTION " + function);
    }
    List<String> before = contents(argosy);
    List<String> answered = new ArrayList<>();
    for (String call : REFUSED) {
      if (!List.of("0A000", "54001").contains(answer(argosy, call).getFirst())) {
        answered.add(call);
      }
      assertThat(contents(argosy)).as(call).isEqualTo(before);
    }
    assertThat(answered).isEmpty();
  }

  @Test
  void whoMayNotRunItDoesNot() throws SQLException {
    Map<Connection, List<String>> found = new java.util.LinkedHashMap<>();
    for (Connection connection : List.of(postgres, argosy)) {
      make(connection, Placement.DISTRIBUTED);
      execute(
          connection,
          "DROP ROLE IF EXISTS caller; CREATE ROLE caller; GRANT USAGE ON SCHEMA calls TO caller;"
              + " GRANT SELECT ON orders TO caller; REVOKE EXECUTE ON FUNCTION total() FROM PUBLIC;"
              + " SET ROLE caller");
      List<String> outcome = new ArrayList<>(answer(connection, "SELECT total()"));
      outcome.addAll(answer(connection, "SELECT of_customer(1)"));
      outcome.addAll(answer(connection, "SELECT nothing(1)"));
      execute(connection, "RESET ROLE; DROP OWNED BY caller; DROP ROLE caller");
      found.put(connection, outcome);
    }
    assertThat(found.get(argosy)).isEqualTo(found.get(postgres));
  }
}
