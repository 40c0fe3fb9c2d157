SELECT * FROM mine.goods

SELECT v, pg_catalog.count(*), pg_catalog.sum(k), pg_catalog.avg(k) FROM mine.goods GROUP BY v

SELECT pg_catalog.count(*) FROM mine.goods g, mine.goods h WHERE g.v OPERATOR(pg_catalog.=) h.k

SELECT DISTINCT w FROM mine.goods ORDER BY w LIMIT 3

SELECT pg_catalog.rank() OVER (ORDER BY w) FROM mine.goods

SELECT * FROM mine.kinds t JOIN mine.loose l ON l.k OPERATOR(pg_catalog.=) t.k

EXPLAIN SELECT v, pg_catalog.sum(k) FROM mine.goods GROUP BY v

INSERT INTO mine.goods VALUES (901, 1, 'x'), (902, 1, 'y'), (903, 2, 'z') RETURNING k

INSERT INTO mine.goods (k, v) SELECT p.p OPERATOR(pg_catalog.+) 9000, 1 FROM mine.parts p ON CONFLICT DO NOTHING

INSERT INTO mine.kinds VALUES (7, 'seven') ON CONFLICT (k) DO UPDATE SET label = excluded.label

UPDATE mine.goods SET v = 4 FROM mine.kinds t WHERE t.k OPERATOR(pg_catalog.=) goods.v

UPDATE mine.kinds SET label = 'all' RETURNING k

DELETE FROM mine.goods WHERE k OPERATOR(pg_catalog.>) 9000

MERGE INTO mine.goods g USING mine.kinds t ON g.k OPERATOR(pg_catalog.=) t.k WHEN MATCHED THEN UPDATE SET w = t.label

COPY mine.goods FROM STDIN
904	1	copied
905	2	copied

COPY mine.goods TO STDOUT

COPY (SELECT v, pg_catalog.count(*) FROM mine.goods GROUP BY v) TO STDOUT

BEGIN

UPDATE mine.goods SET v = 5

SELECT pg_catalog.count(*) FROM mine.goods g, mine.goods h WHERE g.v OPERATOR(pg_catalog.=) h.k

SAVEPOINT one

ROLLBACK TO SAVEPOINT one

COMMIT

CREATE TABLE mine.made (k int PRIMARY KEY, v varchar(10))

SELECT create_distributed_table('mine.made', 'k')

ALTER TABLE mine.made ADD COLUMN n bigint DEFAULT 7

CREATE INDEX made_v ON mine.made (v)

CREATE VIEW mine.made_seen AS SELECT k, n FROM mine.made

SELECT * FROM mine.made_seen

TRUNCATE mine.made

DROP VIEW mine.made_seen

DROP TABLE mine.made

CREATE TABLE mine.copied (k int PRIMARY KEY, v varchar(10))

SELECT create_reference_table('mine.copied')

DROP TABLE mine.copied

CREATE TABLE mine.answer AS SELECT v, pg_catalog.count(*) AS n FROM mine.goods GROUP BY v

ANALYZE mine.goods

VACUUM mine.goods

SHOW work_mem

SET work_mem = '8MB'
