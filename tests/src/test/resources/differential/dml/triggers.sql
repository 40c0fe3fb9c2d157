-- Triggers of tables of every placement, as rows come by all ways.
CREATE SCHEMA triggers;
--@ setup
SET search_path = triggers, public;
CREATE TABLE goods (k int PRIMARY KEY, v text, q int DEFAULT 7);
CREATE TABLE rates (k int PRIMARY KEY, v text, q int DEFAULT 7);
CREATE TABLE notes (k int PRIMARY KEY, v text, q int DEFAULT 7);
CREATE TABLE parts (k int, n int, note text, PRIMARY KEY (k, n));
CREATE TABLE history (what text, k int);
--@ placement
SELECT create_distributed_table('goods', 'k');
--@ placement
SELECT create_distributed_table('parts', 'k');
--@ placement
SELECT create_reference_table('rates');
CREATE FUNCTION stamp() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.v := NEW.v || '!'; RETURN NEW; END $$;
CREATE FUNCTION keep_even() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF OLD.k % 2 = 0 THEN RETURN NULL; END IF; RETURN OLD; END $$;
CREATE FUNCTION add_part() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO triggers.parts VALUES (NEW.k, 1, TG_OP) ON CONFLICT DO NOTHING; RETURN NULL; END $$;
CREATE FUNCTION remember() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO triggers.history VALUES (TG_OP || ' ' || TG_LEVEL, CASE WHEN TG_LEVEL = 'ROW' THEN NEW.k END); RETURN NULL; END $$;
--@ placement
SELECT declare_function_safe('stamp()');
--@ placement
SELECT declare_function_safe('keep_even()');
--@ placement
SELECT declare_function_safe('add_part()');
CREATE TRIGGER a1 BEFORE INSERT OR UPDATE ON goods FOR EACH ROW EXECUTE FUNCTION stamp();
CREATE TRIGGER a2 BEFORE DELETE ON goods FOR EACH ROW EXECUTE FUNCTION keep_even();
CREATE TRIGGER a3 AFTER INSERT OR UPDATE ON goods FOR EACH ROW EXECUTE FUNCTION add_part();
CREATE TRIGGER a1 BEFORE INSERT OR UPDATE ON rates FOR EACH ROW EXECUTE FUNCTION stamp();
CREATE TRIGGER a1 BEFORE INSERT OR UPDATE ON notes FOR EACH ROW EXECUTE FUNCTION stamp();
CREATE TRIGGER b1 AFTER INSERT OR UPDATE ON notes FOR EACH ROW EXECUTE FUNCTION remember();
CREATE TRIGGER b2 AFTER INSERT OR UPDATE OR DELETE ON notes EXECUTE FUNCTION remember();
INSERT INTO goods VALUES (1, 'a') RETURNING *;
INSERT INTO goods VALUES (2, 'b'), (3, 'c'), (4, 'd') RETURNING *;
INSERT INTO goods SELECT g, 'g' || g FROM generate_series(10, 14) g;
INSERT INTO goods SELECT k + 100, v FROM goods WHERE k < 3 RETURNING *;
INSERT INTO goods SELECT k + 200, v FROM goods WHERE k < 3;
INSERT INTO goods (k, v) VALUES (1, 'again') ON CONFLICT (k) DO UPDATE SET v = excluded.v || 'c' RETURNING *;
INSERT INTO goods SELECT k, 'once more' FROM goods WHERE k < 3 ON CONFLICT DO NOTHING RETURNING *;
UPDATE goods SET q = q + 1 WHERE k < 3 RETURNING *;
UPDATE goods SET q = q + 1 WHERE k = 3;
UPDATE goods SET q = rates.k FROM rates WHERE rates.k = goods.k;
DELETE FROM goods WHERE k IN (1, 2) RETURNING *;
DELETE FROM goods WHERE k > 10 AND k < 100;
--@ params int:300, text:p
INSERT INTO goods VALUES ($1, $2) RETURNING *;
--@ params int:301, text:p
--@ repeat 1
INSERT INTO goods VALUES ($1, $2);
BEGIN;
INSERT INTO goods VALUES (302, 't');
UPDATE goods SET v = 'in it' WHERE k = 302 RETURNING *;
ROLLBACK;
INSERT INTO rates VALUES (1, 'a'), (2, 'b') RETURNING *;
INSERT INTO rates SELECT k + 1000, v FROM goods RETURNING *;
INSERT INTO rates VALUES (1, 'a') ON CONFLICT (k) DO UPDATE SET v = 'upd' RETURNING *;
UPDATE rates SET q = 3 WHERE k < 3 RETURNING *;
DELETE FROM rates WHERE k = 2 RETURNING *;
INSERT INTO notes VALUES (1, 'a'), (2, 'b') RETURNING *;
INSERT INTO notes SELECT k + 1000, v FROM goods WHERE k < 5;
INSERT INTO notes SELECT k + 2000, v FROM rates WHERE k < 5 RETURNING *;
UPDATE notes SET q = goods.k FROM goods WHERE goods.k = notes.k - 1000;
DELETE FROM notes USING rates WHERE rates.k = notes.k RETURNING notes.*;
WITH gone AS (DELETE FROM notes WHERE k > 2000 RETURNING *) INSERT INTO history SELECT v, k FROM gone;
