SELECT * FROM goods WHERE k = 7

SELECT g.k, pg_catalog.sum(p.n), pg_catalog.avg(p.p), pg_catalog.count(*) FROM goods g JOIN parts p ON p.k = g.k GROUP BY g.k

SELECT t.label, pg_catalog.sum(p.n), pg_catalog.avg(p.p), pg_catalog.count(DISTINCT p.p) FROM goods g, parts p, kinds t WHERE p.k = g.k AND t.k = g.v GROUP BY t.label

SELECT pg_catalog.count(*) FROM goods a, goods b WHERE a.v = b.k

SELECT pg_catalog.count(*), pg_catalog.min(b.w) FROM goods a, goods b, parts p WHERE a.v = b.k AND p.p = a.k

SELECT k FROM goods WHERE v IN (SELECT p FROM parts WHERE n IS NOT NULL)

SELECT k FROM goods g WHERE NOT EXISTS (SELECT FROM parts p WHERE p.p = g.v)

SELECT k FROM goods g WHERE EXISTS (SELECT FROM parts p WHERE p.p = g.v) ORDER BY w LIMIT 5

SELECT t.k, pg_catalog.count(g.k) FROM kinds t LEFT JOIN goods g ON g.v = t.k GROUP BY t.k

SELECT s.w, pg_catalog.count(*) FROM seen s, kinds t WHERE s.k = t.k GROUP BY s.w

SELECT pg_catalog.count(*) FROM goods g, seen s WHERE g.v = s.k

SELECT pg_catalog.percentile_disc(0.5) WITHIN GROUP (ORDER BY k) FROM goods

SELECT v, pg_catalog.rank() OVER (PARTITION BY v ORDER BY k) FROM goods

SELECT pg_catalog.avg(v), pg_catalog.avg(k) FILTER (WHERE v = 3), pg_catalog.bool_and(v = 3), pg_catalog.max(w), pg_catalog.sum(DISTINCT v) FROM goods

EXPLAIN ANALYZE SELECT pg_catalog.count(*) FROM goods a, goods b WHERE a.v = b.k

PREPARE one(int) AS SELECT * FROM goods WHERE k = $1

EXECUTE one(3)

UPDATE goods SET v = 2 WHERE k = 7

UPDATE goods SET k = 7007 WHERE k = 7

UPDATE goods SET v = p.p FROM parts p WHERE p.k = goods.k

DELETE FROM goods WHERE k = 8

MERGE INTO goods t USING parts s ON t.k = s.k WHEN MATCHED THEN UPDATE SET v = 4

INSERT INTO goods SELECT k, p FROM parts WHERE k = 9 LIMIT 1 ON CONFLICT (k) DO UPDATE SET v = excluded.v

BEGIN

UPDATE goods SET v = 3 WHERE k = 11

SELECT pg_catalog.count(*) FROM goods a, goods b WHERE a.v = b.k

COMMIT

SELECT * FROM goods WHERE v OPERATOR(pg_catalog.>) (SELECT pg_catalog.avg(p) FROM parts)

DISCARD ALL
