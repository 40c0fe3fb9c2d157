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
UPDATE kinds SET factor = factor * 2 RETURNING kind, factor;
UPDATE stock SET amount = amount WHERE false;
--@ params numeric:99.9, int:33
UPDATE stock SET amount = ? WHERE id = ?;
--@ params text:b, int:3
UPDATE stock SET note = note || ? WHERE kind = ?;
--@ error 22012
UPDATE stock SET amount = 1 / (id - 40);
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
DELETE FROM stock WHERE id = -1;
--@ params int:50
DELETE FROM stock WHERE id = ? RETURNING *;
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
