-- Views as targets: check options, defaults of their own, columns in another order, and what PostgreSQL refuses.
CREATE SCHEMA view_targets;
--@ setup
SET search_path = view_targets, public;
CREATE TABLE goods (k int PRIMARY KEY, v text, q int DEFAULT 7);
CREATE TABLE rates (k int PRIMARY KEY, v text, q int DEFAULT 7);
CREATE TABLE notes (k int PRIMARY KEY, v text, q int DEFAULT 7);
CREATE TABLE numbered (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, v text);
--@ placement
SELECT create_distributed_table('goods', 'k');
--@ placement
SELECT create_reference_table('rates');
--@ placement
SELECT create_distributed_table('numbered', 'id');
INSERT INTO goods SELECT g, 'v' || g FROM generate_series(1, 10) g;
INSERT INTO rates SELECT g, 'v' || g FROM generate_series(1, 10) g;
INSERT INTO notes SELECT g, 'v' || g FROM generate_series(1, 10) g;
CREATE VIEW high AS SELECT k, v, q FROM goods WHERE k > 5 OR k < 0 WITH CHECK OPTION;
CREATE VIEW named AS SELECT v AS val, k AS key FROM high WHERE v <> 'no' WITH LOCAL CHECK OPTION;
CREATE VIEW unchecked AS SELECT v AS val, k AS key FROM goods WHERE k > 5;
CREATE VIEW checked AS SELECT * FROM unchecked WHERE val <> 'no' WITH CASCADED CHECK OPTION;
CREATE VIEW locally AS SELECT * FROM unchecked WHERE val <> 'no' WITH LOCAL CHECK OPTION;
CREATE VIEW noted AS SELECT k, v FROM goods WHERE k % 10 IN (SELECT k FROM notes) WITH CHECK OPTION;
CREATE VIEW high_rates AS SELECT * FROM rates WHERE k > 5 WITH CHECK OPTION;
CREATE VIEW high_notes AS SELECT * FROM notes WHERE k > 5 WITH CHECK OPTION;
CREATE VIEW own AS SELECT v, k FROM goods WHERE k > 2;
ALTER VIEW own ALTER COLUMN v SET DEFAULT 'from the view';
CREATE VIEW guarded WITH (security_barrier) AS SELECT * FROM goods WHERE k > 6;
CREATE VIEW joined AS SELECT goods.k, rates.v FROM goods JOIN rates ON goods.k = rates.k;
CREATE VIEW numbers AS SELECT * FROM numbered;
--@ error 44000
INSERT INTO high VALUES (0, 'x') RETURNING *;
INSERT INTO high VALUES (20, 'x') RETURNING *;
--@ error 44000
INSERT INTO high VALUES (21, 'x'), (0, 'y');
--@ error 44000
UPDATE high SET k = 0 WHERE k = 20;
UPDATE high SET v = 'upd' WHERE k = 20 RETURNING *;
UPDATE high SET k = k + 100 WHERE k = 20 RETURNING *;
--@ error 44000
INSERT INTO named VALUES ('low', 0);
--@ error 44000
INSERT INTO named VALUES ('no', 30);
INSERT INTO named VALUES ('yes', 30) RETURNING *;
--@ error 44000
UPDATE named SET val = 'no' WHERE key = 30;
--@ error 44000
INSERT INTO checked VALUES ('low', 0);
INSERT INTO locally VALUES ('low', -4);
--@ error 44000
INSERT INTO locally VALUES ('no', -5);
--@ error 44000
INSERT INTO noted VALUES (100, 'x');
INSERT INTO noted VALUES (11, 'x');
--@ error 44000
INSERT INTO high_rates VALUES (0, 'x');
INSERT INTO high_rates SELECT k + 100, v, q FROM goods WHERE k IN (1, 2) RETURNING *;
--@ error 44000
UPDATE high_rates SET k = k - 200 WHERE k > 101;
--@ error 44000
INSERT INTO high_notes SELECT k - 20, v, q FROM goods WHERE k = 11;
INSERT INTO high_notes SELECT k + 10, v, q FROM goods WHERE k = 11;
--@ error 44000
UPDATE high_notes SET k = -high_notes.k FROM rates WHERE rates.k = high_notes.k;
INSERT INTO own (k) VALUES (50) RETURNING *;
INSERT INTO own (k, v) VALUES (51, DEFAULT) RETURNING *;
UPDATE own SET v = DEFAULT WHERE k = 3 RETURNING *;
--@ error 44000
MERGE INTO high USING (VALUES (7), (0)) s (a) ON s.a = high.k WHEN MATCHED THEN UPDATE SET v = 'm' WHEN NOT MATCHED THEN INSERT VALUES (a, 'bad');
MERGE INTO high USING (VALUES (7), (77)) s (a) ON s.a = high.k WHEN MATCHED THEN UPDATE SET v = 'm' WHEN NOT MATCHED THEN INSERT VALUES (a, 'good');
--@ error 44000
WITH x AS (INSERT INTO high VALUES (0, 'bad') RETURNING *) SELECT * FROM x;
WITH x AS (INSERT INTO high VALUES (70, 'good') RETURNING *) SELECT * FROM x;
DELETE FROM high WHERE k = 70 RETURNING *;
UPDATE guarded SET v = 'barrier' WHERE k < 8 RETURNING *;
PREPARE into_high (int, text) AS INSERT INTO high VALUES ($1, $2) RETURNING *;
--@ error 44000
EXECUTE into_high (0, 'a');
EXECUTE into_high (62, 'a');
--@ params int:60, text:a
INSERT INTO high VALUES ($1, $2) RETURNING *;
BEGIN;
INSERT INTO high VALUES (61, 'a');
--@ error 44000
INSERT INTO high VALUES (0, 'a');
ROLLBACK;
--@ error 55000
INSERT INTO joined VALUES (1, 'x');
--@ error 55000
DELETE FROM joined;
INSERT INTO numbers (v) VALUES ('a') RETURNING v;
--@ error 428C9
INSERT INTO numbers VALUES (100, 'a') RETURNING *;
INSERT INTO numbers OVERRIDING SYSTEM VALUE VALUES (100, 'b') RETURNING *;
--@ error 428C9
UPDATE numbers SET id = 5;

-- Views of ONLY a table.
CREATE TABLE only_spread (a int, b int);
--@ placement
SELECT create_distributed_table('only_spread', 'a');
CREATE TABLE only_copied (a int, b int);
--@ placement
SELECT create_reference_table('only_copied');
CREATE TABLE only_alone (a int, b int);
INSERT INTO only_spread SELECT g, g FROM generate_series(-9, -1) g;
CREATE VIEW view_spread AS SELECT * FROM ONLY only_spread;
CREATE VIEW outer_spread AS SELECT a AS x, b AS y FROM view_spread WHERE a < -1;
UPDATE view_spread SET b = b * 10 WHERE a IN (-3, 3) RETURNING a, b;
UPDATE ONLY view_spread SET a = a * 10 WHERE a IN (-4, 4);
DELETE FROM view_spread WHERE a = -1;
DELETE FROM ONLY view_spread WHERE a = -2;
MERGE INTO view_spread t USING (VALUES (-6), (5)) v (a) ON t.a = v.a WHEN MATCHED THEN UPDATE SET b = 77;
MERGE INTO ONLY view_spread t USING (VALUES (-7), (7)) v (a) ON t.a = v.a WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT VALUES (v.a, 8);
UPDATE outer_spread SET y = y + 1, x = x - 1 WHERE x < -7;
DELETE FROM outer_spread WHERE x = -5;
UPDATE ONLY only_spread SET b = 5 WHERE a = -3;
SELECT * FROM only_spread ORDER BY a;
INSERT INTO only_copied SELECT g, g FROM generate_series(-9, -1) g;
CREATE VIEW view_copied AS SELECT * FROM ONLY only_copied;
CREATE VIEW outer_copied AS SELECT a AS x, b AS y FROM view_copied WHERE a < -1;
UPDATE view_copied SET b = b * 10 WHERE a IN (-3, 3) RETURNING a, b;
UPDATE ONLY view_copied SET a = a * 10 WHERE a IN (-4, 4);
DELETE FROM view_copied WHERE a = -1;
DELETE FROM ONLY view_copied WHERE a = -2;
MERGE INTO view_copied t USING (VALUES (-6), (5)) v (a) ON t.a = v.a WHEN MATCHED THEN UPDATE SET b = 77;
MERGE INTO ONLY view_copied t USING (VALUES (-7), (7)) v (a) ON t.a = v.a WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT VALUES (v.a, 8);
UPDATE outer_copied SET y = y + 1, x = x - 1 WHERE x < -7;
DELETE FROM outer_copied WHERE x = -5;
UPDATE ONLY only_copied SET b = 5 WHERE a = -3;
SELECT * FROM only_copied ORDER BY a;
INSERT INTO only_alone SELECT g, g FROM generate_series(-9, -1) g;
CREATE VIEW view_alone AS SELECT * FROM ONLY only_alone;
CREATE VIEW outer_alone AS SELECT a AS x, b AS y FROM view_alone WHERE a < -1;
UPDATE view_alone SET b = b * 10 WHERE a IN (-3, 3) RETURNING a, b;
UPDATE ONLY view_alone SET a = a * 10 WHERE a IN (-4, 4);
DELETE FROM view_alone WHERE a = -1;
DELETE FROM ONLY view_alone WHERE a = -2;
MERGE INTO view_alone t USING (VALUES (-6), (5)) v (a) ON t.a = v.a WHEN MATCHED THEN UPDATE SET b = 77;
MERGE INTO ONLY view_alone t USING (VALUES (-7), (7)) v (a) ON t.a = v.a WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT VALUES (v.a, 8);
UPDATE outer_alone SET y = y + 1, x = x - 1 WHERE x < -7;
DELETE FROM outer_alone WHERE x = -5;
UPDATE ONLY only_alone SET b = 5 WHERE a = -3;
SELECT * FROM only_alone ORDER BY a;

-- Rows as results, of copies.
CREATE TABLE whole_spread (tid int, balance numeric, kept float8, parts text[]);
--@ placement
SELECT create_distributed_table('whole_spread', 'tid');
CREATE TABLE whole_copied (LIKE whole_spread);
--@ placement
SELECT create_reference_table('whole_copied');
CREATE TABLE whole_alone (sid int, delta numeric);
INSERT INTO whole_spread VALUES (1, 10, 0.1, '{a,"b c"}'), (2, 20.50, NULL, NULL), (3, NULL, 1e-300, '{}'), (5, NULL, NULL, NULL);
INSERT INTO whole_copied SELECT * FROM whole_spread WHERE tid < 5;
INSERT INTO whole_alone VALUES (2, 5), (4, 40);
SELECT s, (s).tid, c FROM whole_spread s LEFT JOIN whole_copied c ON c.balance = s.balance + 1 - 1;
SELECT s, a FROM whole_spread s FULL JOIN whole_alone a ON s.tid = a.sid;
SELECT array_agg(s ORDER BY s.tid) FROM whole_spread s, whole_alone a WHERE s.balance > a.sid;
BEGIN;
MERGE INTO whole_spread t USING whole_alone s ON t.tid = s.sid WHEN MATCHED THEN UPDATE SET balance = t.balance + s.delta WHEN NOT MATCHED BY SOURCE THEN DELETE WHEN NOT MATCHED BY TARGET THEN INSERT VALUES (s.sid, s.delta) RETURNING merge_action(), old, new, t, t.*;
ROLLBACK;
UPDATE whole_spread t SET balance = balance + 1 FROM whole_alone a WHERE a.delta > t.balance RETURNING old, new, t, a;
BEGIN;
MERGE INTO whole_copied t USING whole_alone s ON t.tid = s.sid WHEN MATCHED THEN UPDATE SET balance = t.balance + s.delta WHEN NOT MATCHED BY SOURCE THEN DELETE WHEN NOT MATCHED BY TARGET THEN INSERT VALUES (s.sid, s.delta) RETURNING merge_action(), old, new, t, t.*;
ROLLBACK;
UPDATE whole_copied t SET balance = balance + 1 FROM whole_alone a WHERE a.delta > t.balance RETURNING old, new, t, a;
