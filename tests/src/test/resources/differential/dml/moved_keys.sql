-- Triggers that change the distribution column of a row whose UPDATE does not name it.
CREATE SCHEMA moved_keys;
--@ setup
SET search_path = moved_keys, public;
CREATE TABLE goods (k int PRIMARY KEY, v text);
CREATE TABLE copies (k int PRIMARY KEY, v text);
CREATE TABLE notes (k int PRIMARY KEY, v text);
--@ placement
SELECT create_distributed_table('goods', 'k');
--@ placement
SELECT create_reference_table('copies');
INSERT INTO goods SELECT g, 'v' || g FROM generate_series(1, 12) g;
INSERT INTO copies SELECT g, 'v' || g FROM generate_series(1, 4) g;
INSERT INTO notes SELECT g, 'v' || g FROM generate_series(1, 4) g;
CREATE FUNCTION renumber() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.k := NEW.k + 100; RETURN NEW; END $$;
CREATE FUNCTION renumber_nothing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.k := OLD.k; RETURN NEW; END $$;
--@ placement
SELECT declare_function_safe('renumber()');
--@ placement
SELECT declare_function_safe('renumber_nothing()');
CREATE TRIGGER t BEFORE UPDATE ON copies FOR EACH ROW EXECUTE FUNCTION renumber();
CREATE TRIGGER t BEFORE UPDATE ON notes FOR EACH ROW EXECUTE FUNCTION renumber();
CREATE TRIGGER t BEFORE UPDATE ON goods FOR EACH ROW EXECUTE FUNCTION renumber_nothing();
UPDATE notes SET v = 'x' WHERE k < 3;
UPDATE copies SET v = 'x' WHERE k < 3;
UPDATE goods SET v = 'x' WHERE k < 5;
UPDATE goods SET v = 'y' WHERE k = 7 RETURNING *;
SELECT * FROM copies ORDER BY k;
SELECT * FROM goods ORDER BY k;
INSERT INTO copies VALUES (3, 'again') ON CONFLICT (k) DO UPDATE SET v = excluded.v;
SELECT * FROM copies ORDER BY k;
