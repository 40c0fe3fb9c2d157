-- Rows grouped by the key of a table that only describes the groups, before they are joined with it: keys that are NULL or
-- have no partner, conditions on the table, further tables behind it, groups asked about.
SELECT c.customer_id, c.name, count(*), sum(s.total) FROM customers c JOIN sales s ON s.customer_id = c.customer_id GROUP BY c.customer_id, c.name ORDER BY c.customer_id;
SELECT c.customer_id, c.name, k.name AS country, sum(s.total * (1 - s.priority)) FROM customers c, sales s, countries k WHERE s.customer_id = c.customer_id AND c.country = k.code GROUP BY c.customer_id, c.name, k.name ORDER BY 1;
SELECT c.customer_id, c.name, sum(s.total) AS total FROM customers c, sales s WHERE s.customer_id = c.customer_id AND c.vip AND s.status <> 'open' GROUP BY c.customer_id, c.name ORDER BY total DESC NULLS LAST, 1 LIMIT 7;
SELECT s.customer_id, c.credit, min(s.total), max(s.total), avg(s.total) FROM sales s JOIN customers c ON c.customer_id = s.customer_id GROUP BY s.customer_id, c.credit HAVING count(*) > 2 AND min(s.total) < c.credit ORDER BY 1;
SELECT c.customer_id + 1 AS next, upper(c.name), coalesce(sum(s.total), 0) + c.customer_id FROM customers c JOIN sales s USING (customer_id) GROUP BY c.customer_id, c.name ORDER BY 1;
SELECT c.*, count(s.channel) FROM customers c JOIN sales s ON s.customer_id = c.customer_id GROUP BY c.customer_id ORDER BY c.customer_id;
SELECT p.product_id, p.category, count(*), sum(i.quantity), sum(i.price) FROM products p, sale_items i, sales s WHERE i.product_id = p.product_id AND s.order_id = i.order_id AND s.total > 50 GROUP BY p.product_id, p.category ORDER BY 1;
SELECT a.customer_id, a.name, b.name, count(*) FROM customers a, customers b, sales s WHERE a.customer_id = s.customer_id AND b.customer_id = s.priority GROUP BY a.customer_id, a.name, b.customer_id, b.name ORDER BY 1, 3;
SELECT c_custkey, c_name, sum(l_extendedprice * (1 - l_discount)) AS revenue, n_name FROM customer, orders, lineitem, nation WHERE c_custkey = o_custkey AND l_orderkey = o_orderkey AND l_returnflag = 'R' AND c_nationkey = n_nationkey GROUP BY c_custkey, c_name, n_name ORDER BY revenue DESC, 1 LIMIT 20;
-- Each of several rows of the group meets another one, or some of them none.
SELECT c.country, count(*) FROM customers c, sales s WHERE s.customer_id = c.customer_id AND s.total > c.credit GROUP BY c.country ORDER BY 1;
SELECT c.customer_id, c.name, sum(s.total) FROM customers c, sales s WHERE s.customer_id = c.customer_id AND s.total > c.credit GROUP BY c.customer_id, c.name ORDER BY 1;
-- What fails for rows that no join lets through.
SELECT c.customer_id, sum(10 / s.priority) FROM customers c, sales s WHERE s.customer_id = c.customer_id AND s.priority <> 0 GROUP BY c.customer_id ORDER BY 1;
SELECT c.customer_id, max(x.part) FROM customers c, sales s, (SELECT order_id, 10 / nullif(line - 1, 0) AS part FROM sale_items) x WHERE s.customer_id = c.customer_id AND x.order_id = s.order_id GROUP BY c.customer_id ORDER BY 1;
-- Definitions that are read several times.
WITH spent AS (SELECT customer_id, sum(total) AS total FROM sales GROUP BY customer_id) SELECT * FROM spent WHERE total = (SELECT max(total) FROM spent) ORDER BY customer_id;
WITH spent AS (SELECT customer_id, sum(total) AS total FROM sales GROUP BY customer_id) SELECT c.name, a.total, (SELECT count(*) FROM spent b WHERE b.total > a.total) AS better FROM spent a JOIN customers c USING (customer_id) ORDER BY 3, 1;
WITH sold AS (SELECT product_id, count(*) AS n FROM sale_items GROUP BY product_id), best AS (SELECT max(n) AS n FROM sold) SELECT product_id FROM sold WHERE n = (SELECT n FROM best) ORDER BY 1;
WITH sold AS (SELECT product_id, count(*) AS n FROM sale_items GROUP BY product_id) SELECT count(*) FROM sold a JOIN sold b ON a.n = b.n AND a.product_id < b.product_id;
WITH large AS (SELECT order_id, total FROM sales WHERE total > 100) SELECT order_id FROM large WHERE total > (SELECT avg(total) FROM large) AND order_id NOT IN (SELECT order_id FROM sale_items WHERE returned AND order_id IN (SELECT order_id FROM large)) ORDER BY 1;
WITH a AS (SELECT customer_id, count(*) AS n FROM sales GROUP BY customer_id), b AS (SELECT n, count(*) AS m FROM a GROUP BY n) SELECT a.customer_id, b.m FROM a JOIN b ON a.n = b.n WHERE b.m = (SELECT max(m) FROM b) ORDER BY 1;
WITH none AS (SELECT customer_id, sum(total) AS total FROM sales WHERE total < -1 GROUP BY customer_id) SELECT count(*), (SELECT max(total) FROM none) FROM none;
-- One table's rows that several places read.
SELECT count(*) FROM customers c WHERE EXISTS (SELECT 1 FROM sales s WHERE s.customer_id = c.customer_id AND s.total > c.credit) AND NOT EXISTS (SELECT 1 FROM sales s WHERE s.customer_id = c.customer_id AND s.total < c.credit / 10);
SELECT c.customer_id FROM customers c WHERE c.credit > 10 AND NOT EXISTS (SELECT 1 FROM sales s WHERE s.customer_id = c.customer_id AND s.total > 3 * c.credit) AND EXISTS (SELECT 1 FROM sales s WHERE s.customer_id = c.customer_id AND s.total < 2 * c.credit) ORDER BY 1;
SELECT sum(i.price) FROM sale_items i, products p WHERE p.product_id = i.product_id AND p.category = 'toys' AND i.quantity < (SELECT 0.9 * avg(quantity) FROM sale_items i WHERE i.product_id = p.product_id);
SELECT sum(i.price) FROM sale_items i, products p WHERE p.product_id = i.product_id AND p.category = 'toys' AND i.quantity < (SELECT avg(quantity) FROM sale_items i WHERE i.product_id = p.product_id AND i.price > 5) AND i.line <= (SELECT max(line) FROM sale_items i WHERE i.product_id = p.product_id);
SELECT s.total FROM (SELECT customer_id, status, sum(total) AS total FROM sales GROUP BY customer_id, status) s WHERE s.customer_id = 7;
SELECT c.customer_id, s.status, s.total FROM customers c LEFT JOIN (SELECT customer_id, status, sum(total) AS total FROM sales GROUP BY customer_id, status) s ON s.customer_id = c.customer_id WHERE c.customer_id = 7;
SELECT c.customer_id, s.total, t.n FROM customers c LEFT JOIN (SELECT customer_id, sum(total) AS total FROM sales GROUP BY customer_id) s ON s.customer_id = c.customer_id LEFT JOIN (SELECT customer_id, count(*) AS n FROM sales WHERE status = 'open' GROUP BY customer_id) t ON t.customer_id = s.customer_id WHERE c.customer_id IN (7, 8) AND c.customer_id = 8;
SELECT a.product_id, a.n, b.m FROM (SELECT product_id, count(*) AS n FROM sale_items GROUP BY product_id) a FULL JOIN (SELECT product_id, max(price) AS m FROM sale_items WHERE quantity > 45 GROUP BY product_id) b ON a.product_id = b.product_id WHERE a.product_id = 5;
SELECT b.product_id, a.n, b.m FROM (SELECT product_id, count(*) AS n FROM sale_items GROUP BY product_id) a RIGHT JOIN (SELECT product_id, max(price) AS m FROM sale_items WHERE quantity > 30 GROUP BY product_id) b ON a.product_id = b.product_id AND a.n > b.m WHERE b.product_id BETWEEN 5 AND 9;
WITH y AS (SELECT customer_id AS c, date_trunc('year', ordered_at) AS y, count(*) AS n FROM sales GROUP BY 1, 2), p AS (SELECT product_id AS c, sum(quantity) AS q FROM sale_items GROUP BY product_id) SELECT y.c, y.n, p.q FROM y LEFT JOIN p ON p.c = y.c WHERE y.c = 11;
SELECT u.k, count(*) FROM (SELECT customer_id AS k FROM sales UNION ALL SELECT product_id FROM sale_items UNION ALL SELECT customer_id FROM customers) u WHERE u.k = 9 GROUP BY u.k;
SELECT u.k FROM (SELECT customer_id AS k FROM sales EXCEPT SELECT product_id FROM sale_items WHERE quantity > 3) u WHERE u.k < 20;
-- Branches that say what they are.
WITH t AS (SELECT 'sales' AS source, customer_id AS k, sum(total) AS total, count(*) AS n FROM sales GROUP BY customer_id UNION ALL SELECT 'items', product_id, sum(price), count(*) FROM sale_items GROUP BY product_id) SELECT a.k, a.total, b.total FROM t a JOIN t b ON a.k = b.k WHERE a.source = 'sales' AND b.source = 'items' ORDER BY 1;
WITH t AS (SELECT 'sales' AS source, customer_id AS k, count(*) AS n FROM sales GROUP BY customer_id UNION ALL SELECT 'items', product_id, count(*) FROM sale_items GROUP BY product_id UNION ALL SELECT 'none', customer_id, 0 FROM customers) SELECT source, count(*), sum(n) FROM t WHERE source = 'items' OR source = 'none' GROUP BY source ORDER BY 1;
SELECT t.* FROM (SELECT 'sales' AS source, max(total) AS n FROM sales UNION ALL SELECT 'items', max(price) FROM sale_items) t WHERE t.source = 'nothing';
SELECT t.* FROM (SELECT 'sales' AS source, count(*) AS n FROM sales UNION ALL SELECT 'items', count(*) FROM sale_items) t WHERE t.source = 'items';
SELECT c.customer_id, t.n FROM customers c LEFT JOIN (SELECT 'sales' AS source, customer_id AS k, count(*) AS n FROM sales GROUP BY customer_id UNION ALL SELECT 'items', product_id, count(*) FROM sale_items GROUP BY product_id) t ON t.k = c.customer_id AND t.source = 'items' WHERE c.customer_id < 9 ORDER BY 1, 2;
SELECT k FROM (SELECT 'a' AS source, customer_id AS k FROM sales EXCEPT SELECT 'b', product_id FROM sale_items) t WHERE source = 'a' ORDER BY 1 LIMIT 9;
SELECT count(*), count(k) FROM (SELECT customer_id AS k FROM sales UNION SELECT product_id FROM sale_items WHERE false) t;
SELECT count(*) FROM sales WHERE customer_id NOT IN (SELECT product_id FROM sale_items WHERE false);
SELECT * FROM (SELECT product_id, sum(price) FROM sale_items WHERE false GROUP BY product_id) t;
SELECT count(*) FROM (SELECT product_id FROM sale_items WHERE false) t, customers;
SELECT (SELECT max(price) FROM sale_items WHERE false), count(*) FROM sales WHERE EXISTS (SELECT 1 FROM sale_items WHERE false);
