-- Literals, names and columns that look like what plans are made of: stages, shares, types, parameters.
CREATE SCHEMA words_of_plans;
--@ setup
SET search_path = words_of_plans, public;
CREATE TABLE stock (id int PRIMARY KEY, kind int, amount numeric, c text);
CREATE TABLE elsewhere (name text PRIMARY KEY, stock_id int, n int);
CREATE TABLE kinds (kind int PRIMARY KEY, label text);
CREATE TABLE apart (id int PRIMARY KEY, c text);
CREATE TABLE argosy_partial (argosy_stage_1 int PRIMARY KEY, g1 int, p1 int, "@share(1)@" text, "$1" int);
CREATE TABLE "pg_temp.argosy_stage_1" (id int PRIMARY KEY, argosy_row int, "@type(1)@" text);
--@ placement
SELECT create_distributed_table('stock', 'id');
--@ placement
SELECT create_distributed_table('elsewhere', 'name');
--@ placement
SELECT create_reference_table('kinds');
--@ placement
SELECT create_distributed_table('argosy_partial', 'argosy_stage_1');
--@ placement
SELECT create_reference_table('"pg_temp.argosy_stage_1"');
INSERT INTO stock SELECT g, g % 4, g, (ARRAY['argosy_stage_1', 'argosy_stage_2', 'argosy_stage_5', '@share(1)@', '@share(2)@', '@type(1)@', '@type(p1)@', '$1', 'pg_temp.argosy_partial', '?'])[g % 10 + 1] FROM generate_series(1, 60) g;
INSERT INTO elsewhere SELECT 'argosy_stage_' || g, g, g % 7 FROM generate_series(1, 40) g;
INSERT INTO kinds SELECT g, (ARRAY['@share(1)@', 'argosy_stage_1', '@type(1)@', '$1', 'pg_temp.argosy_stage_1'])[g + 1] FROM generate_series(0, 4) g;
INSERT INTO apart SELECT g, 'argosy_stage_' || g FROM generate_series(1, 9) g;
INSERT INTO argosy_partial SELECT g, g % 3, g % 5, (ARRAY['@share(1)@', '@type(1)@', 'argosy_stage_3'])[g % 3 + 1], g FROM generate_series(1, 30) g;
INSERT INTO "pg_temp.argosy_stage_1" SELECT g, g * 2, '@type(' || g || ')@' FROM generate_series(1, 20) g;
-- ROUTE and PUSHDOWN
SELECT id, c FROM stock WHERE id = 8 AND c IN ('@share(2)@', '@type(1)@', 'argosy_stage_5', '$1', 'pg_temp.argosy_partial', '?');
SELECT id, c, '@share(1)@' AS "@share(1)@", '$1' AS "$1" FROM stock WHERE c = 'argosy_stage_5';
SELECT c, sum(amount) AS "@type(1)@", avg(amount) AS "argosy_partial", '@type(1)@' || count(*) AS p1 FROM stock GROUP BY c HAVING c <> '@type(2)@' AND sum(amount) > 1;
SELECT sum(amount), '@type(1)@', '@type(2)@', 'argosy_partial', 'pg_temp.argosy_partial' FROM stock WHERE c <> '@type(1)@';
--@ sorted-by 2
SELECT id, c AS argosy_sort_1 FROM stock ORDER BY c || '@share(1)@' COLLATE "C", amount LIMIT 7;
--@ sorted-by 1,2
SELECT c COLLATE "C" AS argosy_column_1, id AS argosy_column_1 FROM stock WHERE c LIKE 'argosy_stage_%' ORDER BY 1, amount;
SELECT argosy_partial.g1, sum(argosy_partial.p1), max(argosy_partial."@share(1)@") FROM argosy_partial GROUP BY argosy_partial.g1;
SELECT argosy_partial.g1, sum(kind), (SELECT max(k.label) FROM kinds k WHERE k.kind = argosy_partial.g1) FROM stock AS argosy_partial (id, g1, kind, p1) GROUP BY argosy_partial.g1;
SELECT s.kind, sum(s.amount), (SELECT max(argosy_partial.label) FROM kinds AS argosy_partial (g1, label) WHERE argosy_partial.g1 = s.kind + 1) FROM stock s GROUP BY s.kind;
SELECT s.kind, sum(s.amount), (SELECT max(argosy_partial.p1) FROM kinds AS argosy_partial (g1, p1) WHERE argosy_partial.g1 = s.kind) FROM stock s GROUP BY s.kind;
SELECT count(*) FROM stock AS "#0_1" GROUP BY "#0_1".kind, "#0_1";
SELECT count(DISTINCT c), count(DISTINCT kind) FROM stock AS argosy_partial WHERE argosy_partial.c <> 'argosy_partial';
--@ params text:@share(1)@, text:argosy_stage_1
SELECT id, c FROM stock WHERE c IN (?, ?, '$1', '$2', '@type(2)@');
-- STAGED
--@ strategy STAGED
SELECT s.id, s.c, e.name FROM stock s JOIN elsewhere e ON e.stock_id = s.id WHERE s.c = 'argosy_stage_5';
--@ strategy STAGED
SELECT s.id, s.c, e.name FROM stock s JOIN elsewhere e ON e.stock_id = s.id WHERE s.c IN ('argosy_stage_5', '@share(1)@', '@type(2)@', 'pg_temp.argosy_stage_1');
--@ strategy STAGED
SELECT s.c, count(*), sum(e.n), '@type(1)@ @share(1)@ argosy_stage_7' FROM stock s JOIN elsewhere e ON e.stock_id = s.id WHERE e.name <> 'argosy_stage_9' GROUP BY s.c;
--@ strategy STAGED
SELECT id FROM stock WHERE amount > (SELECT avg(n) FROM elsewhere WHERE name <> 'argosy_stage_2' OR name = '@share(1)@') AND c <> 'argosy_stage_1';
--@ strategy STAGED
SELECT count(*) FROM stock WHERE c IN (SELECT name FROM elsewhere WHERE name <> 'argosy_stage_1') OR c = '@share(1)@';
--@ strategy STAGED
SELECT argosy_stage_1.id, argosy_stage_2.name FROM stock AS argosy_stage_1 JOIN elsewhere AS argosy_stage_2 ON argosy_stage_2.stock_id = argosy_stage_1.id WHERE argosy_stage_1.c IN ('argosy_stage_1', 'argosy_stage_2');
--@ strategy STAGED
SELECT pg_temp.id, pg_temp.argosy_stage_1, coalesce(pg_temp.argosy_stage_1, '') FROM stock AS pg_temp (id, kind, amount, argosy_stage_1) JOIN elsewhere e ON e.stock_id = pg_temp.id WHERE lower(pg_temp.argosy_stage_1) = 'argosy_stage_2';
--@ strategy STAGED
SELECT argosy_row.name, "argosy_groups".c FROM elsewhere argosy_row, stock AS argosy_groups WHERE argosy_row.stock_id = argosy_groups.id AND argosy_row.n = 3;
--@ strategy STAGED
SELECT p.argosy_stage_1, p."@share(1)@", e.name, p."$1" FROM argosy_partial p JOIN elsewhere e ON e.stock_id = p.argosy_stage_1 WHERE p."@share(1)@" = '@share(1)@';
SELECT t.argosy_row, t."@type(1)@", s.c FROM "pg_temp.argosy_stage_1" t JOIN stock s ON s.kind = t.id AND t."@type(1)@" = '@type(2)@';
WITH argosy_stage_1 AS (SELECT stock_id, count(*) AS argosy_stage_2 FROM elsewhere GROUP BY stock_id) SELECT s.id, argosy_stage_1.argosy_stage_2 FROM stock s JOIN argosy_stage_1 ON argosy_stage_1.stock_id = s.id WHERE s.c = 'argosy_stage_2';
WITH pg_temp AS MATERIALIZED (SELECT stock_id AS argosy_stage_1 FROM elsewhere WHERE n = 2) SELECT s.id FROM stock s, pg_temp WHERE s.id = pg_temp.argosy_stage_1 AND abs(pg_temp.argosy_stage_1) > 2;
SELECT l.id, s.id FROM apart l JOIN stock s ON s.c = l.c WHERE s.c <> 'argosy_stage_1';
--@ params text:argosy_stage_1, int:3
SELECT s.id, s.c FROM stock s JOIN elsewhere e ON e.stock_id = s.id WHERE s.c <> ? AND e.n = ? AND s.c <> '$1' AND s.c <> '@share(1)@';
BEGIN;
INSERT INTO stock VALUES (1001, 1, 1, 'argosy_stage_5');
INSERT INTO elsewhere VALUES ('argosy_stage_1001', 1001, 3);
SELECT s.id, s.c, e.name FROM stock s JOIN elsewhere e ON e.stock_id = s.id WHERE s.c IN ('argosy_stage_5', 'pg_temp.argosy_stage_1') AND e.name LIKE 'argosy_stage_%';
SELECT pg_temp.id, pg_temp.argosy_stage_1, coalesce(pg_temp.argosy_stage_1, '') FROM stock AS pg_temp (id, kind, amount, argosy_stage_1) JOIN elsewhere e ON e.stock_id = pg_temp.id WHERE lower(pg_temp.argosy_stage_1) = 'argosy_stage_5';
ROLLBACK;
-- GATHER
--@ strategy GATHER
SELECT words_of_plans.id, coalesce(words_of_plans.stock, e.name), words_of_plans.stock, e::text FROM stock AS words_of_plans (id, kind, amount, stock) JOIN elsewhere e ON e.stock_id = words_of_plans.id WHERE upper(words_of_plans.stock) IN ('@SHARE(1)@', 'ARGOSY_STAGE_5') AND 'words_of_plans.stock' <> words_of_plans.stock;
--@ strategy GATHER
SELECT e::text, words_of_plans.elsewhere FROM elsewhere e, LATERAL (SELECT s.c, s.amount FROM stock s WHERE s.id = e.stock_id) AS words_of_plans (elsewhere, stock) WHERE (words_of_plans.stock, words_of_plans.elsewhere) <> (7, 'x') AND words_of_plans.stock IN (1, words_of_plans.stock) AND words_of_plans.stock IS DISTINCT FROM words_of_plans.stock + 1;
--@ strategy GATHER
SELECT s::text, extract(year FROM words_of_plans.stock), trim(LEADING 'a' FROM words_of_plans.elsewhere) FROM elsewhere e JOIN stock s ON s.id = e.stock_id, LATERAL (SELECT date '2020-01-01' + s.id * 100, s.c) AS words_of_plans (stock, elsewhere) WHERE e.n = 3;
--@ strategy GATHER
SELECT elsewhere::text, argosy_gather_1_1.c FROM elsewhere JOIN stock AS argosy_gather_1_1 ON argosy_gather_1_1.id = elsewhere.stock_id WHERE argosy_gather_1_1.c <> 'words_of_plans.elsewhere' AND argosy_gather_1_1.c = $$argosy_stage_5$$;
--@ strategy GATHER
SELECT v, v."@share(1)@" FROM (SELECT e.name, s.c AS "@share(1)@" FROM stock s JOIN elsewhere e ON e.stock_id = s.id) AS v WHERE v."@share(1)@" = 'argosy_stage_5';
--@ strategy GATHER
SELECT e::text, s.id FROM stock AS s (kind, id, amount, c) JOIN elsewhere e ON e.stock_id = s.kind WHERE s.id = 3 AND s.c <> 'argosy_stage_5';
CREATE VIEW swapped AS SELECT s.id, s.kind, s.c AS "delete" FROM stock AS s (kind, id, amount, c);
--@ strategy GATHER
SELECT e::text, swapped.id FROM swapped JOIN elsewhere e ON e.stock_id = swapped.kind WHERE swapped.id = 3;
--@ strategy GATHER
SELECT e::text, v.delete FROM elsewhere e JOIN (SELECT id, "delete" FROM swapped) v ON v.id = e.n;
SELECT (ARRAY[10, 20, 30])[argosy$x] AS argosy$0, id FROM (SELECT 1 + id % 3 AS argosy$x, id FROM stock) t WHERE id < 5;
SELECT t.U&"a\0001b", t.n FROM (SELECT s.id AS U&"a\0001b", count(*) AS n FROM stock s JOIN elsewhere e ON e.stock_id = s.id GROUP BY s.id) t WHERE t.U&"a\0001b" < 5;
--@ strategy GATHER
SELECT e::text, e.tableoid::regclass::text FROM elsewhere e JOIN stock s ON s.id = e.stock_id WHERE e.n = 3;
CREATE VIEW with_tableoid AS SELECT id, c AS tableoid FROM stock;
--@ strategy GATHER
SELECT e::text, v.tableoid FROM elsewhere e JOIN with_tableoid v ON v.id = e.stock_id WHERE e.n = 3;
-- Changes
UPDATE stock SET c = '@share(1)@' WHERE c = 'argosy_stage_1' RETURNING id, c, '@type(1)@', '$1';
UPDATE stock SET c = 'argosy_stage_7' FROM elsewhere e WHERE e.stock_id = stock.id AND stock.c = 'argosy_stage_5' RETURNING stock.*, e.name;
UPDATE stock AS argosy_stage_1 SET c = argosy_stage_2.name FROM elsewhere AS argosy_stage_2 WHERE argosy_stage_2.stock_id = argosy_stage_1.id AND argosy_stage_1.c = '@share(2)@' RETURNING argosy_stage_1.id, argosy_stage_2.name;
UPDATE elsewhere AS argosy_row SET name = name || '@share(1)@' WHERE argosy_row.n = 5 RETURNING name;
UPDATE kinds SET label = label || 'argosy_stage_1' || '$1' WHERE kind IN (SELECT s.kind FROM stock s WHERE s.c = '@type(1)@') RETURNING *;
UPDATE apart SET c = s.c FROM stock s WHERE s.id = apart.id AND s.c <> 'argosy_stage_5' RETURNING apart.*;
DELETE FROM stock USING elsewhere e WHERE e.stock_id = stock.id AND e.name IN ('argosy_stage_3', '@share(1)@') RETURNING stock.id;
DELETE FROM stock WHERE c = '@type(1)@' AND id > 40 RETURNING id;
MERGE INTO stock AS argosy_target USING elsewhere AS argosy_stage_1 ON argosy_target.id = argosy_stage_1.stock_id AND argosy_target.c = '@type(p1)@' WHEN MATCHED THEN UPDATE SET c = '@share(1)@' || argosy_stage_1.name;
INSERT INTO stock VALUES (2001, 1, 1, 'argosy_staged_1'), (2002, 2, 2, '@share(1)@') RETURNING id, c, '$1';
INSERT INTO stock SELECT id + 3000, kind, amount, c || '@share(1)@' FROM stock WHERE c IN ('argosy_stage_2', '$1') RETURNING id, c;
INSERT INTO stock AS argosy_row SELECT n + 4000, 1, 1, '$1' FROM (SELECT DISTINCT n FROM elsewhere) AS argosy_source (n) ON CONFLICT (id) DO UPDATE SET c = argosy_row.c || excluded.c;
INSERT INTO kinds SELECT 10 + kind, c FROM (SELECT kind, min(c COLLATE "C") AS c FROM stock WHERE c <> 'argosy_stage_1' GROUP BY kind) AS argosy_source ON CONFLICT DO NOTHING RETURNING *;
--@ params text:argosy_stage_5, int:5001
INSERT INTO stock (c, id) VALUES (? || '$1', ?) RETURNING id, c;
CREATE TABLE made AS SELECT s.c, count(*) AS "argosy_stage_1" FROM stock s JOIN elsewhere e ON e.stock_id = s.id WHERE s.c <> 'argosy_stage_2' GROUP BY s.c;
SELECT * FROM made;
-- Views, prepared statements, cursors
CREATE VIEW argosy_stage_1 AS SELECT s.id AS argosy_stage_2, s.c AS "@share(1)@", e.name AS "$1" FROM stock s JOIN elsewhere e ON e.stock_id = s.id WHERE s.c <> 'argosy_stage_4';
SELECT argosy_stage_2, "@share(1)@", "$1" FROM argosy_stage_1 WHERE "@share(1)@" <> 'argosy_stage_2';
SELECT kind, count(*) FROM argosy_stage_1 JOIN stock ON id = argosy_stage_2 WHERE "@share(1)@" = c GROUP BY kind;
PREPARE argosy_prepared (text) AS SELECT s.id FROM stock s JOIN elsewhere e ON e.stock_id = s.id WHERE s.c IN ($1, '$1', 'argosy_stage_2');
EXECUTE argosy_prepared ('@share(1)@');
DEALLOCATE argosy_prepared;
BEGIN;
DECLARE argosy_cursor_1 CURSOR FOR SELECT s.id, s.c FROM stock s JOIN elsewhere e ON e.stock_id = s.id WHERE s.c IN ('argosy_stage_2', '@share(1)@', 'argosy_cursor_1') ORDER BY s.id;
FETCH 3 FROM argosy_cursor_1;
COMMIT;
-- Temporary tables of the session that are called as a plan's would be
CREATE TEMPORARY TABLE argosy_stage_1 (id int, c text);
CREATE TEMPORARY TABLE argosy_partial (g1 int, p1 int, id int);
INSERT INTO pg_temp.argosy_stage_1 VALUES (1, 'mine'), (2, 'mine');
INSERT INTO pg_temp.argosy_partial VALUES (1, 1, 1), (2, 2, 2);
SELECT s.id, e.name FROM stock s JOIN elsewhere e ON e.stock_id = s.id WHERE s.c = 'argosy_stage_2';
SELECT kind, sum(amount) FROM stock GROUP BY kind;
SELECT t.c, s.c FROM pg_temp.argosy_stage_1 t JOIN stock s ON s.id = t.id JOIN elsewhere e ON e.stock_id = s.id;
SELECT sum(p.p1), s.kind FROM pg_temp.argosy_partial p JOIN stock s ON s.kind = p.id GROUP BY s.kind;
SELECT * FROM argosy_partial;
SELECT * FROM pg_temp.argosy_stage_1;
DROP TABLE pg_temp.argosy_stage_1;
DROP TABLE pg_temp.argosy_partial;
SELECT id, kind, amount, c FROM stock;
SELECT * FROM kinds;
SELECT * FROM apart;
SELECT * FROM elsewhere;
