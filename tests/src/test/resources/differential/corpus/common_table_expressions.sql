-- WITH, plain, materialized, referenced many times, recursive; and LATERAL.
WITH open AS (SELECT * FROM sales WHERE status = 'open') SELECT count(*), sum(total) FROM open;
WITH x AS (SELECT order_id, sum(price) AS amount FROM sale_items GROUP BY order_id) SELECT s.order_id, x.amount FROM sales s JOIN x USING (order_id);
WITH x AS (SELECT customer_id, sum(total) AS t FROM sales GROUP BY customer_id) SELECT * FROM x WHERE t = (SELECT max(t) FROM x);
WITH x AS (SELECT status, count(*) AS n FROM sales GROUP BY status) SELECT a.status, b.status FROM x a JOIN x b ON a.n < b.n;
WITH x AS MATERIALIZED (SELECT order_id, total FROM sales WHERE total > 90000) SELECT count(*) FROM x a JOIN x b USING (order_id);
WITH x AS NOT MATERIALIZED (SELECT * FROM sales) SELECT count(*) FROM x JOIN sale_items i USING (order_id);
WITH a AS (SELECT order_id FROM sales WHERE priority = 1), b AS (SELECT order_id FROM a WHERE order_id % 2 = 0), c AS (SELECT * FROM a EXCEPT SELECT * FROM b) SELECT (SELECT count(*) FROM a), (SELECT count(*) FROM b), count(*) FROM c;
WITH x (who, n) AS (SELECT customer_id, count(*) FROM sales GROUP BY 1) SELECT c.name, x.n FROM customers c LEFT JOIN x ON x.who = c.customer_id;
WITH unused AS (SELECT 1 / 0 FROM sales) SELECT count(*) FROM countries;
WITH sales AS (SELECT 1 AS order_id) SELECT * FROM sales;
WITH x AS (SELECT * FROM sales) SELECT order_id FROM x WHERE EXISTS (SELECT 1 FROM x y WHERE y.customer_id = x.customer_id AND y.order_id > x.order_id + 500);
SELECT * FROM (WITH x AS (SELECT max(order_id) AS m FROM sales) SELECT m FROM x) y;
SELECT order_id FROM sales s WHERE total > (WITH x AS (SELECT avg(total) AS a FROM sales) SELECT a * 1.9 FROM x);
WITH x AS (SELECT order_id FROM sales ORDER BY order_id LIMIT 3) SELECT i.order_id, i.line FROM sale_items i JOIN x USING (order_id);
WITH x AS (VALUES (1, 'a'), (2, 'b')) SELECT s.order_id, x.column2 FROM sales s JOIN x ON s.order_id = x.column1;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20) SELECT i, s.status FROM n LEFT JOIN sales s ON s.order_id = i;
WITH RECURSIVE tree AS (SELECT account_id, parent_id, 0 AS depth FROM accounts WHERE parent_id IS NULL UNION ALL SELECT a.account_id, a.parent_id, t.depth + 1 FROM accounts a JOIN tree t ON a.parent_id = t.account_id) SELECT depth, count(*) FROM tree GROUP BY depth;
WITH RECURSIVE up AS (SELECT account_id, parent_id FROM accounts WHERE account_id = 190 UNION ALL SELECT a.account_id, a.parent_id FROM accounts a JOIN up ON a.account_id = up.parent_id) SELECT * FROM up;
WITH RECURSIVE tree AS (SELECT account_id, owner::text AS path FROM accounts WHERE account_id = 2 UNION ALL SELECT a.account_id, t.path || '/' || a.owner FROM accounts a JOIN tree t ON a.parent_id = t.account_id) SELECT * FROM tree;
WITH RECURSIVE reach (account) AS (SELECT 5 UNION SELECT t.to_account FROM transfers t JOIN reach r ON t.from_account = r.account) SELECT account FROM reach;
--@ ordered
WITH RECURSIVE t (id, parent) AS (SELECT account_id, parent_id FROM accounts WHERE account_id = 1 UNION ALL SELECT a.account_id, a.parent_id FROM accounts a JOIN t ON a.parent_id = t.id) SEARCH DEPTH FIRST BY id SET ord SELECT id FROM t ORDER BY ord;
WITH RECURSIVE t (id, hops) AS (SELECT 3, 0 UNION ALL SELECT x.to_account, t.hops + 1 FROM transfers x JOIN t ON x.from_account = t.id WHERE t.hops < 6) CYCLE id SET looped USING path SELECT id, hops, looped FROM t;
WITH RECURSIVE fib (a, b) AS (VALUES (0::numeric, 1::numeric) UNION ALL SELECT b, a + b FROM fib WHERE b < 1e30) SELECT max(b) FROM fib;
SELECT s.order_id, x.line, x.price FROM sales s CROSS JOIN LATERAL (SELECT line, price FROM sale_items i WHERE i.order_id = s.order_id ORDER BY price DESC, line LIMIT 1) x;
SELECT s.order_id, x.line FROM sales s LEFT JOIN LATERAL (SELECT line FROM sale_items i WHERE i.order_id = s.order_id AND i.quantity > 40) x ON true WHERE s.order_id < 60;
SELECT c.name, x.order_id FROM customers c, LATERAL (SELECT order_id FROM sales s WHERE s.customer_id = c.customer_id ORDER BY order_id LIMIT 2) x;
SELECT c.name, x.n FROM customers c LEFT JOIN LATERAL (SELECT count(*) AS n FROM sales s WHERE s.customer_id = c.customer_id AND s.total > c.credit) x ON true;
SELECT s.order_id, g FROM sales s, LATERAL generate_series(1, s.priority) g WHERE s.order_id < 30;
SELECT a.account_id, x.next FROM accounts a, LATERAL (SELECT min(b.opened) AS next FROM accounts b WHERE b.opened > a.opened) x;
SELECT k.name, x.total FROM countries k CROSS JOIN LATERAL (SELECT sum(s.total) AS total FROM sales s JOIN customers c USING (customer_id) WHERE c.country = k.code) x;
SELECT s.order_id, x.doubled FROM sales s, LATERAL (SELECT s.total * 2 AS doubled) x WHERE s.order_id < 10;
--@ strategy STAGED
WITH RECURSIVE w (k, v) AS (SELECT order_id, priority FROM sales WHERE total > 40000 UNION SELECT s.order_id, s.priority FROM w JOIN sales s ON s.order_id = w.k + 100) SELECT v, count(*) FROM w GROUP BY v;
--@ strategy STAGED
WITH RECURSIVE w (k, v) AS (SELECT order_id, priority FROM sales WHERE total > 40000 UNION SELECT s.order_id, s.priority FROM w JOIN sales s ON s.order_id = w.k + 100) SELECT d.k FROM (WITH RECURSIVE x (k) AS (SELECT 1 UNION SELECT k + 1 FROM x WHERE k < 3) SELECT w.k FROM w, x WHERE w.v = x.k) d;
WITH r AS (SELECT order_id, row_number() OVER (ORDER BY priority) AS n FROM sales) SELECT count(*) FROM r a JOIN r b USING (order_id) WHERE a.n <> b.n;
WITH r AS (SELECT order_id, row_number() OVER (PARTITION BY status ORDER BY priority) AS n FROM sales) SELECT count(*) FROM sale_items i JOIN r a USING (order_id) JOIN r b USING (order_id) WHERE a.n <> b.n;
WITH r AS (SELECT order_id, line, lag(line) OVER (PARTITION BY order_id ORDER BY quantity > 20) AS n FROM sale_items) SELECT count(*) FROM r a JOIN r b USING (order_id, line) WHERE a.n IS DISTINCT FROM b.n;
WITH t AS (SELECT product_id, sum(tax) AS s FROM sale_items GROUP BY product_id) SELECT count(*) FROM t WHERE s = (SELECT max(s) FROM t);
WITH t AS (SELECT product_id, avg(tax) AS s FROM sale_items GROUP BY product_id) SELECT count(*) FROM t JOIN t u USING (product_id) JOIN sale_items i USING (product_id) WHERE t.s <> u.s;
WITH x AS (SELECT order_id FROM sales LIMIT 700) SELECT count(*) FROM x WHERE order_id NOT IN (SELECT order_id FROM x);
WITH x AS (SELECT order_id FROM sales LIMIT 700), y AS (SELECT order_id FROM x WHERE order_id % 2 = 0) SELECT count(*) FROM sale_items i JOIN y USING (order_id) WHERE order_id NOT IN (SELECT order_id FROM x);
WITH x AS (SELECT DISTINCT ON (customer_id) customer_id, order_id FROM sales) SELECT count(*) FROM x JOIN x y USING (customer_id) WHERE x.order_id <> y.order_id;
WITH RECURSIVE e AS (SELECT DISTINCT from_account AS p, to_account AS c FROM transfers), r AS (SELECT c FROM e WHERE p = 5 UNION SELECT e.c FROM r JOIN e ON e.p = r.c) SELECT c FROM r;
WITH RECURSIVE e AS (SELECT customer_id AS k, count(*) AS n FROM sales GROUP BY customer_id) SELECT a.n, b.n FROM e a, e b WHERE a.k = 1 AND b.k = 2;
WITH RECURSIVE e AS (SELECT product_id AS k, sum(quantity) AS n FROM sale_items GROUP BY product_id) SELECT s.order_id, e.n FROM sales s JOIN e ON e.k = s.customer_id WHERE e.k = 3 AND EXISTS (SELECT 1 FROM e f WHERE f.k = 4);
WITH w AS (SELECT order_id, row_number() OVER (PARTITION BY order_id ORDER BY quantity > 20) AS n, line FROM sale_items WHERE shipped <= current_date) SELECT count(*) FROM w a JOIN w b USING (order_id, line) WHERE a.n <> b.n;
--@ error 42P19
WITH RECURSIVE x AS (SELECT 1 AS a UNION ALL SELECT sum(a) FROM x) SELECT * FROM x;
--@ error 42712
WITH a AS (SELECT 1), a AS (SELECT 2) SELECT * FROM a;
