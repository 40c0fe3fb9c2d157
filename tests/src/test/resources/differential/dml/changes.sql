-- What cannot be proven to be local: joins and subqueries over other rows, updates of the key, MERGE,
-- modifying WITH, views, and tables of all placements modified from each other.
CREATE SCHEMA changes;
--@ setup
SET search_path = changes, public;
CREATE TABLE stock (id int PRIMARY KEY, kind int, amount numeric, note text);
CREATE TABLE elsewhere (name text PRIMARY KEY, stock_id int);
CREATE TABLE kinds (kind int PRIMARY KEY, label text);
CREATE TABLE plain (a int, b json, c text);
CREATE TABLE gen (id int PRIMARY KEY, n int GENERATED ALWAYS AS IDENTITY, x text DEFAULT 'dflt', up text GENERATED ALWAYS AS (upper(x)) STORED, v int);
CREATE TABLE homely (id int PRIMARY KEY, x text);
--@ placement
SELECT create_distributed_table('stock', 'id');
--@ placement
SELECT create_distributed_table('elsewhere', 'name');
--@ placement
SELECT create_reference_table('kinds');
--@ placement
SELECT create_reference_table('plain');
--@ placement
SELECT create_distributed_table('gen', 'id');
INSERT INTO stock SELECT g, g % 4, g, 'note' FROM generate_series(1, 40) g;
INSERT INTO elsewhere SELECT 'name ' || g, g FROM generate_series(1, 20) g;
INSERT INTO kinds SELECT g, 'kind ' || g FROM generate_series(0, 4) g;
INSERT INTO plain SELECT g % 3, '{"a":1}', 'c' || g % 2 FROM generate_series(1, 12) g;
INSERT INTO gen (id, x, v) SELECT g, 'x' || g, g FROM generate_series(1, 12) g;
INSERT INTO homely SELECT g, 'h' FROM generate_series(1, 5) g;
CREATE VIEW vstock AS SELECT id AS vid, note AS vnote, kind FROM stock WHERE kind < 3;
UPDATE stock SET note = 'x' WHERE amount > (SELECT avg(amount) FROM stock);
UPDATE stock SET note = 'y' WHERE id IN (SELECT stock_id FROM elsewhere WHERE stock_id < 10) RETURNING id, note;
UPDATE stock SET note = e.name FROM elsewhere e WHERE e.stock_id = stock.id RETURNING stock.*, e.name;
UPDATE kinds SET label = (SELECT count(*) FROM stock s WHERE s.kind = kinds.kind);
UPDATE kinds SET label = s.note FROM stock s WHERE s.id = kinds.kind RETURNING *;
UPDATE stock SET id = id + 100;
UPDATE stock SET id = id + 7, amount = amount + 1 WHERE kind = 2 AND id > 130 RETURNING id, amount, old.id;
--@ error 23502
UPDATE elsewhere SET name = NULL WHERE stock_id = 3;
--@ error 23505
UPDATE elsewhere SET name = 'name 5' WHERE stock_id = 3;
UPDATE elsewhere SET name = upper(name) || stock_id WHERE stock_id > 15 RETURNING *;
DELETE FROM elsewhere WHERE stock_id NOT IN (SELECT id FROM stock WHERE id % 2 = 0 AND id < 10) AND stock_id > 18;
DELETE FROM elsewhere USING stock s WHERE s.id = stock_id + 100 AND s.kind = 1 RETURNING name, s.kind;
DELETE FROM kinds WHERE kind NOT IN (SELECT kind FROM stock);
WITH gone AS (DELETE FROM stock WHERE kind = 3 RETURNING id) SELECT count(*) FROM gone;
WITH new AS (INSERT INTO stock (id) VALUES (99), (98) RETURNING id) SELECT * FROM new;
WITH a AS (UPDATE stock SET amount = 5 WHERE id = 99 RETURNING *), b AS (DELETE FROM elsewhere WHERE stock_id = 4 RETURNING *) SELECT a.id, b.name FROM a, b;
WITH x AS (DELETE FROM elsewhere WHERE stock_id < 8 RETURNING *) INSERT INTO stock SELECT stock_id + 1000, 1, 2, name FROM x RETURNING id, note;
WITH s AS (SELECT max(id) m FROM stock) UPDATE stock SET note = 'max' FROM s WHERE id = m RETURNING id;
WITH s AS (SELECT max(id) m FROM stock) DELETE FROM stock USING s WHERE id = m RETURNING id;
--@ error 23505
WITH x AS (INSERT INTO stock VALUES (99, 1, 1, 'dup') RETURNING id) SELECT * FROM x;
MERGE INTO stock s USING kinds k ON k.kind = s.kind AND k.kind = 2 WHEN MATCHED AND s.id % 3 = 0 THEN DELETE WHEN MATCHED THEN UPDATE SET note = k.label || 'm';
MERGE INTO kinds k USING (VALUES (9), (1)) v (kind) ON k.kind = v.kind WHEN NOT MATCHED THEN INSERT VALUES (v.kind, 'x') WHEN MATCHED THEN UPDATE SET label = 'was ' || label;
MERGE INTO stock s USING (SELECT g FROM generate_series(100, 104) g) v ON v.g = s.id WHEN MATCHED THEN UPDATE SET amount = -1 WHEN NOT MATCHED THEN INSERT (id, note) VALUES (g, 'new') RETURNING merge_action(), s.id, s.note;
MERGE INTO stock s USING elsewhere e ON e.stock_id = s.amount WHEN MATCHED THEN DELETE WHEN NOT MATCHED BY TARGET THEN INSERT VALUES (e.stock_id + 5000, 1, 1, e.name) WHEN NOT MATCHED BY SOURCE AND s.kind = 1 THEN UPDATE SET kind = 77;
--@ error 21000
MERGE INTO stock s USING (VALUES (100), (100)) v(g) ON v.g = s.id WHEN MATCHED THEN UPDATE SET amount = -1;
UPDATE plain SET c = 'z' || a WHERE a IN (SELECT kind FROM stock) AND c = 'c1';
DELETE FROM plain WHERE a = (SELECT min(kind) FROM stock) RETURNING a, c;
UPDATE plain SET a = s.id FROM (SELECT id FROM stock ORDER BY id LIMIT 1) s WHERE c = 'z2';
UPDATE plain p SET c = k.label FROM kinds k WHERE k.kind = p.a RETURNING p.a, p.c;
UPDATE gen SET id = id + 50, x = 'moved' WHERE v < 6 RETURNING *;
UPDATE gen SET x = DEFAULT, v = 0 WHERE v > (SELECT avg(v) FROM gen) RETURNING id, x, up;
WITH n AS (INSERT INTO gen (id) VALUES (200), (201) RETURNING id, n, x, up) SELECT * FROM n;
UPDATE homely SET x = s.note FROM (SELECT kind, min(note) AS note FROM stock GROUP BY kind) s WHERE s.kind = homely.id RETURNING homely.id;
DELETE FROM homely WHERE id IN (SELECT kind FROM stock);
WITH d AS (DELETE FROM homely RETURNING id) INSERT INTO elsewhere SELECT 'h' || id, id FROM d RETURNING *;
UPDATE vstock SET vnote = 'through' WHERE vid > 120;
DELETE FROM vstock WHERE vnote = 'max' RETURNING vid;
INSERT INTO vstock VALUES (7000, 'v', 1) RETURNING *;
UPDATE stock SET note = (SELECT string_agg(name, ',' ORDER BY name) FROM elsewhere e WHERE e.stock_id % 4 = stock.kind) WHERE id < 115;
--@ error 22012
UPDATE stock s SET amount = 1 / (s.id - 104) FROM elsewhere;
UPDATE ONLY stock SET note = 'only' WHERE kind = (SELECT min(kind) FROM kinds) RETURNING id;
DELETE FROM stock WHERE EXISTS (SELECT 1 FROM elsewhere e WHERE e.stock_id = stock.kind) RETURNING id;
UPDATE stock SET note = o.note FROM stock o WHERE o.id = stock.id + 1 RETURNING stock.id, stock.note;
UPDATE stock SET (kind, note) = (SELECT e.stock_id, e.name FROM elsewhere e ORDER BY name LIMIT 1) WHERE id > 120;
INSERT INTO stock SELECT id + 20000, kind, amount, note FROM stock RETURNING id;
SELECT count(*), sum(id), sum(amount) FROM stock;
--@ params int:300, int:110
UPDATE stock SET id = id + ? WHERE id < ? RETURNING id;
--@ params int:3, text:merged
MERGE INTO stock s USING kinds k ON k.kind = s.kind AND k.kind < ? WHEN MATCHED THEN UPDATE SET note = ? || s.id;
--@ params int:20117
WITH d AS (DELETE FROM stock WHERE id = ? RETURNING id) SELECT count(*) FROM d;
BEGIN;
UPDATE stock SET id = id + 50000 WHERE id > 20000;
UPDATE stock SET note = 'tx' WHERE id IN (SELECT stock_id FROM elsewhere);
SAVEPOINT s;
DELETE FROM stock WHERE amount >= (SELECT max(amount) FROM stock);
--@ error 23502
UPDATE elsewhere SET name = NULL WHERE stock_id = (SELECT max(stock_id) FROM elsewhere);
ROLLBACK TO SAVEPOINT s;
SELECT count(*), max(id) FROM stock;
COMMIT;
-- Which rows of a replicated table are changed is not told by each of its copies.
CREATE TABLE twins (id int PRIMARY KEY, label text);
--@ placement
SELECT create_reference_table('twins');
INSERT INTO twins SELECT g, 'label ' || g % 9 FROM generate_series(1, 30) g;
DELETE FROM twins WHERE id IN (SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY label ORDER BY id) AS n FROM twins) x WHERE n > 3);
DELETE FROM twins WHERE id IN (SELECT id FROM twins ORDER BY id DESC LIMIT 2) RETURNING *;
UPDATE twins SET label = 'first' WHERE id IN (SELECT DISTINCT ON (label) id FROM twins ORDER BY label, id);
SELECT * FROM twins;
