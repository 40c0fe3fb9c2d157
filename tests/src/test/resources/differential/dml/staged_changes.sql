-- UPDATE and DELETE over stages: the target stays, and what it is joined with is moved.
CREATE SCHEMA staged_changes;
--@ setup
SET search_path = staged_changes, public;
CREATE TABLE stock (id int PRIMARY KEY, kind int, amount numeric, note text);
CREATE TABLE elsewhere (name text PRIMARY KEY, stock_id int, n int);
CREATE TABLE third (id bigint PRIMARY KEY, ref int, x text);
CREATE TABLE kinds (kind int PRIMARY KEY, label text);
--@ placement
SELECT create_distributed_table('stock', 'id');
--@ placement
SELECT create_distributed_table('elsewhere', 'name');
--@ placement
SELECT create_distributed_table('third', 'id');
--@ placement
SELECT create_reference_table('kinds');
INSERT INTO stock SELECT g, g % 4, g, 'note' FROM generate_series(1, 60) g;
INSERT INTO elsewhere SELECT 'name ' || g, g, g % 7 FROM generate_series(1, 40) g;
INSERT INTO third SELECT g, g % 9, 'x' || g FROM generate_series(1, 30) g;
INSERT INTO kinds SELECT g, 'kind ' || g FROM generate_series(0, 4) g;
CREATE VIEW late AS SELECT stock_id, count(*) AS c FROM elsewhere GROUP BY stock_id;
UPDATE stock SET note = 'x' WHERE amount > (SELECT avg(amount) FROM stock);
UPDATE stock SET note = 'y' WHERE id IN (SELECT stock_id FROM elsewhere WHERE stock_id < 10) RETURNING id, note;
UPDATE stock SET note = e.name FROM elsewhere e WHERE e.stock_id = stock.id RETURNING stock.*, e.name;
UPDATE stock SET note = e.name || n FROM elsewhere e WHERE e.stock_id = stock.id AND n = 3 RETURNING *;
UPDATE stock s SET note = x FROM third t JOIN elsewhere e ON e.n = t.id WHERE e.stock_id = s.id AND s.kind = 1 RETURNING s.id, x, e.n;
UPDATE stock s SET amount = amount + c FROM late WHERE late.stock_id = s.id RETURNING s.id;
UPDATE stock s SET amount = (SELECT count(*) FROM elsewhere e WHERE e.n = s.kind), note = now()::date - current_date || '' WHERE id % 2 = 0;
UPDATE stock s SET note = o.note FROM stock o WHERE o.id = s.id + 1 RETURNING s.id;
UPDATE stock s SET note = k.label FROM kinds k LEFT JOIN elsewhere e ON e.n = k.kind WHERE k.kind = s.kind AND e.name = 'name 10';
UPDATE elsewhere SET n = -1 WHERE stock_id = ANY (SELECT kind FROM stock);
UPDATE stock SET note = 'none' WHERE NOT EXISTS (SELECT 1 FROM third WHERE third.ref = stock.kind AND third.id > 25);
UPDATE stock SET note = 'pinned' WHERE id = 7 AND kind IN (SELECT ref FROM third) RETURNING *;
DELETE FROM third USING elsewhere e WHERE e.stock_id = ref AND e.n = 4 RETURNING third.*, e.stock_id;
DELETE FROM third t WHERE EXISTS (SELECT 1 FROM third u WHERE u.ref = t.ref AND u.id < t.id) RETURNING id;
DELETE FROM stock WHERE id NOT IN (SELECT stock_id FROM elsewhere) RETURNING id;
DELETE FROM stock WHERE kind IN (SELECT kind FROM stock GROUP BY kind HAVING sum(amount) > 1000) RETURNING id;
DELETE FROM elsewhere WHERE (n, stock_id) IN (SELECT kind, id FROM stock) RETURNING name;
UPDATE stock SET note = random()::text WHERE kind IN (SELECT ref FROM third) AND false;
--@ error 22012
UPDATE stock SET amount = 1 / (amount - amount) WHERE id IN (SELECT stock_id FROM elsewhere);
--@ params text:given, int:2
UPDATE stock SET note = note || ? WHERE kind = ? AND id IN (SELECT stock_id FROM elsewhere) RETURNING id, note;
BEGIN;
UPDATE stock SET note = 'tx' WHERE id IN (SELECT stock_id FROM elsewhere);
SAVEPOINT s;
--@ error 22012
UPDATE stock SET amount = 1 / (amount - amount) WHERE id IN (SELECT stock_id FROM elsewhere);
ROLLBACK TO SAVEPOINT s;
DELETE FROM elsewhere WHERE stock_id IN (SELECT id FROM stock WHERE note = 'tx') RETURNING name;
COMMIT;
SELECT count(*), sum(amount), max(note) FROM stock;
