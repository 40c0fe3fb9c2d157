package io.argosy.tests.definitions;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.util.PSQLException;

/**
 * DO over placed tables, which the coordinator takes apart: the same notices, errors and rows as
 * PostgreSQL's, or a refusal that has changed nothing.
 */
class CodeBlocksTest extends BothServers {
  /** Blocks, without DO and the quotes, and calls. */
  private static final List<String> BLOCKS =
      List.of(
          "BEGIN UPDATE orders SET note = 'seen' WHERE id < 5; END",
          "BEGIN INSERT INTO orders VALUES (100, 1, 5, 'new'); DELETE FROM orders WHERE id = 1;"
              + " END;",
          "DECLARE n int; BEGIN SELECT count(*) INTO n FROM orders; RAISE NOTICE 'there are %', n;"
              + " UPDATE orders SET amount = n WHERE id = 2; END",
          "DECLARE v_id int := 7; v_note text DEFAULT 'a ' || 'b'; BEGIN UPDATE orders SET note ="
              + " v_note, amount = amount + v_id WHERE id = v_id OR customer IN (v_id, 2); IF FOUND"
              + " THEN RAISE NOTICE '%', FOUND; END IF; END",
          "DECLARE r record; BEGIN FOR r IN SELECT id, amount FROM orders WHERE id < 6 ORDER BY id"
              + " LOOP RAISE NOTICE '% costs %', r.id, r.amount; UPDATE orders SET note ="
              + " 'r' || r.id WHERE orders.id = r.id; END LOOP; END",
          "DECLARE o orders%ROWTYPE; BEGIN SELECT * INTO o FROM orders WHERE id = 3; INSERT INTO"
              + " orders VALUES (o.id + 200, o.customer, o.amount, o.note); END",
          "DECLARE v_amount orders.amount%TYPE; BEGIN SELECT amount / 3 INTO v_amount FROM orders"
              + " WHERE id = 4; RAISE NOTICE '%', v_amount; END",
          "BEGIN FOR i IN 1..3 LOOP INSERT INTO orders (id, note) VALUES (500 + i, 'i ' || i); END"
              + " LOOP; FOR i IN REVERSE 9..5 BY 2 LOOP RAISE NOTICE '%', i; END LOOP; END",
          "DECLARE i int := 0; BEGIN WHILE i < 3 LOOP i := i + 1; CONTINUE WHEN i = 2; UPDATE"
              + " orders SET amount = amount * 2 WHERE id = i; END LOOP; <<outside>> LOOP LOOP EXIT"
              + " outside; END LOOP; END LOOP; END",
          "DECLARE a int[] := ARRAY[3, 5, 8]; x int; BEGIN FOREACH x IN ARRAY a LOOP DELETE FROM"
              + " orders WHERE id = x; END LOOP; END",
          "BEGIN INSERT INTO orders (id) VALUES (1); EXCEPTION WHEN unique_violation THEN RAISE"
              + " NOTICE 'again: %', SQLSTATE; END",
          "DECLARE s text; c text; BEGIN UPDATE orders SET note = 'lost'; INSERT INTO orders (id)"
              + " VALUES (1); EXCEPTION WHEN division_by_zero OR unique_violation THEN GET STACKED"
              + " DIAGNOSTICS s = RETURNED_SQLSTATE, c = CONSTRAINT_NAME; RAISE NOTICE '% %', s, c;"
              + " INSERT INTO orders (id, note) VALUES (900, s); END",
          "BEGIN BEGIN PERFORM 1 / (id - id) FROM orders; EXCEPTION WHEN OTHERS THEN RAISE NOTICE"
              + " '%: %', SQLSTATE, SQLERRM; END; UPDATE orders SET note = 'kept' WHERE id = 1;"
              + " END",
          "BEGIN BEGIN INSERT INTO orders (id) VALUES (1); EXCEPTION WHEN division_by_zero THEN"
              + " NULL; END; END",
          "BEGIN BEGIN INSERT INTO orders (id) VALUES (1); EXCEPTION WHEN unique_violation THEN"
              + " RAISE; END; END",
          "BEGIN RAISE EXCEPTION 'no % and %', 5, NULL USING HINT = 'do' || ' this', ERRCODE ="
              + " 'check_violation'; END",
          "BEGIN RAISE WARNING 'careful'; RAISE INFO 'info'; RAISE DEBUG 'nobody'; RAISE"
              + " unique_violation; END",
          "BEGIN RAISE NOTICE 'orders'; PERFORM 1 FROM orders; RAISE SQLSTATE '22012'; END",
          "DECLARE n int; BEGIN SELECT id INTO STRICT n FROM orders WHERE id < 3; END",
          "DECLARE n int; BEGIN SELECT id INTO STRICT n FROM orders WHERE id < 0; END",
          "DECLARE n int := 5; BEGIN SELECT id INTO n FROM orders WHERE id < 0; RAISE NOTICE '% %',"
              + " n, FOUND; END",
          "DECLARE n int; m text; BEGIN UPDATE orders SET note = 'x' WHERE id = 6 RETURNING id,"
              + " note INTO n, m; RAISE NOTICE '% %', n, m; GET DIAGNOSTICS n = ROW_COUNT; RAISE"
              + " NOTICE '%', n; END",
          "DECLARE n int; BEGIN UPDATE orders SET note = 'x' WHERE id < 6 RETURNING id INTO n; END",
          "BEGIN SELECT * FROM orders; END",
          "DECLARE n int; BEGIN EXECUTE 'SELECT count(*) FROM orders WHERE id > $1 AND note <> $2'"
              + " INTO n USING 4, 'x'; RAISE NOTICE '%', n; EXECUTE format('UPDATE %I SET note ="
              + " %L', 'orders', 'it''s'); END",
          "DECLARE t text; BEGIN FOR t IN SELECT unnest(ARRAY['p', 'q']) LOOP EXECUTE 'ALTER TABLE"
              + " orders ADD COLUMN ' || t || ' int DEFAULT 4'; END LOOP; UPDATE orders SET p = id"
              + " WHERE id = 1; END",
          "DECLARE r record; BEGIN FOR r IN EXECUTE 'SELECT id FROM orders WHERE id < 3 ORDER BY 1'"
              + " LOOP RAISE NOTICE '%', r; END LOOP; END",
          "BEGIN IF NOT EXISTS (SELECT 1 FROM information_schema.columns WHERE table_name ="
              + " 'orders' AND column_name = 'extra') THEN ALTER TABLE orders ADD COLUMN extra int;"
              + " END IF; UPDATE orders SET extra = 1; END",
          "BEGIN ALTER TABLE orders ADD CONSTRAINT positive CHECK (id > 0); ALTER TABLE orders ADD"
              + " CONSTRAINT positive CHECK (id > 0); EXCEPTION WHEN duplicate_object THEN NULL;"
              + " END",
          "BEGIN CREATE TABLE made (id int); INSERT INTO made SELECT id FROM orders; END",
          "BEGIN CREATE TEMP TABLE gone ON COMMIT DROP AS SELECT id FROM orders WHERE id < 4;"
              + " UPDATE orders SET note = 'in' WHERE id IN (SELECT id FROM gone); END",
          "DECLARE k int; BEGIN CASE WHEN true THEN NULL; END CASE; UPDATE orders SET note = '';"
              + " END",
          "DECLARE v varchar(3); BEGIN SELECT 'abc  ' INTO v FROM orders WHERE id = 1; RAISE NOTICE"
              + " '<%>', v; SELECT 'abcd' INTO v FROM orders WHERE id = 1; END",
          "DECLARE i int; b boolean; n numeric(5,1); BEGIN i := 7.6; b := 'yes'; n := i / 3.0;"
              + " RAISE NOTICE '% % %', i, b, n; i := 'x' || (SELECT note FROM orders WHERE id ="
              + " 1); END",
          "DECLARE i int NOT NULL := 1; BEGIN SELECT NULL INTO i FROM orders LIMIT 1; END",
          "DECLARE c CONSTANT int := 1; BEGIN PERFORM FROM orders; c := 2; END",
          "DECLARE i int; BEGIN BEGIN UPDATE orders SET note = 'one' WHERE id = 1; i := 1; BEGIN"
              + " UPDATE orders SET note = 'two' WHERE id = 2; i := 2 / 0; EXCEPTION WHEN"
              + " division_by_zero THEN RAISE NOTICE 'inner %', i; END; RAISE EXCEPTION 'outer'; "
              + " EXCEPTION WHEN raise_exception THEN RAISE NOTICE '% %', SQLERRM, i; END; UPDATE"
              + " orders SET note = 'three' WHERE id = 3; END",
          "BEGIN UPDATE orders SET note = 1; UPDAT orders SET note = 2; EXCEPTION WHEN OTHERS THEN"
              + " NULL; END",
          "BEGIN UPDATE orders SET note = 1; EXCEPTION WHEN no_such_condition THEN NULL; END",
          "BEGIN UPDATE orders SET nothing = 1; END",
          "BEGIN UPDATE orders SET note = 'r' WHERE id = 1; RETURN; UPDATE orders SET note = 's';"
              + " END",
          "BEGIN WITH d AS (DELETE FROM orders WHERE id = 9 RETURNING *) INSERT INTO orders SELECT"
              + " id + 300, customer, amount, note FROM d; IF FOUND THEN RAISE NOTICE 'moved'; END"
              + " IF; END",
          "DECLARE v_id int := 3; v_new text := 'merged'; BEGIN MERGE INTO orders o USING (VALUES"
              + " (v_id)) AS s(k) ON o.id = s.k WHEN MATCHED THEN UPDATE SET note = v_new WHEN NOT"
              + " MATCHED THEN INSERT (id) VALUES (v_id); INSERT INTO orders (id, note) VALUES"
              + " (v_id, v_new) ON CONFLICT (id) DO UPDATE SET note = excluded.note || v_new; END",
          "DECLARE v_n int := 2; BEGIN UPDATE orders o SET note = 'g' || g.n FROM"
              + " generate_series(1, v_n) AS g(n) WHERE o.id = g.n; END",
          "DECLARE f double precision; BEGIN SELECT 0.1::float8 + 0.2::float8 INTO f FROM orders"
              + " WHERE id = 1; RAISE NOTICE '% %', f, f = 0.1::float8 + 0.2::float8; END",
          "DECLARE d date := '2024-02-29'; t interval := '1 year'; BEGIN UPDATE orders SET note ="
              + " (d + t)::text WHERE id = 1; END",
          "BEGIN SET LOCAL search_path = pg_catalog; PERFORM FROM blocks.orders; SELECT 1 FROM"
              + " orders; END",
          "DECLARE e blocks.colour := 'red'; BEGIN UPDATE orders SET note = e WHERE id = 1; e :="
              + " 'no'; END",
          "BEGIN UPDATE orders SET note = 'x'; EXECUTE 'COMMIT'; END",
          "BEGIN UPDATE orders SET note = 'x'; EXECUTE 'SELECT 1 AS a INTO made'; END",
          "BEGIN EXECUTE 'COPY orders TO STDOUT'; END",
          "BEGIN DELETE FROM orders; BEGIN nope := 1; EXCEPTION WHEN OTHERS THEN NULL; END; END",
          "DECLARE c CONSTANT int := 1; BEGIN DELETE FROM orders; IF false THEN c := 2; END IF;"
              + " END",
          "BEGIN DELETE FROM orders; BEGIN RAISE NOTICE '% %', 1; EXCEPTION WHEN OTHERS THEN NULL;"
              + " END; END",
          "BEGIN DELETE FROM orders; IF false THEN EXIT; END IF; END",
          "BEGIN DELETE FROM orders; DECLARE x no_such_type; BEGIN NULL; EXCEPTION WHEN OTHERS THEN"
              + " NULL; END; END",
          "DECLARE o orders; BEGIN SELECT * INTO o FROM orders WHERE id = 3; UPDATE orders SET note"
              + " = o.note || '!' WHERE id = o.id; END",
          "DECLARE n int; c int; BEGIN EXECUTE 'SELECT id FROM orders ORDER BY 1' INTO n; GET"
              + " DIAGNOSTICS c = ROW_COUNT; RAISE NOTICE '% %', n, c; END",
          "DECLARE n int; BEGIN WITH d AS (DELETE FROM orders WHERE id < 4 RETURNING id) SELECT id"
              + " INTO n FROM d ORDER BY id; RAISE NOTICE '% %', n, FOUND; END",
          "DECLARE c int; BEGIN UPDATE orders SET note = 'all'; IF EXISTS (SELECT 1 FROM orders"
              + " WHERE id = 1) THEN GET DIAGNOSTICS c = ROW_COUNT; RAISE NOTICE '%', c; END IF;"
              + " END",
          "DECLARE year int; BEGIN year := EXTRACT(year FROM date '2024-02-03'); UPDATE orders SET"
              + " amount = year WHERE id = 1; END",
          "DECLARE v_ids int[] := ARRAY[2, 4]; v_one int := 1; BEGIN DELETE FROM orders o USING"
              + " unnest(v_ids) u(n) WHERE o.id = u.n; UPDATE orders o SET note = 'at ' || t.place"
              + " FROM unnest(ARRAY[7, 8]) WITH ORDINALITY AS t(k, place) WHERE o.id = t.k AND"
              + " t.place > v_one; END",
          "DECLARE v text := '2024-01-01 10:00+00'; BEGIN SET LOCAL timezone = 'UTC'; UPDATE orders"
              + " SET note = (v::timestamp with time zone + interval '1 hour')::text WHERE id = 1;"
              + " END",
          "DECLARE r record; BEGIN FOR r IN SELECT id FROM orders WHERE id < 3 ORDER BY 1 LOOP"
              + " BEGIN UPDATE orders SET amount = 1 / (id - 1) WHERE id = r.id; EXCEPTION WHEN"
              + " division_by_zero THEN RAISE NOTICE 'not %', r.id; END; END LOOP; END",
          "BEGIN BEGIN RAISE EXCEPTION USING ERRCODE = '55000', MESSAGE = 'state'; EXCEPTION WHEN"
              + " object_not_in_prerequisite_state THEN UPDATE orders SET note = SQLERRM; END; END",
          "DECLARE v varchar(3); BEGIN PERFORM FROM orders; v := E'abc\t'; END",
          "DECLARE found boolean; BEGIN SELECT count(*) > 0 INTO found FROM orders WHERE id < 0; IF"
              + " found THEN DELETE FROM orders; END IF; END",
          "DECLARE v_id int := 1; v_note text := 'x'; r record; BEGIN UPDATE orders SET note ="
              + " (SELECT row_to_json(t) FROM (SELECT v_id, v_note) t)::text WHERE id = 1; UPDATE"
              + " orders SET note = s.v_note FROM (SELECT v_note, v_id + 1 AS k) s WHERE orders.id"
              + " = s.k; SELECT v_id, amount INTO r FROM orders WHERE id = 2; RAISE NOTICE '% %',"
              + " r.v_id, r.amount; END",
          "DECLARE n int; BEGIN UPDATE orders SET note = 'x' WHERE id = 1; BEGIN SELECT id INTO"
              + " STRICT n FROM orders WHERE id = -1; EXCEPTION WHEN no_data_found THEN NULL; END;"
              + " IF NOT FOUND THEN INSERT INTO orders (id) VALUES (-1); END IF; END",
          "BEGIN DECLARE v blocks.present := 5; BEGIN UPDATE orders SET amount = v; END; EXCEPTION"
              + " WHEN OTHERS THEN NULL; END",
          "BEGIN PERFORM FROM orders; RAISE NOTICE 'x' USING ERRCODE = 'P0004'; BEGIN RAISE"
              + " EXCEPTION 'mine' USING ERRCODE = 'P0004'; EXCEPTION WHEN OTHERS THEN NULL; END;"
              + " END",
          "CALL named(5)",
          "CALL raise_amount(3, 2.5)",
          "CALL blocks.raise_amount((SELECT max(id) FROM orders), 1)",
          "CALL raise_amount('x', 1)",
          "CALL forget()",
          "CALL steps()",
          "DECLARE v_t text := 'orders'; n int; BEGIN SELECT count(*) INTO n FROM"
              + " information_schema.columns WHERE table_name = v_t AND table_schema = 'blocks';"
              + " RAISE NOTICE '%', n; UPDATE orders SET amount = n; END",
          "CALL by_number(4)",
          "CALL given_sql(5, 'given')",
          "DECLARE p blocks.positive; BEGIN SELECT id INTO p FROM orders WHERE id = 1; p := -1;"
              + " END");

  private static String quoted(String block) {
    return block.startsWith("CALL") ? block : "DO $block$" + block + "$block$";
  }

  private void make(Connection connection, Placement placement) throws SQLException {
    execute(
        connection,
        "DROP SCHEMA IF EXISTS blocks CASCADE; CREATE SCHEMA blocks; SET search_path = blocks,"
            + " public; CREATE TYPE colour AS ENUM ('red', 'green'); CREATE DOMAIN present AS int"
            + " NOT NULL; CREATE DOMAIN positive AS int CHECK (VALUE > 0); CREATE TABLE orders (id"
            + " int PRIMARY KEY, customer int, amount numeric(10,2), note text)");
    place(connection, "orders", placement);
    execute(
        connection,
        "CREATE PROCEDURE raise_amount(v_id int, v_by numeric) LANGUAGE plpgsql AS $$DECLARE n int;"
            + " BEGIN UPDATE orders SET amount = amount + v_by WHERE id = v_id; GET DIAGNOSTICS n ="
            + " ROW_COUNT; RAISE NOTICE '% changed', n; END$$; CREATE PROCEDURE forget() LANGUAGE"
            + " sql AS $$DELETE FROM orders WHERE id < 3; UPDATE orders SET note = 'kept'$$; CREATE"
            + " PROCEDURE steps() LANGUAGE plpgsql AS $$BEGIN UPDATE orders SET note = '1'; COMMIT;"
            + " UPDATE orders SET note = '2'; ROLLBACK; END$$; CREATE PROCEDURE named(v_id present)"
            + " LANGUAGE plpgsql AS $$BEGIN UPDATE orders SET note = 'named' WHERE id = v_id;"
            + " END$$; CREATE PROCEDURE by_number(int) LANGUAGE plpgsql AS $$BEGIN DELETE FROM"
            + " orders WHERE id = $1; END$$; CREATE PROCEDURE given_sql(a int, b text) LANGUAGE sql"
            + " AS $$UPDATE orders SET note = b WHERE id = $1; SELECT b$$");
    execute(
        connection,
        "INSERT INTO orders SELECT i, i % 5, i * 1.5, 'note ' || i FROM generate_series(1, 20) i");
  }

  /** The notices of a block and how it ends. */
  private static List<String> outcome(Connection connection, String sql) throws SQLException {
    List<String> outcome = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      try {
        statement.execute(sql);
        outcome.add("done");
      } catch (PSQLException e) {
        outcome.add(
            e.getSQLState()
                + " "
                + e.getServerErrorMessage().getMessage()
                + " "
                + e.getServerErrorMessage().getHint());
      }
      outcome.addAll(notices(statement));
    }
    return outcome;
  }

  private static List<String> rows(Connection connection) throws SQLException {
    return contents(connection, "blocks");
  }

  /** All of them over a distributed table, and a third each over others. */
  @ParameterizedTest
  @EnumSource
  void areTheSameInATransaction(Placement placement) throws SQLException {
    make(argosy, placement);
    make(postgres, placement);
    List<String> wrong = new ArrayList<>();
    List<String> refused = new ArrayList<>();
    for (int i = 0; i < BLOCKS.size(); i++) {
      if (placement != Placement.DISTRIBUTED && i % 3 != placement.ordinal()) {
        continue;
      }
      String block = BLOCKS.get(i);
      List<List<String>> found = new ArrayList<>();
      for (Connection connection : List.of(postgres, argosy)) {
        execute(connection, "BEGIN");
        List<String> outcome = outcome(connection, quoted(block));
        if (outcome.getFirst().equals("done")) {
          outcome.addAll(rows(connection));
        }
        execute(connection, "ROLLBACK");
        found.add(outcome);
      }
      if (found.getLast().getFirst().startsWith("0A000 DO over placed tables")) {
        refused.add(found.getLast().getFirst());
      } else if (!found.getFirst().equals(found.getLast())) {
        wrong.add(block + "\n  " + found.getFirst() + "\n  " + found.getLast());
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(refused).hasSizeLessThanOrEqualTo(2);
    assertThat(rows(argosy)).isEqualTo(rows(postgres));
  }

  static Stream<Arguments> committing() {
    return Stream.of(
            "BEGIN UPDATE orders SET note = 'seen' WHERE id < 5; END",
            "BEGIN UPDATE orders SET note = 'a' WHERE id < 5; COMMIT; UPDATE orders SET note = 'b';"
                + " ROLLBACK; UPDATE orders SET amount = 1 WHERE id = 1; END",
            "BEGIN FOR i IN 1..3 LOOP UPDATE orders SET note = i WHERE id = i; COMMIT; END LOOP;"
                + " RAISE EXCEPTION 'late'; END",
            "BEGIN UPDATE orders SET note = 'a' WHERE id < 5; BEGIN COMMIT; EXCEPTION WHEN OTHERS"
                + " THEN RAISE NOTICE '%', SQLERRM; END; END",
            "CALL steps()",
            "BEGIN UPDATE orders SET note = 'x'; EXECUTE 'COMMIT'; RAISE EXCEPTION 'no'; END",
            "BEGIN UPDATE orders SET note = 'x'; EXECUTE 'SELECT 1 AS a INTO made'; END",
            "DECLARE r record; BEGIN FOR r IN UPDATE orders SET note = 'r' RETURNING id LOOP"
                + " COMMIT; END LOOP; END",
            "DECLARE r record; BEGIN FOR r IN SELECT id FROM orders ORDER BY 1 LOOP UPDATE orders"
                + " SET note = 'r' WHERE id = r.id; COMMIT; END LOOP; END",
            "CALL raise_amount(4, 4)",
            "BEGIN UPDATE orders SET note = 'gone'; RAISE EXCEPTION 'no'; END",
            "BEGIN ALTER TABLE orders ADD COLUMN more int; UPDATE orders SET more = id; CREATE"
                + " INDEX ON orders (more); END")
        .flatMap(
            block ->
                Stream.of(Placement.values()).map(placement -> Arguments.of(block, placement)));
  }

  @ParameterizedTest
  @MethodSource("committing")
  void areTheSameByThemselves(String block, Placement placement) throws SQLException {
    make(argosy, placement);
    make(postgres, placement);

    assertThat(outcome(argosy, quoted(block))).isEqualTo(outcome(postgres, quoted(block)));

    assertThat(rows(argosy)).isEqualTo(rows(postgres));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<<b>> DECLARE x int := 0; BEGIN UPDATE orders SET amount = 1 WHERE id = b.x; END",
        "DECLARE r record; BEGIN SELECT * INTO r FROM orders LIMIT 1; BEGIN r.amount := 5;"
            + " EXCEPTION WHEN OTHERS THEN NULL; END; END",
        "DECLARE a int[] := ARRAY[1, 2]; BEGIN a[1] := 5; DELETE FROM orders WHERE id = a[1]; END",
        "DECLARE c regclass := 'orders'; BEGIN ALTER TABLE orders RENAME TO old; CREATE TABLE"
            + " orders (id int); EXECUTE format('DROP TABLE %s', c); END",
        "DECLARE v text[] := ARRAY[true]; BEGIN DELETE FROM orders WHERE note = ANY (v); END",
        "BEGIN SET LOCAL extra_float_digits = 0; DELETE FROM orders; END",
        "DECLARE v int := 1; BEGIN DELETE FROM orders; PERFORM count(*) OVER w FROM orders WINDOW w"
            + " AS (ORDER BY v); END",
        "DECLARE v int := 5; BEGIN DELETE FROM orders WHERE id = $1 OR customer = v; END",
        "CALL given_sql(b => 'given', a => 5)",
        "DECLARE user text := 'bob'; BEGIN UPDATE orders SET note = user; END",
        "DECLARE v int := 1; BEGIN UPDATE orders SET amount = v WHERE note = 'a'; DECLARE note text"
            + " := 'a'; BEGIN UPDATE orders SET amount = v WHERE note = note; END; END",
        "DECLARE r record; BEGIN FOR r IN EXECUTE 'DELETE FROM orders; SELECT 1 AS a' LOOP NULL;"
            + " END LOOP; END",
        "DECLARE n int; BEGIN UPDATE orders SET amount = 1; SELECT id INTO n FROM orders FOR"
            + " UPDATE; END",
        "#variable_conflict use_column DECLARE n int; BEGIN UPDATE orders SET amount = 1; END",
        "DECLARE note text := 'x'; BEGIN UPDATE orders SET amount = 1 WHERE note = note; END",
        "DECLARE x int; BEGIN UPDATE orders SET amount = 1; SELECT 5 x INTO x FROM orders; END",
        "DECLARE c CURSOR FOR SELECT * FROM orders; BEGIN UPDATE orders SET amount = 1; END",
        "DECLARE r record; BEGIN SELECT * INTO r FROM orders LIMIT 1; UPDATE orders SET note ="
            + " row_to_json(r); END",
        "BEGIN UPDATE orders SET amount = 1; BEGIN PERFORM query_to_xml('SELECT FROM orders', true,"
            + " true, ''); EXCEPTION WHEN OTHERS THEN NULL; END; END"
      })
  void whatIsNotCertainIsRefused(String block) throws SQLException {
    make(argosy, Placement.DISTRIBUTED);
    List<String> before = rows(argosy);

    assertThat(outcome(argosy, quoted(block)).getFirst()).startsWith("0A000");

    assertThat(rows(argosy)).isEqualTo(before);
  }
}
