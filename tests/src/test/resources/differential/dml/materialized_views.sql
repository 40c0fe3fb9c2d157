-- Materialized views over distributed, replicated and local tables: made, refreshed, changed, dropped.
CREATE SCHEMA materialized_views;
--@ setup
SET search_path = materialized_views, public;
CREATE TABLE facts (id int PRIMARY KEY, kind int, amount numeric(10,2), note varchar(20), day date);
CREATE TABLE kinds (kind int PRIMARY KEY, label text COLLATE "C");
CREATE TABLE local_rows (id int, v text);
--@ placement
SELECT create_distributed_table('facts', 'id');
--@ placement
SELECT create_reference_table('kinds');
INSERT INTO facts SELECT i, i % 7, i * 1.25, 'n' || i % 3, date '2026-01-01' + i % 30 FROM generate_series(1, 200) i;
INSERT INTO kinds SELECT i, 'kind ' || i FROM generate_series(0, 5) i;
INSERT INTO local_rows SELECT i, repeat('x', i) FROM generate_series(1, 5) i;
CREATE MATERIALIZED VIEW by_kind AS SELECT kind, count(*) AS n, sum(amount) AS total, avg(amount) AS mean FROM facts GROUP BY kind;
SELECT * FROM by_kind;
CREATE MATERIALIZED VIEW by_label (name, n, latest) AS SELECT k.label, count(*), max(f.day) FROM facts f JOIN kinds k USING (kind) GROUP BY k.label ORDER BY 2 DESC;
SELECT * FROM by_label;
CREATE MATERIALIZED VIEW plain_rows AS SELECT id, note, amount FROM facts WHERE id <= 20;
SELECT * FROM plain_rows;
CREATE MATERIALIZED VIEW with_queries AS WITH x AS (SELECT day, sum(amount) s FROM facts GROUP BY day) SELECT day, rank() OVER (ORDER BY s DESC, day) AS r FROM x;
SELECT * FROM with_queries;
CREATE MATERIALIZED VIEW united AS SELECT id FROM facts WHERE kind = 1 UNION SELECT kind FROM kinds EXCEPT VALUES (8), (15);
SELECT * FROM united;
CREATE MATERIALIZED VIEW over_local AS SELECT v, length(v) AS l FROM local_rows;
SELECT * FROM over_local;
CREATE MATERIALIZED VIEW over_replicated AS SELECT count(*) AS n, 1 / count(*) AS inverse FROM kinds;
SELECT * FROM over_replicated;
CREATE MATERIALIZED VIEW divided AS SELECT 10 / count(*) AS tenth FROM local_rows;
SELECT * FROM divided;
CREATE MATERIALIZED VIEW mixed AS SELECT f.id, l.v FROM facts f JOIN local_rows l ON l.id = f.id;
SELECT * FROM mixed;
CREATE MATERIALIZED VIEW IF NOT EXISTS by_kind AS SELECT 1 AS one FROM facts;
--@ error 42P07
CREATE MATERIALIZED VIEW by_kind AS SELECT 1 AS one FROM facts;
CREATE MATERIALIZED VIEW later AS SELECT note, count(*) AS n FROM facts GROUP BY note WITH NO DATA;
--@ error 55000
SELECT * FROM later;
REFRESH MATERIALIZED VIEW later;
SELECT * FROM later;
UPDATE facts SET amount = amount + 1 WHERE id % 2 = 0;
DELETE FROM facts WHERE id > 190;
INSERT INTO local_rows VALUES (6, 'more'), (7, 'rows');
SELECT * FROM by_kind;
REFRESH MATERIALIZED VIEW by_kind;
REFRESH MATERIALIZED VIEW by_label WITH DATA;
REFRESH MATERIALIZED VIEW materialized_views.mixed;
REFRESH MATERIALIZED VIEW over_local;
REFRESH MATERIALIZED VIEW divided;
REFRESH MATERIALIZED VIEW with_queries;
SELECT * FROM by_kind;
SELECT * FROM by_label;
SELECT * FROM mixed;
SELECT * FROM over_local;
SELECT * FROM divided;
--@ error 55000
REFRESH MATERIALIZED VIEW CONCURRENTLY by_kind;
CREATE UNIQUE INDEX by_kind_key ON by_kind (kind);
UPDATE facts SET kind = 6 WHERE kind = 5;
INSERT INTO facts VALUES (1000, 77, 3, 'new', '2026-05-05');
REFRESH MATERIALIZED VIEW CONCURRENTLY by_kind;
SELECT * FROM by_kind;
BEGIN;
DELETE FROM facts WHERE kind = 77;
REFRESH MATERIALIZED VIEW by_kind;
SELECT * FROM by_kind WHERE kind = 77;
ROLLBACK;
SELECT * FROM by_kind WHERE kind = 77;
SELECT f.id, b.n FROM facts f JOIN by_kind b USING (kind) WHERE f.id < 30;
SELECT count(*) FROM facts WHERE kind IN (SELECT kind FROM by_kind WHERE n > 27);
INSERT INTO facts SELECT 2000 + kind, kind, total, 'from view', NULL FROM by_kind;
CREATE MATERIALIZED VIEW over_view AS SELECT sum(n) AS s FROM by_kind;
SELECT * FROM over_view;
REFRESH MATERIALIZED VIEW by_kind WITH NO DATA;
--@ error 55000
SELECT * FROM by_kind;
REFRESH MATERIALIZED VIEW by_kind;
REFRESH MATERIALIZED VIEW over_view;
SELECT * FROM over_view;
ALTER MATERIALIZED VIEW by_kind RENAME TO totals;
ALTER MATERIALIZED VIEW totals RENAME COLUMN mean TO average;
ALTER TABLE facts RENAME COLUMN amount TO price;
REFRESH MATERIALIZED VIEW totals;
SELECT kind, n, average FROM totals;
SELECT matviewname, ispopulated, hasindexes FROM pg_matviews WHERE schemaname = 'materialized_views' ORDER BY 1;
SELECT pg_get_viewdef('totals'::regclass) LIKE '%avg(%price%' AS tells_the_query, pg_get_viewdef('totals'::regclass) LIKE '%argosy%' AS tells_of_argosy;
SELECT relkind, relispopulated FROM pg_class WHERE oid = 'totals'::regclass;
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'by_label'::regclass AND attnum > 0 ORDER BY attnum;
--@ error 42809
INSERT INTO totals VALUES (1, 1, 1, 1);
--@ error 2BP01
DROP TABLE facts;
--@ error 2BP01
ALTER TABLE facts DROP COLUMN price;
DROP MATERIALIZED VIEW mixed, united;
--@ error 42P01
REFRESH MATERIALIZED VIEW mixed;
--@ error 0A000
REFRESH MATERIALIZED VIEW facts;
--@ error 42601
REFRESH MATERIALIZED VIEW CONCURRENTLY totals WITH NO DATA;
CREATE MATERIALIZED VIEW once AS SELECT random() AS r, now() AS t FROM kinds;
SELECT count(DISTINCT r), count(DISTINCT t) FROM once;
SELECT count(*) FROM facts f JOIN once o ON o.r < 2;
DROP MATERIALIZED VIEW once;
CREATE ROLE materialized_views_owner;
GRANT USAGE, CREATE ON SCHEMA materialized_views TO materialized_views_owner;
SET ROLE materialized_views_owner;
--@ error 42501
CREATE MATERIALIZED VIEW of_owner AS SELECT count(*) AS n FROM facts;
RESET ROLE;
GRANT SELECT ON facts, kinds TO materialized_views_owner;
SET ROLE materialized_views_owner;
CREATE MATERIALIZED VIEW of_owner AS SELECT count(*) AS n FROM facts JOIN kinds USING (kind);
SELECT * FROM of_owner;
RESET ROLE;
REVOKE SELECT ON kinds FROM materialized_views_owner;
SET ROLE materialized_views_owner;
--@ error 42501
REFRESH MATERIALIZED VIEW of_owner;
--@ error 42501
REFRESH MATERIALIZED VIEW totals;
SELECT * FROM of_owner;
DROP MATERIALIZED VIEW of_owner;
RESET ROLE;
REVOKE ALL ON facts FROM materialized_views_owner;
REVOKE ALL ON SCHEMA materialized_views FROM materialized_views_owner;
DROP ROLE materialized_views_owner;
CREATE FUNCTION reads_totals() RETURNS bigint LANGUAGE plpgsql AS $$ BEGIN RETURN (SELECT sum(n) FROM materialized_views.totals); END $$;
SELECT reads_totals();
CREATE VIEW above AS SELECT kind, n FROM totals WHERE n > 27;
SELECT * FROM above;
SELECT f.id FROM facts f WHERE EXISTS (SELECT FROM above a WHERE a.kind = f.kind) AND f.id < 20;
UPDATE facts SET note = 'above' WHERE kind IN (SELECT kind FROM above);
SELECT count(*) FROM facts WHERE note = 'above';
DROP VIEW above;
DROP FUNCTION reads_totals();
CREATE TABLE dropped (id int, v int);
--@ placement
SELECT create_distributed_table('dropped', 'id');
INSERT INTO dropped SELECT i, i FROM generate_series(1, 30) i;
CREATE MATERIALIZED VIEW of_dropped AS SELECT count(*) FROM dropped;
DROP TABLE dropped CASCADE;
--@ error 42P01
SELECT * FROM of_dropped;
-- Names that stand for PostgreSQL's on the path of who refreshes.
CREATE TABLE items (id int PRIMARY KEY, n int);
--@ placement
SELECT create_distributed_table('items', 'id');
INSERT INTO items SELECT i, i FROM generate_series(-10, 10) i;
CREATE MATERIALIZED VIEW lengths AS SELECT abs(n) AS a, count(*) FROM items GROUP BY 1;
CREATE FUNCTION abs(integer) RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT 1';
SET search_path = materialized_views, pg_catalog;
REFRESH MATERIALIZED VIEW lengths;
SELECT * FROM lengths;
SHOW search_path;
BEGIN;
INSERT INTO items VALUES (100, 100);
REFRESH MATERIALIZED VIEW lengths;
SELECT abs(-5), a, count FROM lengths WHERE a > 9;
COMMIT;
SELECT abs(-5), a, count FROM lengths WHERE a > 9;
SET search_path = materialized_views, public;
