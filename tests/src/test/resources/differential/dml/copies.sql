-- Changes of replicated tables that read more than the rows that they change: the copies stay alike.
CREATE SCHEMA copies;
--@ setup
SET search_path = copies, public;
CREATE TABLE goods (id int PRIMARY KEY, k int, price numeric, names text[], note text, at timestamptz);
CREATE TABLE loose (id int, k int, note text);
CREATE TABLE rates (id int PRIMARY KEY, k int, v int, f float8, label text);
CREATE TABLE sales (id int PRIMARY KEY, k int, v int);
CREATE TABLE plain (id int PRIMARY KEY, v int);
CREATE TABLE kinds ("two words" int, b text, v int, PRIMARY KEY ("two words", b));
--@ placement
SELECT create_reference_table('goods');
--@ placement
SELECT create_reference_table('loose');
--@ placement
SELECT create_reference_table('rates');
--@ placement
SELECT create_reference_table('kinds');
--@ placement
SELECT create_distributed_table('sales', 'id');
INSERT INTO goods SELECT i, i % 4, i * 1.5, NULL, 'g' || i, NULL FROM generate_series(1, 12) i;
INSERT INTO loose SELECT i % 6, i % 4, 'l' || i FROM generate_series(1, 12) i;
INSERT INTO rates SELECT i, i % 5, i * 10, i / 10.0, 'r' || i FROM generate_series(1, 10) i;
INSERT INTO sales SELECT i, i % 12 + 1, i FROM generate_series(1, 40) i;
INSERT INTO plain SELECT i, i * 100 FROM generate_series(1, 5) i;
INSERT INTO kinds SELECT i % 3, 'b' || i, i FROM generate_series(1, 9) i;
UPDATE goods SET k = (SELECT max(v) FROM rates);
UPDATE goods SET k = (SELECT v FROM rates WHERE rates.id = goods.id) WHERE id < 9;
UPDATE goods g SET k = r.v, note = r.label || g.note FROM rates r WHERE r.id = g.id + 1 RETURNING g.id, g.k, r.label, g.*;
UPDATE goods SET (k, note) = (SELECT sum(v), string_agg(label, ',' ORDER BY label) FROM rates WHERE rates.k = goods.id % 5) RETURNING *;
UPDATE goods SET names = ARRAY(SELECT label FROM rates WHERE rates.k = goods.id % 5 ORDER BY label);
UPDATE goods SET price = (SELECT sum(f) FROM rates WHERE rates.id > goods.id);
UPDATE goods SET price = CASE WHEN random() < 2 THEN 5 END, at = date_trunc('century', now()) WHERE id = 3 RETURNING price, at IS NOT NULL;
UPDATE goods SET k = (SELECT v FROM plain WHERE plain.id = goods.id % 5 + 1);
DELETE FROM goods WHERE id IN (SELECT id FROM rates WHERE v > 80) RETURNING id, note;
DELETE FROM goods USING rates r WHERE r.id = goods.id AND r.v = 70 RETURNING goods.id, r.label;
DELETE FROM goods WHERE NOT EXISTS (SELECT FROM rates WHERE rates.id = goods.id);
DELETE FROM goods WHERE k = (SELECT max(k) FROM goods);
UPDATE kinds SET v = (SELECT count(*) FROM rates WHERE rates.k = kinds."two words") WHERE b > 'b2' RETURNING "two words", v;
DELETE FROM kinds WHERE v IN (SELECT k FROM rates WHERE label = 'r2');
-- The key is assigned, or there is none.
UPDATE goods SET id = id + (SELECT max(v) FROM rates) WHERE k IN (SELECT v FROM rates);
UPDATE kinds SET "two words" = (SELECT max(v) FROM rates);
UPDATE loose SET k = (SELECT max(v) FROM rates) WHERE id IN (SELECT id FROM rates WHERE v < 50);
DELETE FROM loose WHERE EXISTS (SELECT FROM rates r WHERE r.id = loose.id AND r.v = 50) RETURNING *;
DELETE FROM loose l USING rates r WHERE r.id = l.id AND r.v = 30;
UPDATE loose SET k = r.v FROM rates r WHERE r.id = loose.id;
UPDATE loose SET note = ARRAY(SELECT label FROM rates WHERE rates.k = loose.id ORDER BY label)::text;
-- Rows of distributed tables.
UPDATE goods SET k = (SELECT count(*) FROM sales WHERE sales.k = goods.id);
DELETE FROM goods WHERE k = (SELECT max(v) FROM sales);
UPDATE goods SET note = ARRAY(SELECT v FROM sales WHERE sales.k = goods.id ORDER BY v)::text;
-- Nothing is met, and nothing else is evaluated.
UPDATE goods SET k = (SELECT 1 / (v - v) FROM rates LIMIT 1) WHERE id < 0;
UPDATE goods SET k = CASE WHEN (SELECT sum(v) FROM rates) > 0 THEN 1 ELSE (SELECT 1 / (sum(v) - sum(v)) FROM rates) END;
--@ error 22012
UPDATE goods SET k = (SELECT 1 / (max(v) - max(v)) FROM rates);
-- Parameters, and a plan for several runs.
--@ setup
PREPARE dearer(int, text) AS UPDATE goods SET price = price + $1, note = $2 WHERE k < (SELECT max(v) + $1 FROM rates) RETURNING id, price, note;
EXECUTE dearer(5, 'dear');
EXECUTE dearer(7, 'dearer');
--@ params int:3
UPDATE goods SET k = $1 WHERE id < (SELECT max(v) FROM rates) RETURNING k;
-- What the transaction itself has changed.
BEGIN;
UPDATE rates SET v = v + 1;
INSERT INTO goods (id, k) VALUES (501, 0), (502, 0);
UPDATE goods SET k = (SELECT v FROM rates WHERE rates.id = goods.id - 500) WHERE id > 500 RETURNING id, k;
SAVEPOINT before;
DELETE FROM goods WHERE k IN (SELECT v FROM rates) RETURNING id, k;
ROLLBACK TO before;
SELECT id, k FROM goods WHERE id > 500;
UPDATE goods SET k = (SELECT min(v) FROM rates) WHERE id > 500;
COMMIT;
SELECT id, k FROM goods WHERE id > 500;
BEGIN ISOLATION LEVEL REPEATABLE READ;
UPDATE goods SET k = (SELECT max(v) FROM rates) WHERE id = 501 RETURNING k;
ROLLBACK;
-- Triggers: what one does before must not be done twice.
CREATE FUNCTION marked() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.note := NEW.note || '!'; RETURN NEW; END $$;
--@ placement
SELECT declare_function_safe('marked()');
CREATE TRIGGER before_goods BEFORE UPDATE ON goods FOR EACH ROW EXECUTE FUNCTION marked();
UPDATE goods SET note = 'm', k = (SELECT max(v) FROM rates) RETURNING id, note, k;
DROP TRIGGER before_goods ON goods;
CREATE TRIGGER after_goods AFTER UPDATE ON goods FOR EACH ROW EXECUTE FUNCTION marked();
UPDATE goods SET note = 'm', k = (SELECT min(v) FROM rates) RETURNING id, note, k;
DROP TRIGGER after_goods ON goods;
-- Functions that read.
CREATE FUNCTION rate(int) RETURNS int LANGUAGE sql STABLE BEGIN ATOMIC SELECT v FROM rates WHERE id = $1; END;
CREATE FUNCTION twice(int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 2 * $1';
--@ placement
SELECT declare_function_safe('twice(int)');
UPDATE goods SET k = rate(id % 10 + 1) RETURNING id, k;
UPDATE goods SET k = twice(id) RETURNING id, k;
UPDATE goods SET k = k + 1 WHERE k > 3 RETURNING id, k;
-- Foreign keys with actions.
CREATE TABLE parts (id int PRIMARY KEY, good int REFERENCES goods ON DELETE CASCADE);
--@ placement
SELECT create_reference_table('parts');
INSERT INTO parts SELECT id * 10, id FROM goods;
DELETE FROM goods WHERE k = (SELECT max(k) FROM goods);
SELECT count(*) FROM parts;
DROP TABLE parts;
-- Policies that read another table.
CREATE ROLE copies_reader;
GRANT USAGE ON SCHEMA copies TO copies_reader;
GRANT SELECT, UPDATE, DELETE ON goods TO copies_reader;
GRANT SELECT ON rates TO copies_reader;
ALTER TABLE goods ENABLE ROW LEVEL SECURITY;
CREATE POLICY known ON goods USING (EXISTS (SELECT FROM rates WHERE rates.id = goods.id));
SET ROLE copies_reader;
UPDATE goods SET k = 3 RETURNING id;
UPDATE goods SET k = (SELECT max(v) FROM rates) WHERE id > 2 RETURNING id;
RESET ROLE;
DROP POLICY known ON goods;
ALTER TABLE goods DISABLE ROW LEVEL SECURITY;
-- A policy for what is read is none for what is only changed.
CREATE TABLE marked (id int PRIMARY KEY, owner text, seen int);
--@ placement
SELECT create_reference_table('marked');
INSERT INTO marked SELECT i, CASE WHEN i % 2 = 0 THEN 'copies_reader' ELSE 'other' END, 0 FROM generate_series(1, 6) i;
ALTER TABLE marked ENABLE ROW LEVEL SECURITY;
CREATE POLICY see ON marked FOR SELECT USING (owner = current_user);
CREATE POLICY change ON marked FOR UPDATE USING (true);
GRANT SELECT, UPDATE ON marked TO copies_reader;
SET ROLE copies_reader;
UPDATE marked SET seen = (SELECT max(v) FROM rates);
UPDATE marked SET owner = (SELECT 'other' FROM rates LIMIT 1) WHERE false;
RESET ROLE;
SELECT * FROM marked;
DROP TABLE marked;
-- A key that changes with a column that is assigned.
CREATE TABLE users (email text, low text GENERATED ALWAYS AS (lower(email)) STORED PRIMARY KEY);
--@ placement
SELECT create_reference_table('users');
INSERT INTO users VALUES ('A'), ('B');
UPDATE users SET email = (SELECT 'C' || max(v) FROM rates) WHERE email = 'A' RETURNING *;
UPDATE users u SET email = u.email || r.label FROM rates r WHERE r.id = 1;
SELECT * FROM users;
DROP TABLE users;
-- Unique values that move by one.
CREATE TABLE queue (id int PRIMARY KEY, pos int UNIQUE);
--@ placement
SELECT create_reference_table('queue');
INSERT INTO queue SELECT i, i FROM generate_series(1, 500) i;
UPDATE queue SET pos = pos - (SELECT count(*)::int FROM rates);
SELECT sum(pos) FROM queue;
DROP TABLE queue;
-- Rights on some columns.
REVOKE ALL ON goods, rates FROM copies_reader;
GRANT SELECT (v), SELECT (k) ON rates TO copies_reader;
GRANT SELECT (id, k), UPDATE (k) ON goods TO copies_reader;
GRANT SELECT, DELETE, UPDATE ON loose TO copies_reader;
SET ROLE copies_reader;
UPDATE goods SET k = (SELECT max(v) FROM rates) WHERE id = 2 RETURNING id, k;
DELETE FROM loose WHERE EXISTS (SELECT FROM rates WHERE v = 21) AND id = 1;
--@ error 42501
UPDATE goods SET note = 'x' WHERE k = (SELECT max(v) FROM rates);
--@ error 42501
DELETE FROM goods WHERE k = (SELECT max(v) FROM rates);
RESET ROLE;
DROP OWNED BY copies_reader;
DROP ROLE copies_reader;
-- A result that no table can keep.
UPDATE loose SET note = (SELECT row(min(v), max(v)) FROM rates)::text WHERE id = 2;
UPDATE goods SET note = (SELECT row(min(v), max(v)) FROM rates)::text WHERE id = 2;
SELECT * FROM goods;
SELECT * FROM loose;
SELECT * FROM kinds;
