-- DDL on placed tables reaches all nodes and the catalog that clients see.
CREATE SCHEMA definitions;
--@ setup
SET search_path = definitions, public;
CREATE TABLE parts (id int, code text, price numeric, PRIMARY KEY (id));
CREATE TABLE colors (color text PRIMARY KEY);
--@ placement
SELECT create_distributed_table('parts', 'id');
--@ placement
SELECT create_reference_table('colors');
INSERT INTO parts SELECT g, 'p' || g, g FROM generate_series(1, 40) g;
INSERT INTO colors VALUES ('red'), ('blue');
ALTER TABLE parts ADD COLUMN color text DEFAULT 'red';
ALTER TABLE parts ADD COLUMN size int;
UPDATE parts SET size = id * 2 WHERE id % 2 = 0;
ALTER TABLE parts ALTER COLUMN size TYPE bigint, ALTER COLUMN size SET DEFAULT 5;
INSERT INTO parts (id, code) VALUES (41, 'p41') RETURNING *;
ALTER TABLE parts RENAME COLUMN code TO label;
ALTER TABLE parts ADD CONSTRAINT positive CHECK (price > 0);
--@ error 23514
INSERT INTO parts (id, price) VALUES (42, -1);
ALTER TABLE parts ADD CONSTRAINT parts_color FOREIGN KEY (color) REFERENCES colors;
--@ error 23503
INSERT INTO parts (id, color) VALUES (42, 'green');
ALTER TABLE parts DROP CONSTRAINT positive;
ALTER TABLE parts ALTER COLUMN label SET NOT NULL;
--@ error 23502
INSERT INTO parts (id, label) VALUES (43, NULL);
ALTER TABLE parts DROP COLUMN price;
--@ error 42703
SELECT price FROM parts;
SELECT * FROM parts WHERE id > 38;
CREATE INDEX parts_label ON parts (label);
CREATE INDEX ON parts (lower(label)) WHERE size > 10;
CREATE UNIQUE INDEX parts_id_label ON parts (id, label);
--@ error 42P07
CREATE INDEX parts_label ON parts (label);
CREATE INDEX IF NOT EXISTS parts_label ON parts (label);
SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'definitions';
DROP INDEX parts_label;
CREATE VIEW big_parts AS SELECT id, label, size FROM parts WHERE size > 20;
SELECT count(*), max(size) FROM big_parts;
CREATE OR REPLACE VIEW big_parts AS SELECT id, label, size, color FROM parts WHERE size > 30;
SELECT * FROM big_parts WHERE id < 20;
--@ error 2BP01
DROP TABLE parts;
COMMENT ON TABLE parts IS 'the parts';
COMMENT ON COLUMN parts.label IS 'what is printed';
SELECT obj_description('parts'::regclass), col_description('parts'::regclass, 2);
CREATE SEQUENCE numbers START 100 INCREMENT 5;
SELECT nextval('numbers'), nextval('numbers'), currval('numbers'), lastval();
SELECT setval('numbers', 500), nextval('numbers');
INSERT INTO parts (id, label) VALUES (nextval('numbers'), 'by sequence') RETURNING id;
ALTER SEQUENCE numbers RESTART WITH 7;
SELECT nextval('numbers');
CREATE ROLE definitions_reader;
GRANT USAGE ON SCHEMA definitions TO definitions_reader;
GRANT SELECT ON parts TO definitions_reader;
SELECT has_table_privilege('definitions_reader', 'definitions.parts', 'select'), has_table_privilege('definitions_reader', 'definitions.parts', 'insert');
REVOKE SELECT ON parts FROM definitions_reader;
SELECT has_table_privilege('definitions_reader', 'definitions.parts', 'select');
CREATE TYPE shade AS ENUM ('light', 'dark');
ALTER TYPE shade ADD VALUE 'none' BEFORE 'light';
ALTER TABLE parts ADD COLUMN shade shade;
UPDATE parts SET shade = CASE WHEN id % 2 = 0 THEN 'dark' ELSE 'none' END::shade;
SELECT shade, count(*) FROM parts GROUP BY shade;
--@ ordered
SELECT DISTINCT shade FROM parts ORDER BY shade DESC;
CREATE FUNCTION doubled(n bigint) RETURNS bigint LANGUAGE sql IMMUTABLE RETURN n * 2;
SELECT id, doubled(size) FROM parts WHERE id < 5;
DROP FUNCTION doubled(bigint);
--@ error 42883
SELECT doubled(1);
CREATE TABLE copy_of_parts AS SELECT id, label FROM parts WHERE id < 10;
SELECT * FROM copy_of_parts;
CREATE TABLE alike (LIKE parts INCLUDING ALL);
SELECT count(*) FROM alike;
ALTER TABLE copy_of_parts RENAME TO renamed_parts;
SELECT count(*) FROM renamed_parts;
--@ error 42P01
SELECT * FROM copy_of_parts;
VACUUM parts;
ANALYZE parts;
DROP TABLE renamed_parts;
DROP TABLE IF EXISTS nosuch;
SELECT column_name, data_type, column_default, is_nullable FROM information_schema.columns WHERE table_schema = 'definitions' AND table_name = 'parts';
DROP VIEW big_parts;
REVOKE USAGE ON SCHEMA definitions FROM definitions_reader;
DROP ROLE definitions_reader;
-- Each way to write the table of a TRUNCATE.
CREATE TABLE emptied (id int PRIMARY KEY, v int);
CREATE TABLE "Emptied too" (id int PRIMARY KEY, v int);
CREATE TABLE emptied_alone (id int PRIMARY KEY, v int);
--@ placement
SELECT create_distributed_table('emptied', 'id');
--@ placement
SELECT create_reference_table('"Emptied too"');
INSERT INTO emptied SELECT i, i FROM generate_series(1, 30) i;
INSERT INTO "Emptied too" SELECT i, i FROM generate_series(1, 30) i;
INSERT INTO emptied_alone SELECT i, i FROM generate_series(1, 30) i;
BEGIN;
TRUNCATE ONLY emptied;
SELECT count(*) FROM emptied;
ROLLBACK;
BEGIN;
TRUNCATE TABLE emptied *, ONLY definitions."Emptied too", emptied_alone * RESTART IDENTITY CASCADE;
SELECT (SELECT count(*) FROM emptied), (SELECT count(*) FROM "Emptied too"), (SELECT count(*) FROM emptied_alone);
ROLLBACK;
BEGIN;
TRUNCATE ONLY (emptied), ONLY (emptied_alone);
SELECT (SELECT count(*) FROM emptied), (SELECT count(*) FROM emptied_alone);
ROLLBACK;
TRUNCATE ONLY emptied_alone;
TRUNCATE ONLY "Emptied too", definitions . emptied;
SELECT (SELECT count(*) FROM emptied), (SELECT count(*) FROM "Emptied too"), (SELECT count(*) FROM emptied_alone);
--@ error 42P01
TRUNCATE ONLY no_such_table;
--@ error 42601
TRUNCATE ONLY;
