-- Rows of temporary tables, alone and together with distributed and replicated tables and tables of the home node.
CREATE SCHEMA temporary_rows;
--@ setup
SET search_path = temporary_rows, public;
CREATE TABLE d (id int PRIMARY KEY, v int, s text);
CREATE TABLE r (id int PRIMARY KEY, v int, s text);
CREATE TABLE l (id int PRIMARY KEY, v int, s text);
CREATE SEQUENCE permanent_numbers;
--@ placement
SELECT create_distributed_table('d', 'id');
--@ placement
SELECT create_reference_table('r');
INSERT INTO d SELECT g, g * 10, 's' || g FROM generate_series(1, 40) g;
INSERT INTO r SELECT g, g * 100, 'r' || g FROM generate_series(1, 40) g;
INSERT INTO l SELECT g, g * 1000, 'l' || g FROM generate_series(1, 40) g;
PREPARE before AS SELECT count(*) FROM d;
EXECUTE before;
CREATE TEMPORARY TABLE t (id int, v int, s text);
INSERT INTO t SELECT id, v, s FROM d WHERE id <= 15;
SELECT d.id, t.v FROM d JOIN t ON d.id = t.id;
SELECT d.id, t.v FROM d LEFT JOIN t ON d.v = t.v;
SELECT r.id, t.v FROM r LEFT JOIN t ON r.id = t.id;
SELECT d.v, t.v FROM d FULL JOIN t ON d.v = t.v + 10;
SELECT count(*) FROM d, r, l, t WHERE d.id = r.id AND r.id = l.id AND t.id = d.id;
SELECT id FROM d WHERE id IN (SELECT id FROM t);
SELECT id FROM d WHERE NOT EXISTS (SELECT 1 FROM t WHERE t.v = d.v);
SELECT t.id, (SELECT sum(v) FROM d WHERE d.id <= t.id) FROM t;
SELECT id FROM t UNION SELECT id FROM d UNION ALL SELECT id FROM r;
SELECT t.id, d.v, rank() OVER (ORDER BY d.v DESC) FROM t JOIN d ON d.v > t.v;
SELECT t FROM t JOIN d USING (id) WHERE t.id = 2;
WITH x AS (SELECT d.id, sum(t.v) AS total FROM d JOIN t ON t.id < d.id GROUP BY d.id) SELECT count(*), max(total) FROM x;
-- Views over them, which the other nodes do not have either.
CREATE TEMPORARY VIEW tv AS SELECT t.id, d.v FROM t JOIN d USING (id);
CREATE TEMPORARY VIEW dv AS SELECT id, v FROM d;
CREATE VIEW implied AS SELECT * FROM tv WHERE v > 20;
SELECT * FROM tv;
SELECT count(*), sum(v), stddev(v) FROM dv;
SELECT count(dv), max(dv::text) FROM dv;
SELECT * FROM implied;
SELECT count(implied) FROM implied;
SELECT r.id, dv.v FROM r LEFT JOIN dv ON dv.v = r.id * 10;
SELECT id, v FROM dv WHERE id = 7;
INSERT INTO dv VALUES (99, 99);
UPDATE dv SET v = v + (SELECT max(v) FROM implied);
SELECT sum(v), count(*) FROM d;
DELETE FROM dv WHERE id IN (SELECT id FROM tv WHERE id < 3) OR id = 99;
MERGE INTO dv USING t ON t.id = dv.id WHEN MATCHED THEN UPDATE SET v = 0;
WITH x AS (DELETE FROM dv WHERE id = 4 RETURNING *) SELECT * FROM x;
SELECT sum(v), count(*) FROM d;
UPDATE r SET v = (SELECT max(v) FROM dv) WHERE id IN (SELECT id FROM tv);
SELECT sum(v), count(*) FROM r;
-- Changes from and of temporary tables.
INSERT INTO d SELECT id + 100, v, s FROM t;
INSERT INTO r SELECT id + 100, v, s FROM t ON CONFLICT (id) DO NOTHING;
UPDATE d SET s = t.s || 'x' FROM t WHERE d.id = t.id + 100;
DELETE FROM d USING t WHERE d.id = t.id + 100 AND t.id = 1 RETURNING d.*;
MERGE INTO d USING t ON d.id = t.id + 100 WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT VALUES (t.id + 200, t.v, t.s);
SELECT * FROM d WHERE id > 40;
UPDATE t SET s = d.s || 'y' FROM d WHERE d.id = t.id;
DELETE FROM t USING r WHERE r.id = t.id AND r.v = 100;
MERGE INTO t USING d ON d.id = t.id WHEN MATCHED THEN UPDATE SET v = d.v * 2 WHEN NOT MATCHED THEN INSERT VALUES (d.id, d.v, 'new');
WITH x AS (DELETE FROM t WHERE id > 10 RETURNING *) INSERT INTO d SELECT id + 1000, v, s FROM x;
WITH x AS (DELETE FROM d WHERE id > 1000 RETURNING *) INSERT INTO t SELECT id, v, s FROM x;
SELECT * FROM t;
-- Tables made from them.
CREATE TABLE made AS SELECT t.id, d.v::numeric(10, 2) AS price, t.s::varchar(7) COLLATE "C" AS s FROM t JOIN d USING (id);
SELECT * FROM made;
CREATE TEMPORARY TABLE made_temporary ON COMMIT PRESERVE ROWS AS SELECT t.id, d.s::char(5) AS s FROM t JOIN d USING (id);
SELECT * FROM made_temporary;
SELECT id INTO TEMPORARY chosen FROM d WHERE id BETWEEN 5 AND 9;
SELECT * FROM chosen;
CREATE TEMPORARY TABLE made AS SELECT 5 AS five;
CREATE TABLE IF NOT EXISTS temporary_rows.made AS SELECT * FROM t;
SELECT * FROM made;
DROP TABLE made;
SELECT count(*) FROM made;
-- One that hides a permanent table.
CREATE TEMPORARY TABLE d (id int, v int, s varchar(3));
INSERT INTO d VALUES (1, 1, 'a'), (2, 2, 'b');
SELECT * FROM d;
SELECT count(*) FROM temporary_rows.d;
SELECT a.id, b.v FROM d a JOIN temporary_rows.d b ON b.id > a.id + 30;
UPDATE d SET v = b.v FROM temporary_rows.d b WHERE b.id = d.id + 5;
INSERT INTO temporary_rows.d SELECT id + 500, v, s FROM d;
DELETE FROM d WHERE id = 1;
PREPARE hidden AS SELECT count(*) FROM d;
EXECUTE hidden;
BEGIN;
SAVEPOINT here;
DROP TABLE d;
EXECUTE hidden;
ROLLBACK TO here;
SELECT count(*) FROM d;
DECLARE c CURSOR FOR SELECT d.id, r.v FROM d JOIN r USING (id);
FETCH ALL FROM c;
COMMIT;
DROP TABLE d;
SELECT count(*) FROM d;
BEGIN;
CREATE TEMPORARY TABLE d AS SELECT 1 AS one;
SELECT * FROM d;
ROLLBACK;
SELECT count(*) FROM d;
-- How long they and their rows last.
BEGIN;
CREATE TEMPORARY TABLE short ON COMMIT DROP AS SELECT id FROM d;
SELECT count(*) FROM short;
COMMIT;
--@ error 42P01
SELECT * FROM short;
CREATE TEMPORARY TABLE emptied (id int) ON COMMIT DELETE ROWS;
INSERT INTO emptied SELECT id FROM d;
SELECT count(*) FROM emptied;
BEGIN;
INSERT INTO emptied SELECT id FROM d;
SELECT count(*) FROM emptied JOIN d USING (id);
COMMIT;
SELECT count(*) FROM emptied;
BEGIN;
SAVEPOINT here;
CREATE TEMPORARY TABLE undone AS SELECT id FROM d;
SELECT count(*) FROM undone;
ROLLBACK TO here;
--@ error 42P01
SELECT count(*) FROM undone;
ROLLBACK;
-- A READ ONLY transaction may write them.
CREATE TEMPORARY TABLE counted (id serial, v int);
BEGIN READ ONLY;
INSERT INTO counted (v) VALUES (1), (2) RETURNING *;
INSERT INTO counted (v) SELECT v FROM d WHERE id = 5;
UPDATE counted SET v = 7 WHERE id = 1;
SELECT counted.id, d.s FROM counted JOIN d ON counted.id + 4 = d.id;
SAVEPOINT here;
--@ error 25006
INSERT INTO d VALUES (1000, 1, 'x');
ROLLBACK TO here;
--@ error 25006
UPDATE r SET v = 1;
ROLLBACK TO here;
--@ error 25006
SELECT nextval('permanent_numbers');
ROLLBACK TO here;
--@ error 25006
TRUNCATE counted;
ROLLBACK TO here;
--@ error 25006
CREATE TEMPORARY TABLE refused (id int);
ROLLBACK TO here;
DELETE FROM counted WHERE id = 3;
SHOW transaction_read_only;
COMMIT;
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
INSERT INTO counted (v) VALUES (8);
SELECT count(*) FROM counted JOIN d ON counted.id + 4 = d.id;
COMMIT;
SET default_transaction_read_only = on;
INSERT INTO counted (v) VALUES (9);
--@ error 25006
INSERT INTO d VALUES (1000, 1, 'x');
--@ error 25006
DELETE FROM l;
SET default_transaction_read_only = off;
SELECT * FROM counted;
BEGIN;
SET TRANSACTION READ ONLY;
SET TRANSACTION READ WRITE;
SET TRANSACTION READ ONLY;
SELECT count(*) FROM counted;
--@ error 25001
SET TRANSACTION READ WRITE;
ROLLBACK;
BEGIN READ ONLY;
SET TRANSACTION READ WRITE;
INSERT INTO d VALUES (1000, 1, 'x');
ROLLBACK;
BEGIN;
SET TRANSACTION READ ONLY;
SET TRANSACTION READ WRITE;
INSERT INTO d VALUES (1000, 1, 'x');
SAVEPOINT here;
SET TRANSACTION READ ONLY;
--@ error 25001
SET TRANSACTION READ WRITE;
ROLLBACK TO here;
UPDATE d SET v = 2 WHERE id = 1000;
ROLLBACK;
-- Functions that are not temporary, of temporary tables.
CREATE FUNCTION count_counted() RETURNS bigint LANGUAGE sql AS 'SELECT count(*) FROM counted';
CREATE OR REPLACE FUNCTION count_counted() RETURNS bigint LANGUAGE sql STABLE AS 'SELECT count(*) + 1 FROM counted';
SELECT provolatile FROM pg_proc WHERE proname = 'count_counted';
--@ error 42P01
CREATE FUNCTION count_nothing() RETURNS bigint LANGUAGE sql AS 'SELECT count(*) FROM nothing_at_all';
DROP FUNCTION count_counted;
-- Temporary functions, types and the like over rows of other nodes.
CREATE FUNCTION pg_temp.twice(int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT $1 * 2';
CREATE AGGREGATE pg_temp.adds(int) (SFUNC = int4pl, STYPE = int, INITCOND = '0');
CREATE OPERATOR pg_temp.### (LEFTARG = int, RIGHTARG = int, FUNCTION = int4pl);
CREATE DOMAIN pg_temp.positive AS int CHECK (value > 0);
CREATE TYPE pg_temp.state AS ENUM ('low', 'high');
CREATE COLLATION pg_temp.bytes (LOCALE = 'C');
SELECT id, pg_temp.twice(v) FROM d WHERE id BETWEEN 5 AND 20;
SELECT count(*) FROM d WHERE pg_temp.twice(v) > 100;
SELECT pg_temp.adds(v), sum(pg_temp.twice(v)) FROM d;
SELECT r.id, pg_temp.adds(d.v) FROM r JOIN d ON d.v = r.id * 10 GROUP BY r.id;
SELECT id OPERATOR(pg_temp.###) v FROM d WHERE id = 7;
SELECT v::positive FROM d WHERE id > 20 AND v > 0;
SELECT CASE WHEN id < 9 THEN 'low'::state ELSE 'high' END AS state, count(*) FROM d GROUP BY 1;
SELECT 'high'::state, pg_temp.twice(4);
SELECT max(s COLLATE pg_temp.bytes) FROM d;
CREATE TEMPORARY TABLE typed (id int, state state, size positive[]);
INSERT INTO typed SELECT id, CASE WHEN id < 9 THEN 'low'::state ELSE 'high' END, ARRAY[id] FROM d WHERE id < 12;
SELECT typed.state, d.v FROM typed JOIN d USING (id);
SELECT typed.state, d.v FROM typed LEFT JOIN d ON d.v = typed.id * 10;
UPDATE d SET v = pg_temp.twice(v) WHERE id = 5;
UPDATE d SET s = typed.state::text FROM typed WHERE typed.id = d.id;
UPDATE r SET v = pg_temp.twice(v) WHERE id = 5;
INSERT INTO d VALUES (50, pg_temp.twice(4), 'x');
INSERT INTO r SELECT 300, pg_temp.adds(v), 'x' FROM d;
INSERT INTO d SELECT id + 2000, pg_temp.twice(v), s FROM d WHERE id < 10;
DELETE FROM d WHERE pg_temp.twice(id) BETWEEN 60 AND 70;
-- With pg_temp at the end of the path a permanent table is found first.
SET search_path = temporary_rows, pg_temp;
CREATE TEMPORARY TABLE l (id int, v int);
INSERT INTO l SELECT id + 5000, v FROM d WHERE id < 10;
INSERT INTO pg_temp.l SELECT id, v FROM d WHERE id < 10;
SELECT (SELECT count(*) FROM l), (SELECT count(*) FROM pg_temp.l);
SELECT d.id, x.v FROM d JOIN pg_temp.l x ON x.v = d.v;
SELECT count(x), count(d) FROM d JOIN pg_temp.l x ON x.v = d.v;
UPDATE d SET v = x.v + 1 FROM pg_temp.l x WHERE x.v = d.v;
CREATE TEMPORARY VIEW lv AS SELECT x.id, d.v FROM pg_temp.l x JOIN d USING (id);
SELECT * FROM lv;
SELECT count(lv) FROM lv;
DROP TABLE pg_temp.l CASCADE;
DISCARD TEMP;
--@ error 42P01
SELECT * FROM t;
DROP SEQUENCE permanent_numbers;
