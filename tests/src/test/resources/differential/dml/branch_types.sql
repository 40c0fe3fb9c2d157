-- A column of UNION, INTERSECT and EXCEPT has a type of its own: what two branches tell apart may be equal in it, and lie on two nodes.
CREATE SCHEMA branch_types;
--@ setup
SET search_path = branch_types, public;
CREATE TABLE longs (k bigint PRIMARY KEY, v int);
--@ placement
SELECT create_distributed_table('longs', 'k');
CREATE TABLE kept (k bigint, v int);
--@ placement
SELECT create_distributed_table('kept', 'k');
CREATE TABLE ints (k int PRIMARY KEY, c int, f real);
--@ placement
SELECT create_distributed_table('ints', 'k');
CREATE TABLE numerics (k numeric PRIMARY KEY, c numeric);
--@ placement
SELECT create_distributed_table('numerics', 'k');
CREATE TABLE days (k date PRIMARY KEY);
--@ placement
SELECT create_distributed_table('days', 'k');
CREATE TABLE moments (k timestamp PRIMARY KEY);
--@ placement
SELECT create_distributed_table('moments', 'k');
CREATE TABLE padded (k char(8) PRIMARY KEY);
--@ placement
SELECT create_distributed_table('padded', 'k');
CREATE TABLE texts (k varchar PRIMARY KEY, v int);
--@ placement
SELECT create_distributed_table('texts', 'k');
CREATE TABLE few (a int, b text);
--@ placement
SELECT create_reference_table('few');
CREATE COLLATION without_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
INSERT INTO longs SELECT 9007199254740992 + i, i FROM generate_series(0, 99) i;
INSERT INTO ints SELECT i, i % 7, i FROM generate_series(0, 99) i;
INSERT INTO numerics SELECT i, i % 7 FROM generate_series(0, 99) i;
INSERT INTO days SELECT date '2000-01-01' + i FROM generate_series(0, 49) i;
INSERT INTO moments SELECT timestamp '2000-01-01' + i * interval '1 day' FROM generate_series(0, 49) i;
INSERT INTO padded SELECT 'x' || i FROM generate_series(0, 49) i;
INSERT INTO texts SELECT CASE WHEN i % 2 = 0 THEN 'a' ELSE 'A' END || i / 2, i FROM generate_series(0, 99) i;
INSERT INTO few SELECT i, 'x' || i FROM generate_series(1, 5) i;
SELECT k FROM ints EXCEPT SELECT k FROM numerics;
SELECT count(*) FROM (SELECT k FROM ints INTERSECT SELECT k FROM numerics) u;
SELECT count(*) FROM (SELECT k FROM ints UNION SELECT k FROM numerics) u;
SELECT c FROM ints EXCEPT SELECT c FROM numerics;
SELECT count(*) FROM (SELECT k, count(*) AS n FROM (SELECT k FROM ints UNION ALL SELECT k FROM numerics) u GROUP BY k) g WHERE n = 2;
SELECT count(*) FROM (SELECT DISTINCT k FROM (SELECT k FROM ints UNION ALL SELECT k FROM numerics) u) g;
SELECT max(n) FROM (SELECT row_number() OVER (PARTITION BY k) AS n FROM (SELECT k FROM ints UNION ALL SELECT k FROM numerics) u) w;
SELECT k FROM days EXCEPT SELECT k FROM moments;
SELECT count(*) FROM (SELECT k FROM moments INTERSECT SELECT k FROM days) u;
SELECT count(*) FROM (SELECT k FROM padded UNION SELECT b FROM few) u;
SELECT count(*) FROM (SELECT k FROM padded UNION SELECT k FROM texts) u;
SELECT count(*) FROM (SELECT k FROM ints UNION SELECT k FROM longs UNION SELECT c FROM ints) u;
SELECT k, count(*) FROM (SELECT k FROM ints UNION ALL SELECT k FROM longs UNION ALL SELECT k::smallint FROM ints) u WHERE k < 5 GROUP BY k;
-- A branch without rows has a type, too.
INSERT INTO kept SELECT k, v FROM longs UNION ALL SELECT f, 1 FROM ints WHERE false;
SELECT count(*), count(DISTINCT k) FROM kept;
SELECT k, count(*) FROM kept GROUP BY k;
SELECT count(*) FROM kept WHERE k = 9007199254740992;
SELECT count(*) FROM (SELECT k FROM longs UNION SELECT v::float8 FROM longs WHERE false) u;
SELECT count(*) FROM (SELECT k FROM texts UNION SELECT 'x' COLLATE without_case FROM ints WHERE false) u;
SELECT count(*) FROM (SELECT k FROM texts EXCEPT SELECT 'x' COLLATE without_case FROM ints WHERE false) u;
SELECT count(*) FROM (SELECT DISTINCT k FROM (SELECT k FROM longs UNION ALL SELECT f FROM ints WHERE false) u) g;
SELECT count(*) FROM (SELECT k FROM (SELECT k FROM longs UNION ALL SELECT f FROM ints WHERE false) u GROUP BY k) g;
SELECT count(*) FROM (SELECT 'a' AS q, k FROM longs UNION SELECT 'b', f FROM ints) u WHERE q = 'a';
SELECT count(*) FROM (SELECT 'a' AS q, k FROM ints UNION ALL SELECT 'b', k FROM longs) u WHERE q = 'a' AND k < 50;
-- Rows that are made of none.
SELECT count(*) FROM (SELECT k FROM ints UNION ALL SELECT count(*) FROM longs WHERE false GROUP BY ()) u;
SELECT count(*) FROM (SELECT k FROM ints UNION ALL SELECT count(*) FROM longs WHERE false GROUP BY DISTINCT ()) u;
SELECT count(*) FROM (SELECT k FROM ints UNION ALL SELECT DISTINCT ON (count(*)) 5 FROM longs WHERE false) u;
SELECT count(*) FROM (SELECT k FROM ints UNION ALL SELECT row_number() OVER w FROM longs WHERE false WINDOW w AS (ORDER BY count(*))) u;
SELECT k, (SELECT (SELECT count(*) FROM longs) FROM ints WHERE false GROUP BY ()) FROM ints WHERE k < 3;
SELECT 5 FROM longs GROUP BY ();
SELECT 5 FROM longs WHERE v < 0 GROUP BY ();
SELECT 5, count(*) FROM longs GROUP BY (), ();
SELECT k, (SELECT 7 FROM longs WHERE v < 0 GROUP BY ()) FROM ints WHERE k < 3;
SELECT v, count(*) FROM longs WHERE v < 3 GROUP BY v, ();
-- Nothing of them moves.
SELECT a FROM few UNION ALL SELECT v FROM longs WHERE false;
SELECT x.k FROM longs x, ints y WHERE x.v = y.c AND false;
SELECT v FROM longs WHERE false UNION ALL SELECT c FROM ints WHERE false;
SELECT v FROM longs WHERE false EXCEPT SELECT c FROM ints WHERE false;
SELECT a, (SELECT max(v) FROM longs WHERE false) FROM few;
SELECT count(*) FROM (SELECT x.k FROM longs x, ints y WHERE x.v = y.c AND false) u;
WITH RECURSIVE r(n) AS (SELECT v FROM longs WHERE false UNION ALL SELECT n + 1 FROM r WHERE n < 3) SELECT count(*) FROM r;
DELETE FROM ints USING longs WHERE ints.c = longs.v AND false;
UPDATE ints SET c = c + 1 WHERE k IN (SELECT v FROM longs WHERE false) OR k = 3;
UPDATE few SET b = 'y' WHERE a NOT IN (SELECT v FROM longs WHERE false);
SELECT count(*), sum(c) FROM ints;
SELECT * FROM few;
