-- Functions of SQL and PL/pgSQL that come to no placed table run where the home node has all that a statement reads.
CREATE SCHEMA functions_at_home;
--@ setup
SET search_path = functions_at_home, public;
CREATE TABLE placed (id int PRIMARY KEY, n int);
CREATE TABLE kinds (kind int PRIMARY KEY, label text);
--@ placement
SELECT create_distributed_table('placed', 'id');
--@ placement
SELECT create_reference_table('kinds');
INSERT INTO placed SELECT i, i FROM generate_series(1, 30) i;
INSERT INTO kinds SELECT i, 'kind ' || i FROM generate_series(1, 5) i;
CREATE TABLE notes (id serial PRIMARY KEY, note text, note_size int);
INSERT INTO notes (note, note_size) SELECT 'note ' || i, i FROM generate_series(1, 6) i;
CREATE FUNCTION plus(a int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN a + 1; END $$;
CREATE FUNCTION note_count() RETURNS bigint LANGUAGE plpgsql STABLE AS
    $$ DECLARE n bigint; BEGIN SELECT count(*) INTO n FROM notes; RETURN n; END $$;
CREATE FUNCTION note_texts() RETURNS SETOF text LANGUAGE sql STABLE AS 'SELECT note FROM notes ORDER BY id';
CREATE FUNCTION add_note(text_said text) RETURNS int LANGUAGE plpgsql AS
    $$ DECLARE new_number int; BEGIN INSERT INTO notes (note, note_size) VALUES (text_said, 0) RETURNING id INTO new_number; RETURN new_number; END $$;
CREATE FUNCTION described(OUT many bigint, OUT longest text) LANGUAGE plpgsql AS
    $$ BEGIN many := note_count(); SELECT max(note) INTO longest FROM notes; END $$;
CREATE FUNCTION divided(a int) RETURNS int LANGUAGE plpgsql AS
    $$ BEGIN RETURN 12 / a; EXCEPTION WHEN division_by_zero THEN RAISE NOTICE 'no number divides by %', a; RETURN NULL; END $$;
CREATE FUNCTION failing() RETURNS int LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'that is wrong' USING ERRCODE = 'P0099', HINT = 'Do it right.'; END $$;
CREATE FUNCTION evens(most int) RETURNS TABLE (n int) LANGUAGE plpgsql AS
    $$ BEGIN FOR i IN 1 .. most LOOP IF i % 2 = 0 THEN n := i; RETURN NEXT; END IF; END LOOP; END $$;
SELECT plus(3), plus(plus(3));
SELECT id, plus(note_size) FROM notes;
SELECT note_count();
SELECT * FROM note_texts();
SELECT * FROM described();
SELECT * FROM evens(7);
SELECT divided(3), divided(0);
--@ error P0099
SELECT failing();
SELECT add_note('first');
SELECT lastval(), currval('notes_id_seq');
BEGIN;
SELECT add_note('second');
UPDATE placed SET n = 0 WHERE id < 9;
SELECT note_count(), lastval();
ROLLBACK;
SELECT note_count();
SELECT count(*) FROM placed WHERE n = 0;
BEGIN;
SELECT add_note('third');
UPDATE placed SET n = 0 WHERE id < 5;
COMMIT;
SELECT note_count();
SELECT count(*) FROM placed WHERE n = 0;
SELECT kind, label FROM kinds WHERE kind = plus(1);
SELECT k.label, n.note FROM kinds k JOIN notes n ON plus(k.kind) = n.note_size;
INSERT INTO notes (note, note_size) SELECT 'even', n FROM evens(6);
UPDATE notes SET note_size = plus(note_size) WHERE note = 'even' RETURNING note_size;
DELETE FROM notes WHERE plus(note_size) > 6;
SELECT id, note, note_size FROM notes;
-- A trigger of what a function writes may tell who listens.
CREATE FUNCTION tell_note() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_notify('notes', NEW.note); NEW.note_size := NEW.note_size + 1; RETURN NEW; END $$;
CREATE TRIGGER tell BEFORE UPDATE ON notes FOR EACH ROW EXECUTE FUNCTION tell_note();
CREATE FUNCTION take_note() RETURNS notes LANGUAGE plpgsql AS $$
DECLARE
    taken notes;
BEGIN
    UPDATE notes SET note = 'taken' WHERE id = (SELECT min(id) FROM notes WHERE note <> 'taken') RETURNING * INTO taken;
    RETURN taken;
END $$;
SELECT * FROM take_note();
BEGIN;
SELECT note, note_size FROM take_note();
UPDATE placed SET n = n + 1 WHERE id < 9;
ROLLBACK;
SELECT take_note();
DROP TRIGGER tell ON notes;
CREATE VIEW counted AS SELECT plus(note_size) AS more FROM notes;
SELECT * FROM counted;
PREPARE more (int) AS SELECT plus($1), note_count();
EXECUTE more(5);
EXECUTE more(6);
DEALLOCATE more;
--@ error 23505
INSERT INTO notes SELECT id, 'again', plus(note_size) FROM notes;
BEGIN;
SAVEPOINT before;
--@ error P0099
SELECT failing();
ROLLBACK TO before;
SELECT plus(1);
COMMIT;
DROP VIEW counted;
