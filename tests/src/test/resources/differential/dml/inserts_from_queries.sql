-- INSERT .. SELECT on the nodes: in place, moved to other nodes, to all nodes, and staged at home.
CREATE SCHEMA inserts_from_queries;
--@ setup
SET search_path = inserts_from_queries, public;
CREATE TABLE stock (id int PRIMARY KEY, kind int, amount numeric(8,2), note varchar(20));
CREATE TABLE copy (id int PRIMARY KEY, kind int DEFAULT 3, amount numeric(6,1), note text, up text GENERATED ALWAYS AS (upper(note)) STORED);
CREATE TABLE bykind (kind bigint, id int, note text, UNIQUE (kind, id));
CREATE TABLE counts (kind int PRIMARY KEY, n bigint, s numeric);
CREATE TABLE serials (id int PRIMARY KEY, no serial, at date DEFAULT current_date, x text);
CREATE TABLE dates (d date, x text);
CREATE TABLE everywhere (id int PRIMARY KEY, note text);
--@ placement
SELECT create_distributed_table('stock', 'id');
--@ placement
SELECT create_distributed_table('copy', 'id');
--@ placement
SELECT create_distributed_table('bykind', 'kind');
--@ placement
SELECT create_distributed_table('counts', 'kind');
--@ placement
SELECT create_distributed_table('serials', 'id');
--@ placement
SELECT create_distributed_table('dates', 'd');
--@ placement
SELECT create_reference_table('everywhere');
INSERT INTO stock SELECT g, g % 5, g * 1.25, 'note ' || g FROM generate_series(1, 60) g;
INSERT INTO copy SELECT id, kind, amount, note FROM stock WHERE id <= 30;
INSERT INTO copy (note, id) SELECT note || '!', id FROM stock WHERE id > 50 RETURNING *;
--@ error 23505
INSERT INTO copy (id, note) SELECT id, 'again' FROM stock WHERE id = 3;
INSERT INTO copy (id, note) SELECT id, 'again' FROM stock WHERE id < 5 ON CONFLICT (id) DO UPDATE SET note = excluded.note || copy.note RETURNING id, note;
INSERT INTO copy (id, note) SELECT s.id, s.note FROM stock s ON CONFLICT DO NOTHING RETURNING id;
INSERT INTO bykind SELECT kind, id, note FROM stock;
INSERT INTO bykind (id, kind) SELECT id + 100, amount FROM stock WHERE kind = 2 RETURNING kind, id;
INSERT INTO bykind SELECT kind, id, 'x' FROM stock ON CONFLICT (kind, id) DO UPDATE SET note = 'conflict';
INSERT INTO counts SELECT kind, count(*), sum(amount) FROM stock GROUP BY kind;
INSERT INTO counts SELECT id, 1, amount FROM stock WHERE id > 40 RETURNING *;
INSERT INTO serials (id, x) SELECT id, note FROM stock WHERE id < 4 ORDER BY id;
INSERT INTO serials (id, no, at, x) SELECT id + 100, id, '2020-01-01', note FROM stock WHERE id < 4;
INSERT INTO dates SELECT date '2020-01-01' + id, note FROM stock WHERE kind = 1;
INSERT INTO dates SELECT d + 1000, x FROM dates;
INSERT INTO dates SELECT '2021-05-05', note FROM stock WHERE kind = 3 RETURNING d;
INSERT INTO everywhere SELECT id, note FROM stock WHERE kind < 3;
INSERT INTO everywhere SELECT id, note FROM stock WHERE kind > 2 RETURNING id;
--@ error 23505
INSERT INTO everywhere SELECT id, 'dup' FROM stock WHERE id = 9;
INSERT INTO everywhere SELECT id + 50, 'dup' FROM stock ON CONFLICT (id) DO NOTHING;
INSERT INTO stock SELECT id + 1000, kind, amount, note FROM stock;
--@ error 22003
INSERT INTO stock SELECT id + 5000, kind, amount * 100000, note FROM stock WHERE id > 1000;
--@ error 22001
INSERT INTO stock SELECT id + 2000, kind, amount, note || ' much too long for it' FROM stock WHERE id < 10;
INSERT INTO stock (id, note) SELECT a.id + 3000, b.note FROM stock a JOIN stock b ON a.kind = b.id WHERE a.id < 30;
INSERT INTO stock (id, note) WITH w AS (SELECT id, note FROM copy WHERE id < 9) SELECT id + 7000, note FROM w;
WITH w AS (SELECT id, note FROM copy WHERE id < 9) INSERT INTO stock (id, note) SELECT id + 8000, note FROM w RETURNING id;
INSERT INTO stock SELECT id + 9000, kind, amount, note FROM stock WHERE id < 20 UNION ALL SELECT id + 9500, kind, amount, note FROM copy WHERE id < 20;
INSERT INTO copy (id, kind) SELECT DISTINCT id + 500, 1 FROM bykind WHERE id < 100;
INSERT INTO copy (id, kind) SELECT id + 600, 1 FROM stock WHERE id < 50 ORDER BY id LIMIT 5;
INSERT INTO stock SELECT id FROM copy WHERE id = 600;
BEGIN;
INSERT INTO bykind SELECT kind, id + 10000, note FROM stock WHERE kind IS NOT NULL;
INSERT INTO copy (id, note) SELECT id + 20000, note FROM stock RETURNING id;
SAVEPOINT s;
--@ error 23505
INSERT INTO copy (id, note) SELECT id + 20000, note FROM stock WHERE id = 7;
ROLLBACK TO SAVEPOINT s;
SELECT count(*), sum(id) FROM copy;
COMMIT;
