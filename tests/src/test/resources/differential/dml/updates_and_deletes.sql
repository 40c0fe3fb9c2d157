-- UPDATE, DELETE, MERGE and TRUNCATE: pinned to a row, over all nodes, with joins and subqueries.
CREATE SCHEMA updates_and_deletes;
--@ setup
SET search_path = updates_and_deletes, public;
CREATE TABLE stock (id int PRIMARY KEY, kind int, amount numeric, note text);
CREATE TABLE moves (id int, seq int, delta numeric, PRIMARY KEY (id, seq));
CREATE TABLE kinds (kind int PRIMARY KEY, label text, factor numeric);
CREATE TABLE elsewhere (name text PRIMARY KEY, stock_id int);
--@ placement
SELECT create_distributed_table('stock', 'id');
--@ placement
SELECT create_distributed_table('moves', 'id', colocate_with => 'stock');
--@ placement
SELECT create_reference_table('kinds');
--@ placement
SELECT create_distributed_table('elsewhere', 'name');
INSERT INTO stock SELECT g, g % 4, g * 2.5, 'note ' || g FROM generate_series(1, 80) g;
INSERT INTO moves SELECT g % 60 + 1, g, g * 0.1 FROM generate_series(1, 150) g;
INSERT INTO kinds SELECT g, 'kind ' || g, g + 0.5 FROM generate_series(0, 4) g;
INSERT INTO elsewhere SELECT 'name ' || g, g * 3 FROM generate_series(1, 30) g;
UPDATE stock SET amount = 0 WHERE id = 5;
UPDATE stock SET amount = amount + 1, note = upper(note) WHERE kind = 2;
UPDATE stock SET note = NULL WHERE id IN (7, 8, 9) RETURNING id, kind;
UPDATE stock SET (amount, note) = (amount * 2, 'doubled') WHERE id BETWEEN 10 AND 15 RETURNING *;
UPDATE stock s SET amount = s.amount + m.delta FROM moves m WHERE m.id = s.id AND m.seq = 20;
UPDATE stock s SET note = k.label FROM kinds k WHERE k.kind = s.kind AND s.id > 60;
UPDATE stock SET amount = (SELECT sum(delta) FROM moves m WHERE m.id = stock.id) WHERE id < 30;
UPDATE stock SET note = 'above average' WHERE amount > (SELECT avg(amount) * 1.9 FROM stock);
UPDATE stock SET note = 'elsewhere' WHERE id IN (SELECT stock_id FROM elsewhere WHERE name < 'name 2');
UPDATE stock SET note = e.name FROM elsewhere e WHERE e.stock_id = stock.id AND e.name LIKE 'name 2%';
UPDATE kinds SET factor = factor * 2 RETURNING kind, factor;
UPDATE kinds SET label = label || ' (' || (SELECT count(*) FROM stock s WHERE s.kind = kinds.kind) || ')';
UPDATE stock SET amount = amount WHERE false;
UPDATE elsewhere SET stock_id = DEFAULT WHERE stock_id = 3;
--@ params numeric:99.9, int:33
UPDATE stock SET amount = ? WHERE id = ?;
--@ params text:b, int:3
UPDATE stock SET note = note || ? WHERE kind = ?;
--@ error 22012
UPDATE stock SET amount = 1 / (id - 40);
--@ error 23502
UPDATE elsewhere SET name = NULL WHERE stock_id = 30;
--@ error 42703
UPDATE stock SET nosuch = 1;
--@ error 23505
UPDATE kinds SET kind = 1 WHERE kind = 2;
SELECT sum(amount), count(note) FROM stock;
DELETE FROM stock WHERE id = 6;
DELETE FROM stock WHERE kind = 1 AND amount > 100 RETURNING id;
DELETE FROM moves USING stock WHERE moves.id = stock.id AND stock.kind = 3;
DELETE FROM moves m WHERE NOT EXISTS (SELECT 1 FROM stock s WHERE s.id = m.id);
DELETE FROM stock WHERE id IN (SELECT id FROM moves GROUP BY id HAVING count(*) > 2);
DELETE FROM elsewhere WHERE stock_id NOT IN (SELECT id FROM stock);
DELETE FROM kinds WHERE kind NOT IN (SELECT kind FROM stock) RETURNING *;
DELETE FROM stock WHERE id = -1;
WITH gone AS (DELETE FROM stock WHERE id > 75 RETURNING id, amount) SELECT count(*), sum(amount) FROM gone;
WITH gone AS (DELETE FROM moves WHERE seq > 140 RETURNING *) INSERT INTO elsewhere SELECT 'gone ' || seq, id FROM gone;
--@ params int:50
DELETE FROM stock WHERE id = ? RETURNING *;
MERGE INTO stock s USING moves m ON m.id = s.id AND m.seq < 40 WHEN MATCHED AND m.delta > 2 THEN UPDATE SET note = 'merged' WHEN MATCHED THEN DELETE;
MERGE INTO kinds k USING (VALUES (0, 'zero'), (9, 'nine')) AS v (kind, label) ON k.kind = v.kind WHEN MATCHED THEN UPDATE SET label = v.label WHEN NOT MATCHED THEN INSERT VALUES (v.kind, v.label, 1);
SELECT count(*), sum(amount), max(note) FROM stock;
TRUNCATE moves;
SELECT count(*) FROM moves;
INSERT INTO moves VALUES (1, 1, 1), (2, 2, 2);
CREATE TABLE doomed (id int PRIMARY KEY);
--@ placement
SELECT create_distributed_table('doomed', 'id');
INSERT INTO doomed SELECT generate_series(1, 20);
TRUNCATE doomed, kinds RESTART IDENTITY;
SELECT count(*) FROM doomed;
DELETE FROM elsewhere;
SELECT count(*) FROM elsewhere;
