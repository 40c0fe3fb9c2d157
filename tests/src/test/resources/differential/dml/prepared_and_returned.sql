-- CREATE TABLE AS EXECUTE, EXECUTE of what has changed, RETURNING of old and new rows, JSON_TABLE, ONLY. Every table of the schema is compared at the end.
CREATE SCHEMA prepared_and_returned;
--@ setup
SET search_path = prepared_and_returned, public;
CREATE TABLE documents (k int PRIMARY KEY, v int, j jsonb);
CREATE TABLE far (k int, v int);
CREATE TABLE copied (k int PRIMARY KEY, v int);
CREATE TABLE parent (k int PRIMARY KEY, v int);
CREATE TABLE child () INHERITS (parent);
--@ placement
SELECT create_distributed_table('documents', 'k');
--@ placement
SELECT create_distributed_table('far', 'v');
--@ placement
SELECT create_reference_table('copied');
INSERT INTO parent VALUES (1, 1);
INSERT INTO child VALUES (2, 2);
INSERT INTO documents SELECT i, i * 10, jsonb_build_object('a', i, 'items', jsonb_build_array(jsonb_build_object('n', i, 'x', 'p'), jsonb_build_object('n', i * 2))) FROM generate_series(1, 6) i;
INSERT INTO far SELECT i, i FROM generate_series(1, 6) i;
INSERT INTO copied SELECT i, i FROM generate_series(1, 6) i;
PREPARE behind(int) AS SELECT k, v FROM documents WHERE k > $1;
CREATE TABLE executed AS EXECUTE behind(3);
CREATE TABLE executed_empty (a, b) AS EXECUTE behind(4) WITH NO DATA;
CREATE TABLE IF NOT EXISTS executed AS EXECUTE behind(1);
PREPARE first_value AS SELECT v FROM documents ORDER BY k LIMIT 1;
PREPARE all_columns AS SELECT * FROM documents WHERE k = 1;
PREPARE incremented AS UPDATE documents SET v = v + 1 WHERE k = 2 RETURNING v;
EXECUTE incremented;
--@ error 42809
CREATE TABLE never AS EXECUTE incremented;
--@ error 26000
CREATE TABLE never AS EXECUTE nothing;
ALTER TABLE documents ALTER COLUMN v TYPE bigint, ADD COLUMN z int;
--@ error 0A000
EXECUTE behind(5);
--@ error 0A000
EXECUTE first_value;
--@ error 0A000
EXECUTE all_columns;
--@ error 0A000
EXECUTE incremented;
INSERT INTO documents (k, v) VALUES (50, 1), (51, 2) RETURNING old.k, new.k, old, new;
UPDATE documents SET v = v + 1 WHERE k < 3 RETURNING old.v, new.v, old.v + new.v;
UPDATE documents SET v = v + 1 WHERE k < 3 RETURNING WITH (OLD AS o, NEW AS n) o.v, n.v, o.k, n.*;
UPDATE documents SET v = documents.v + 1 FROM far WHERE far.v = documents.k AND documents.k < 3 RETURNING old.v, new.v, far.v;
UPDATE documents SET k = 60 WHERE k = 51 RETURNING old.k, new.k;
DELETE FROM documents USING far WHERE documents.k = far.v AND documents.k = 3 RETURNING old.v, new.v, far.k;
UPDATE copied SET v = copied.v + 1 FROM far WHERE far.v = copied.k AND copied.k < 3 RETURNING old.v, new.v, far.v;
DELETE FROM copied WHERE k = 6 RETURNING old.*, new.*;
INSERT INTO documents (k, v) VALUES (1, 1), (70, 3) ON CONFLICT (k) DO UPDATE SET v = excluded.v + (SELECT count(*) FROM far) RETURNING WITH (OLD AS o) o.v, new.v;
INSERT INTO copied VALUES (1, 1), (70, 3) ON CONFLICT (k) DO UPDATE SET v = excluded.v + (SELECT count(*) FROM far) RETURNING WITH (OLD AS o) o.v, new.v;
MERGE INTO documents USING far ON documents.k = far.v WHEN MATCHED AND far.k > 5 THEN DELETE WHEN MATCHED THEN UPDATE SET v = documents.v + 100 WHEN NOT MATCHED THEN INSERT (k, v) VALUES (far.v + 100, 3) RETURNING merge_action(), old.k, old.v, new.k, new.v, far.k;
MERGE INTO copied USING far ON copied.k = far.v WHEN MATCHED THEN UPDATE SET v = copied.v + 100 WHEN NOT MATCHED THEN INSERT (k, v) VALUES (far.v, 3) RETURNING WITH (OLD AS o) merge_action(), o.v, copied.v;
WITH merged AS (MERGE INTO documents USING far ON documents.k = far.v WHEN MATCHED THEN UPDATE SET v = 0 RETURNING merge_action() AS a, old.v AS ov, documents.k) SELECT * FROM merged;
SELECT (SELECT count(*) FROM ONLY parent), (SELECT count(*) FROM parent), (SELECT count(*) FROM ONLY documents), (SELECT count(*) FROM far WHERE far.k IN (SELECT k FROM ONLY documents));
SELECT k, (SELECT count(*) FROM ONLY parent p WHERE p.k <= documents.k) c FROM ONLY documents WHERE EXISTS (SELECT 1 FROM far WHERE far.k = documents.k AND far.v > 1) ORDER BY random() * 0, 1;
SELECT documents.k, t.* FROM documents, JSON_TABLE(documents.j, '$.items[*]' COLUMNS (n int PATH '$.n', x text PATH '$.x' DEFAULT 'none' ON EMPTY)) AS t;
SELECT documents.k, t.* FROM documents LEFT JOIN LATERAL JSON_TABLE(documents.j, '$' COLUMNS (id FOR ORDINALITY, a int PATH '$.a', NESTED PATH '$.items[*]' AS inner_path COLUMNS (o FOR ORDINALITY, n int, has boolean EXISTS PATH '$.x'))) AS t ON true;
SELECT sum(t.n), count(*) FROM documents, JSON_TABLE(documents.j, '$.items[*]' COLUMNS (n int PATH '$.n')) t JOIN far ON far.k = t.n;
SELECT t.n, count(*) FROM documents CROSS JOIN JSON_TABLE(documents.j, '$.items[*]' AS root COLUMNS (n int PATH '$.n' ERROR ON ERROR, w jsonb FORMAT JSON PATH '$' WITH WRAPPER, q text PATH '$.x' OMIT QUOTES NULL ON ERROR)) t GROUP BY 1;
SELECT * FROM JSON_TABLE('[1,2,3]', '$[*]' COLUMNS (x int PATH '$')) t, far WHERE far.k = t.x;
SELECT t.* FROM documents, JSON_TABLE(documents.j, '$.items[*]' PASSING 2 AS lim COLUMNS (n int PATH '$.n ? (@ > $lim)')) t;
CREATE TABLE from_json AS SELECT documents.k, t.n FROM documents, JSON_TABLE(documents.j, '$.items[*]' COLUMNS (n int PATH '$.n')) t;
INSERT INTO far SELECT documents.k, t.n FROM documents, JSON_TABLE(documents.j, '$.items[*]' COLUMNS (n int PATH '$.n')) t WHERE t.n > 8;
CREATE TABLE called_data AS SELECT k, v AS data FROM documents;
CREATE TABLE called_no_data AS SELECT k, v AS no, k data FROM documents WITH NO DATA;
CREATE TABLE IF NOT EXISTS called_with AS SELECT k AS "with", v data FROM copied WITH DATA;
CREATE TABLE alone (k int, v int);
INSERT INTO alone SELECT i, i FROM generate_series(1, 9) i;
CREATE VIEW rows_of_both AS SELECT * FROM alone a WHERE a IN (SELECT f FROM far f WHERE f.k = a.k) WITH CHECK OPTION;
SELECT * FROM rows_of_both;
INSERT INTO rows_of_both VALUES (2, 2);
--@ error 44000
INSERT INTO rows_of_both VALUES (2, 77);
UPDATE rows_of_both SET v = v WHERE k = 2;
