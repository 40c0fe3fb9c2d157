-- Indexes whose making fails by the rows, in and out of transactions, and indexes that are made anew.
CREATE SCHEMA broken_indexes;
--@ setup
SET search_path = broken_indexes, public;
CREATE TABLE goods (k int, v int);
CREATE TABLE copies (k int, v int);
CREATE TABLE notes (k int, v int);
CREATE TABLE parts (k int NOT NULL, day date NOT NULL, v int, PRIMARY KEY (k, day)) PARTITION BY RANGE (day);
CREATE TABLE parts_old PARTITION OF parts FOR VALUES FROM ('2020-01-01') TO ('2021-01-01');
CREATE TABLE parts_new PARTITION OF parts FOR VALUES FROM ('2021-01-01') TO ('2022-01-01');
--@ placement
SELECT create_distributed_table('goods', 'k');
--@ placement
SELECT create_reference_table('copies');
--@ placement
SELECT create_distributed_table('parts', 'k');
INSERT INTO goods SELECT CASE g WHEN 20 THEN 7 ELSE g END, g FROM generate_series(1, 20) g;
INSERT INTO copies SELECT CASE g WHEN 20 THEN 7 ELSE g END, g FROM generate_series(1, 20) g;
INSERT INTO notes SELECT CASE g WHEN 20 THEN 7 ELSE g END, g FROM generate_series(1, 20) g;
INSERT INTO parts SELECT g, '2020-06-01'::date + (g % 2) * 365, g FROM generate_series(1, 20) g;
--@ error 23505
CREATE UNIQUE INDEX goods_k ON goods (k);
--@ error 23505
CREATE UNIQUE INDEX copies_k ON copies (k);
--@ error 23505
CREATE UNIQUE INDEX CONCURRENTLY notes_k ON notes (k);
DROP INDEX IF EXISTS notes_k;
--@ error 23505
CREATE UNIQUE INDEX CONCURRENTLY copies_k ON copies (k);
DROP INDEX IF EXISTS copies_k;
DELETE FROM goods WHERE v = 20;
CREATE UNIQUE INDEX CONCURRENTLY goods_k ON goods (k);
--@ error 23505
INSERT INTO goods VALUES (7, 100);
CREATE INDEX parts_v ON parts (v);
REINDEX TABLE parts;
REINDEX INDEX parts_v;
REINDEX TABLE CONCURRENTLY parts;
REINDEX INDEX CONCURRENTLY parts_v;
REINDEX TABLE CONCURRENTLY parts_old;
REINDEX TABLE copies;
REINDEX SCHEMA CONCURRENTLY broken_indexes;
BEGIN;
--@ error 25001
REINDEX TABLE parts;
ROLLBACK;
SELECT count(*) FROM parts WHERE v < 5;
SELECT c.relname, i.indisvalid, i.indisready FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    JOIN pg_class t ON t.oid = i.indrelid WHERE t.relnamespace = 'broken_indexes'::regnamespace ORDER BY 1;
