-- Values of types of extensions, which have other numbers on every node, as they are stored, moved and given.
CREATE SCHEMA extension_types;
CREATE EXTENSION hstore SCHEMA extension_types;
CREATE EXTENSION citext SCHEMA extension_types;
--@ setup
SET search_path = extension_types, public;
CREATE TABLE goods (k int PRIMARY KEY, h hstore, hs hstore[], c citext);
CREATE TABLE copies (k int PRIMARY KEY, h hstore, c citext);
CREATE TABLE notes (k int PRIMARY KEY, h hstore, c citext);
--@ placement
SELECT create_distributed_table('goods', 'k');
--@ placement
SELECT create_reference_table('copies');
INSERT INTO goods SELECT g, hstore('n', g::text) || hstore('odd', (g % 2)::text), ARRAY[hstore('x', 'y')], 'Name' || g % 3
    FROM generate_series(1, 12) g;
INSERT INTO notes SELECT k, h, c FROM goods WHERE k < 5;
INSERT INTO copies SELECT k, h, c FROM notes;
SELECT * FROM goods;
SELECT k, h -> 'n', h ? 'odd', hs[1] FROM goods WHERE h @> 'odd=>1';
SELECT c, count(*) FROM goods GROUP BY c;
SELECT g.k, c.k FROM goods g JOIN copies c ON g.c = c.c WHERE g.k < 7;
SELECT a.k, b.k FROM goods a JOIN goods b ON a.h -> 'n' = b.k::text WHERE a.c = 'NAME1';
SELECT DISTINCT (h -> 'odd')::citext FROM goods;
SELECT (each(h)).key, count(*) FROM goods GROUP BY 1;
SELECT array_agg(h ORDER BY k) FROM goods WHERE k < 3;
--@ params text:"n"=>"3"
SELECT k FROM goods WHERE h @> ?::hstore;
--@ params text:nAME2
SELECT k FROM goods WHERE c = ?::citext;
UPDATE goods SET h = h || hstore('new', c::text) WHERE c = 'name1';
UPDATE goods g SET h = g.h || n.h FROM notes n WHERE n.c = g.c AND n.k = 1;
INSERT INTO goods VALUES (20, 'a=>1', NULL, 'X') ON CONFLICT (k) DO NOTHING;
CREATE INDEX ON goods USING gin (h);
SELECT k, hstore_to_jsonb(h), akeys(h) FROM goods ORDER BY k;
SELECT max(c), min(c) FROM goods;
-- Other scripts of the database do not expect them.
DROP EXTENSION hstore CASCADE;
DROP EXTENSION citext CASCADE;
SELECT * FROM goods ORDER BY k;
