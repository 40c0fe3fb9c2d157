-- INSERT and UPDATE of fields and elements of columns, for targets of every placement and through views.
CREATE SCHEMA fields_and_elements;
--@ setup
SET search_path = fields_and_elements, public;
CREATE TYPE place AS (street text, number int);
CREATE TABLE goods (k int PRIMARY KEY, a int[], p place);
CREATE TABLE copies (k int PRIMARY KEY, a int[], p place);
CREATE TABLE notes (k int PRIMARY KEY, a int[], p place);
--@ placement
SELECT create_distributed_table('goods', 'k');
--@ placement
SELECT create_reference_table('copies');
INSERT INTO goods (k, a[1], a[2], p.street) VALUES (1, 10, 20, 'first'), (2, 11, 21, 'second');
INSERT INTO copies (k, a[1], a[2], p.street) VALUES (1, 10, 20, 'first'), (2, 11, 21, 'second');
INSERT INTO notes (k, a[1], a[2], p.street) VALUES (1, 10, 20, 'first'), (2, 11, 21, 'second');
INSERT INTO goods (k, a[2:3], p.number, p.street) SELECT k + 10, ARRAY[k, k], k, 'n' || k FROM notes;
INSERT INTO copies (k, a[2:3], p.number, p.street) SELECT k + 10, ARRAY[k, k], k, 'n' || k FROM goods WHERE k < 3;
INSERT INTO notes (k, a[2:3], p.number, p.street) SELECT k + 10, ARRAY[k, k], k, 'n' || k FROM goods WHERE k < 3;
CREATE VIEW shown AS SELECT k, a, p FROM goods;
CREATE VIEW known AS SELECT k, a, p FROM copies;
INSERT INTO shown (k, a[1], p.number) VALUES (21, 5, 6);
INSERT INTO known (k, a[1], p.number) VALUES (21, 5, 6) RETURNING k, a, p;
UPDATE goods SET a[1] = 99, p.number = 7 WHERE k < 3;
UPDATE copies SET a[1] = a[1] + 1, p.number = coalesce((p).number, 0) + 1;
UPDATE shown SET a[3] = 3, p.street = 'view' WHERE k = 2 RETURNING *;
UPDATE notes SET a[2:3] = ARRAY[7, 8] WHERE k = 11;
INSERT INTO goods (k, a[1]) VALUES (1, 77) ON CONFLICT (k) DO UPDATE SET a[2] = excluded.a[1], p.number = 1;
INSERT INTO copies (k, a[1]) VALUES (1, 77) ON CONFLICT (k) DO UPDATE SET a[2] = excluded.a[1], p.number = 1;
MERGE INTO notes n USING (SELECT k FROM goods) g ON n.k = g.k
    WHEN MATCHED THEN UPDATE SET a[1] = 0, p.street = 'merged'
    WHEN NOT MATCHED THEN INSERT (k, a[1], p.street) VALUES (g.k, g.k, 'new');
--@ params int:5, text:given, int:2
UPDATE goods SET a[4] = ?, p.street = ? WHERE k = ?;
SELECT k, a, a[1], (p).street, p FROM goods ORDER BY k;
SELECT k, a, a[1], (p).street, p FROM copies ORDER BY k;
SELECT k, a, a[1], (p).street, p FROM notes ORDER BY k;
