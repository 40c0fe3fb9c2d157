SELECT 1

SELECT * FROM goods

SELECT k, v FROM goods ORDER BY v, k LIMIT 3

SELECT DISTINCT v FROM goods

SELECT v, pg_catalog.count(*), pg_catalog.sum(k), pg_catalog.avg(k), pg_catalog.min(w), pg_catalog.max(k) FROM goods GROUP BY v

SELECT pg_catalog.count(DISTINCT w), pg_catalog.sum(n) FROM seen

SELECT pg_catalog.count(*) FROM goods g, kinds t WHERE g.v OPERATOR(pg_catalog.=) t.k

SELECT pg_catalog.count(*) FROM goods g, goods h WHERE g.v OPERATOR(pg_catalog.=) h.k

SELECT * FROM goods WHERE k OPERATOR(pg_catalog.=) 7

SELECT * FROM named WHERE k OPERATOR(pg_catalog.=) 'n7'

SELECT * FROM kinds, loose

SELECT * FROM seen

SELECT w FROM goods UNION SELECT label FROM kinds

SELECT pg_catalog.rank() OVER (ORDER BY w) FROM goods

SELECT pg_catalog.count(*) FROM goods TABLESAMPLE SYSTEM (100)

WITH t AS MATERIALIZED (SELECT k, w FROM goods) SELECT * FROM t ORDER BY w LIMIT 2

EXPLAIN SELECT v, pg_catalog.sum(k) FROM goods GROUP BY v

EXPLAIN ANALYZE SELECT v, pg_catalog.sum(k) FROM goods GROUP BY v

INSERT INTO goods VALUES (201, 1, 'x')

INSERT INTO goods VALUES (202, 1, 'x'), (203, 1, 'y'), (204, 2, 'z') RETURNING k

INSERT INTO named VALUES ('n201', 1), ('n202', 2), ('n203', 3)

INSERT INTO kinds VALUES (7, 'seven') ON CONFLICT (k) DO UPDATE SET label = excluded.label RETURNING *

INSERT INTO parts (k, p) VALUES (201, 1), (202, 2)

INSERT INTO goods SELECT k, v FROM loose WHERE false

INSERT INTO goods (k, v) SELECT p.p OPERATOR(pg_catalog.+) 5000, 1 FROM parts p ON CONFLICT DO NOTHING

INSERT INTO loose SELECT p, k FROM parts WHERE k OPERATOR(pg_catalog.=) 7 ON CONFLICT (k) DO UPDATE SET v = 1

UPDATE goods SET v = 3

UPDATE kinds SET label = 'all' RETURNING k

UPDATE loose SET v = 5

UPDATE goods SET v = 4 FROM kinds t WHERE t.k OPERATOR(pg_catalog.=) goods.v

UPDATE goods SET k = 1001 WHERE k OPERATOR(pg_catalog.=) 201

UPDATE named SET k = 'other' WHERE k OPERATOR(pg_catalog.=) 'n201'

DELETE FROM goods WHERE k OPERATOR(pg_catalog.=) 202

DELETE FROM goods USING parts WHERE goods.v OPERATOR(pg_catalog.=) parts.p

MERGE INTO kinds t USING (VALUES (7, 'seven')) AS s(k, label) ON t.k OPERATOR(pg_catalog.=) s.k WHEN MATCHED THEN UPDATE SET label = s.label WHEN NOT MATCHED THEN INSERT VALUES (s.k, s.label)

MERGE INTO goods t USING goods s ON t.k OPERATOR(pg_catalog.=) s.v WHEN MATCHED THEN UPDATE SET v = 9

WITH gone AS (DELETE FROM parts WHERE p OPERATOR(pg_catalog.=) 5 RETURNING *) SELECT * FROM gone

BEGIN

SAVEPOINT s

UPDATE goods SET v = 8

ROLLBACK TO s

LOCK TABLE goods IN SHARE MODE

SELECT * FROM kinds WHERE k OPERATOR(pg_catalog.=) 1 FOR SHARE

DECLARE c CURSOR FOR SELECT k, w FROM goods

FETCH 3 FROM c

SELECT name FROM pg_catalog.pg_cursors

SET CONSTRAINTS ALL DEFERRED

COMMIT

DECLARE held CURSOR WITH HOLD FOR SELECT k, w FROM goods

FETCH 3 FROM held

SELECT name FROM pg_catalog.pg_cursors

CLOSE held

PREPARE reading(int) AS SELECT * FROM goods WHERE k OPERATOR(pg_catalog.=) $1

EXECUTE reading(4)

SELECT name FROM pg_catalog.pg_prepared_statements

PREPARE writing(int, varchar) AS INSERT INTO goods VALUES ($1, 1, $2)

EXECUTE writing(301, 'e')

DEALLOCATE ALL

COPY goods TO STDOUT

COPY goods (k, w) TO STDOUT

COPY (SELECT w, k FROM goods ORDER BY w) TO STDOUT

COPY goods FROM STDIN
501	1	a
502	1	b
503	1	c

COPY named FROM STDIN
c1	1
c2	1
c3	2

COPY parts (k, p) FROM STDIN
501	1
502	2

COPY kinds FROM STDIN
20	twenty

COPY loose FROM STDIN
5000	2

CREATE TABLE copied AS SELECT k, w FROM goods

SELECT k, w INTO TEMP copies FROM goods

SELECT * FROM copies, goods

INSERT INTO copies SELECT k, w FROM goods

INSERT INTO goods SELECT 9999, k FROM copies LIMIT 1

CREATE TEMP VIEW partial AS SELECT k FROM goods

SELECT * FROM partial

DROP VIEW partial

CREATE MATERIALIZED VIEW kept AS SELECT k, label FROM kinds

REFRESH MATERIALIZED VIEW kept

CREATE MATERIALIZED VIEW counted AS SELECT k, pg_catalog.count(*) AS n FROM goods GROUP BY k

REFRESH MATERIALIZED VIEW counted

DROP MATERIALIZED VIEW counted

SELECT * FROM kept

CREATE TABLE placed (k int PRIMARY KEY, v bigint, w varchar(5))

INSERT INTO placed VALUES (1, 1, 'a'), (2, 2, 'b'), (3, 3, 'c'), (4, 4, 'd')

SELECT create_distributed_table('placed', 'k')

ALTER TABLE placed ADD COLUMN x int DEFAULT 5, ADD COLUMN y timestamp DEFAULT pg_catalog.clock_timestamp()

ALTER TABLE placed ALTER COLUMN v TYPE int

ALTER TABLE placed ALTER COLUMN k TYPE bigint

ALTER TABLE placed ADD CHECK (v OPERATOR(pg_catalog.>) 0)

ALTER TABLE placed ADD FOREIGN KEY (v) REFERENCES kinds NOT VALID

ALTER TABLE placed RENAME COLUMN x TO z

CREATE INDEX ON placed (w)

CREATE INDEX CONCURRENTLY placed_v ON placed (v)

CREATE UNIQUE INDEX CONCURRENTLY placed_k ON placed (k, v)

REINDEX INDEX placed_v

CREATE TRIGGER stamped BEFORE INSERT OR UPDATE ON placed FOR EACH ROW EXECUTE FUNCTION stamp()

INSERT INTO placed (k, v) VALUES (10, 1), (11, 2), (12, 3)

UPDATE placed SET w = 'q'

ALTER TABLE placed ENABLE ROW LEVEL SECURITY

CREATE POLICY looks ON placed USING (v OPERATOR(pg_catalog.>) 0)

SELECT * FROM placed

DROP POLICY looks ON placed

SELECT detach_table('placed')

SELECT argosy.declare_placement('ruled', 'k')

CREATE TABLE ruled AS SELECT 1 AS k, 2 AS v

DROP TABLE ruled

SELECT argosy.forget_placement_rule('ruled')

CREATE TABLE ruled (k int)

DROP TABLE ruled

CREATE TABLE referred (k int PRIMARY KEY)

CREATE TABLE refers (k int REFERENCES referred)

INSERT INTO referred VALUES (1), (2), (3), (4)

INSERT INTO refers VALUES (1), (2), (3), (4)

BEGIN

SELECT create_distributed_table('refers', 'k')

SELECT create_distributed_table('referred', 'k')

COMMIT

SELECT create_reference_table('copied')

CREATE TABLE numbered (k int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, s serial, g int GENERATED ALWAYS AS (5) STORED, v int DEFAULT 3)

SELECT create_distributed_table('numbered', 'k')

INSERT INTO numbered DEFAULT VALUES

INSERT INTO numbered (v) SELECT v FROM goods LIMIT 5

CREATE TABLE attached (k int PRIMARY KEY, v int)

INSERT INTO attached VALUES (1, 1), (2, 2), (3, 3)

SELECT attach_distributed_table('attached', 'k', move => true)

CREATE TABLE half (k int REFERENCES goods)

ALTER TABLE loose ADD FOREIGN KEY (v) REFERENCES kinds NOT VALID

DROP TABLE half

CREATE TYPE mood AS ENUM ('sad', 'glad')

CREATE DOMAIN positive AS int CHECK (VALUE OPERATOR(pg_catalog.>) 0)

CREATE FUNCTION doubled(int) RETURNS int LANGUAGE sql IMMUTABLE RETURN $1 OPERATOR(pg_catalog.*) 2

SELECT declare_function_safe('doubled(int)')

SELECT doubled(k) FROM goods

CREATE ROLE guest LOGIN

GRANT USAGE ON SCHEMA mine TO guest

GRANT SELECT ON goods, parts, seen TO guest

SET ROLE guest

SELECT * FROM mine.goods

SELECT s.k FROM mine.parts s, mine.goods g WHERE g.v OPERATOR(pg_catalog.=) s.k

RESET ROLE

REVOKE ALL ON goods, parts, seen FROM guest

REVOKE ALL ON SCHEMA mine FROM guest

DROP ROLE guest

ALTER ROLE postgres PASSWORD 'secret'

DO $$
DECLARE
    counted pg_catalog.int4 := 3;
    noted varchar(10);
    whole goods;
    every record;
    several pg_catalog.int4[] := ARRAY[1, 2];
    one pg_catalog.int4;
BEGIN
    SELECT k INTO counted FROM goods LIMIT 1;
    noted := counted;
    SELECT * INTO whole FROM goods LIMIT 1;
    FOR every IN SELECT k FROM goods LIMIT 2 LOOP
        RAISE NOTICE '%', every.k;
    END LOOP;
    FOREACH one IN ARRAY several LOOP
        EXECUTE 'SELECT FROM goods WHERE k OPERATOR(pg_catalog.=) $1' USING one;
    END LOOP;
    BEGIN
        RAISE EXCEPTION 'no';
    EXCEPTION WHEN raise_exception THEN
        PERFORM FROM goods;
    END;
    COMMIT;
END $$

CREATE PROCEDURE mine.looks(v_k pg_catalog.int4) LANGUAGE plpgsql AS $$ BEGIN PERFORM FROM mine.goods; END $$

CALL mine.looks(3)

DROP PROCEDURE mine.looks

CREATE FUNCTION mine.pair(OUT a pg_catalog.int8, OUT b pg_catalog.text) LANGUAGE plpgsql AS $$ BEGIN SELECT pg_catalog.count(*), pg_catalog.max(w) INTO a, b FROM mine.goods; END $$

SELECT * FROM mine.pair()

DROP FUNCTION mine.pair

CREATE FUNCTION mine.nothing(v_k pg_catalog.int4 DEFAULT 1) RETURNS pg_catalog.void LANGUAGE plpgsql AS $$ BEGIN PERFORM FROM mine.goods; END $$

SELECT mine.nothing()

DROP FUNCTION mine.nothing

SELECT * FROM pg_catalog.pg_settings

SELECT name FROM pg_catalog.pg_prepared_statements

TRUNCATE copies

TRUNCATE copied, loose

VACUUM goods

ANALYZE goods

COMMENT ON TABLE goods IS 'goods'

SELECT pg_catalog.set_config('DateStyle', 'ISO', false)

SHOW search_path

SELECT gid FROM argosy.transactions

SELECT statement FROM argosy.activity

SELECT statement FROM argosy.statements

SELECT node FROM argosy.node_resources

LISTEN news

NOTIFY news

SELECT pg_catalog.pg_advisory_lock(1)

DROP TABLE placed, copied, numbered, attached
