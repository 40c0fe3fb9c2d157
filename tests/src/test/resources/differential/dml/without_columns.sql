-- Tables and queries without columns.
CREATE SCHEMA without_columns;
CREATE TABLE without_columns.items (id int, note text);
CREATE TABLE without_columns.bare ();
CREATE TABLE without_columns.bare_everywhere ();
--@ placement
SELECT create_distributed_table('without_columns.items', 'id');
--@ placement
SELECT create_reference_table('without_columns.bare_everywhere');
INSERT INTO without_columns.items SELECT i, 'note ' || i FROM generate_series(1, 9) i;
INSERT INTO without_columns.bare DEFAULT VALUES;
INSERT INTO without_columns.bare DEFAULT VALUES;
INSERT INTO without_columns.bare_everywhere DEFAULT VALUES;
SELECT count(*) FROM without_columns.bare;
SELECT count(*) FROM without_columns.bare_everywhere;
SELECT id FROM without_columns.items, without_columns.bare ORDER BY 1;
SELECT id FROM without_columns.items, without_columns.bare_everywhere ORDER BY 1;
SELECT count(*) FROM without_columns.items LEFT JOIN without_columns.bare ON true;
SELECT i.id, v.note
FROM without_columns.items i, LATERAL (SELECT i.note FROM without_columns.bare UNION ALL SELECT i.note FROM without_columns.bare) v;
SELECT id FROM without_columns.items WHERE EXISTS (SELECT FROM without_columns.bare);
SELECT count(*) FROM (SELECT FROM without_columns.items) AS nothing;
SELECT count(*) FROM (SELECT FROM without_columns.items GROUP BY note) AS nothing;
UPDATE without_columns.items SET note = 'x' WHERE EXISTS (SELECT FROM without_columns.bare);
DELETE FROM without_columns.items WHERE id > 5 AND EXISTS (SELECT FROM without_columns.bare_everywhere);
DELETE FROM without_columns.bare;
SELECT count(*) FROM without_columns.bare;
