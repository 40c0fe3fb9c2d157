-- REFRESH MATERIALIZED VIEW CONCURRENTLY makes a temporary table, with which no node can prepare its part.
CREATE SCHEMA refreshes;
--@ setup
SET search_path = refreshes, public;
CREATE TABLE prices (id int PRIMARY KEY, price int);
--@ placement
SELECT create_reference_table('prices');
INSERT INTO prices SELECT i, i * i FROM generate_series(1, 9) i;
CREATE MATERIALIZED VIEW totals AS SELECT price % 3 AS rest, sum(price) AS total FROM prices GROUP BY 1;
--@ error 55000
REFRESH MATERIALIZED VIEW CONCURRENTLY totals;
CREATE UNIQUE INDEX ON totals (rest);
UPDATE prices SET price = price + 1;
REFRESH MATERIALIZED VIEW CONCURRENTLY totals;
SELECT * FROM totals;
BEGIN;
DELETE FROM prices WHERE id > 5;
REFRESH MATERIALIZED VIEW CONCURRENTLY totals;
SELECT * FROM totals;
ROLLBACK;
SELECT * FROM totals;
--@ error 42601
REFRESH MATERIALIZED VIEW CONCURRENTLY totals WITH NO DATA;
REFRESH MATERIALIZED VIEW totals WITH NO DATA;
--@ error 55000
SELECT * FROM totals;
--@ error 0A000
REFRESH MATERIALIZED VIEW CONCURRENTLY totals;
REFRESH MATERIALIZED VIEW totals;
DROP MATERIALIZED VIEW totals;
