-- Statements that random tests found, with orders and line items partitioned.
--@ setup
SET search_path = two_part, small;
-- PostgreSQL explains the outer column of the innermost condition without its table.
--@ params text:F
SELECT d8.c7 AS c9, d8.c2 AS c10, d8.c2 AS c11, d8.c2 AS c12 FROM (SELECT t1.l_shipdate AS c2, upper(coalesce(nullif(t1.l_linestatus::text, t1.l_shipmode::text), upper(t1.l_returnflag::text))) AS c3, coalesce(t1.l_orderkey, (SELECT t4.v AS c6 FROM hot_detail t4, texts AS t5 WHERE t4.k = t5.k AND (t4.k = t1.l_orderkey OR t4.k <> 0) GROUP BY t4.v HAVING t4.v = 3 ORDER BY 1 LIMIT 1)) AS c7 FROM lineitem t1 WHERE t1.l_orderkey > 1) AS d8 WHERE d8.c7 = NULL::int AND d8.c3 > ? GROUP BY d8.c7, d8.c2, d8.c2;
-- A join in a subquery above aggregates.
SELECT upper(t1.l_returnflag::text) AS c2, avg(t1.l_quantity) AS c4 FROM lineitem t1 GROUP BY upper(t1.l_returnflag::text), t1.l_linenumber HAVING (SELECT count(*) AS c9 FROM customer AS t7, customer AS t8 WHERE t7.c_custkey = t8.c_custkey) > t1.l_linenumber;
-- Distinct rows of several columns, with NULLs.
--@ strategy PUSHDOWN
SELECT t1.flag, count(DISTINCT (t1.v, t1.tag)), count(DISTINCT t1.v), count(*) FROM hot t1 GROUP BY t1.flag;
--@ strategy PUSHDOWN
SELECT count(DISTINCT (coalesce(t1.v, 1), t1.tag, NULL::int)) FROM texts t1;
-- Certified only with parentheses around the distinction.
--@ strategy PUSHDOWN
SELECT count(*) FILTER (WHERE (t1.v IS DISTINCT FROM t1.k) IS TRUE), count(*) FROM hot t1 WHERE NOT ((t1.v IS NOT DISTINCT FROM 2) IS NULL);
-- A row that was moved by a key that it does not have saw nothing of what NOT IN compares with.
SELECT * FROM lookup t1 JOIN texts t2 ON t1.v = t2.v WHERE t2.k NOT IN (SELECT t3.k AS c4 FROM hot_detail t3 WHERE t3.v = t2.v AND t3.k <> 0) AND t1.v <= 1 AND t1.flag;
-- The condition of a FULL JOIN was taken to hold for the rows of its sides.
SELECT t1.o_orderkey, t2.o_orderkey, t3.l_linenumber FROM orders t1 LEFT JOIN orders AS t2 ON t1.o_shippriority = t2.o_shippriority AND t1.o_custkey = t2.o_custkey FULL JOIN lineitem AS t3 ON t1.o_orderkey = t3.l_orderkey AND t2.o_orderkey = t3.l_orderkey;
