-- Views that PostgreSQL prints in a way that it cannot read again: the mark of a CYCLE gets a cast.
CREATE SCHEMA printed_views;
--@ setup
SET search_path = printed_views, public;
CREATE TABLE arcs (f int, t int, label text);
CREATE TABLE paths (f int NOT NULL, t int, label text);
CREATE TABLE goods (k int PRIMARY KEY, v text);
--@ placement
SELECT create_reference_table('paths');
--@ placement
SELECT create_distributed_table('goods', 'k');
INSERT INTO arcs VALUES (1, 2, 'a'), (1, 3, 'b'), (2, 3, 'c'), (1, 4, 'd'), (4, 5, 'e'), (5, 1, 'f');
INSERT INTO paths SELECT * FROM arcs;
INSERT INTO goods SELECT g, 'v' || g FROM generate_series(1, 20) g;
CREATE VIEW local_cycle AS WITH RECURSIVE s (f, t, label) AS (SELECT * FROM arcs UNION ALL SELECT g.* FROM arcs g, s WHERE g.f = s.t) CYCLE f, t SET is_cycle TO 'Y' DEFAULT 'N' USING path SELECT f, t, label, is_cycle FROM s;
CREATE VIEW copied_cycle AS WITH RECURSIVE s (f, t, label) AS (SELECT * FROM paths UNION ALL SELECT g.* FROM paths g, s WHERE g.f = s.t) CYCLE f, t SET is_cycle TO 'Y' DEFAULT 'N' USING path SELECT f, t, label, is_cycle FROM s;
SELECT * FROM local_cycle ORDER BY f, t, label, is_cycle;
SELECT is_cycle, count(*) FROM copied_cycle GROUP BY is_cycle ORDER BY is_cycle;
SELECT 'local_cycle'::regclass, 'copied_cycle'::regclass;
SELECT c.relname, c.relkind FROM pg_class c WHERE c.oid = 'local_cycle'::regclass;
SELECT c.is_cycle, count(*) FROM goods g JOIN copied_cycle c ON g.k = c.t GROUP BY c.is_cycle ORDER BY 1;
SELECT c.is_cycle, count(*) FROM goods g JOIN local_cycle c ON g.k = c.t GROUP BY c.is_cycle ORDER BY 1;
