-- Nested and correlated subqueries wherever SQL allows one.
--@ strategy PUSHDOWN
SELECT order_id FROM sales s WHERE EXISTS (SELECT 1 FROM sale_items i WHERE i.order_id = s.order_id AND i.returned);
--@ strategy PUSHDOWN
SELECT order_id FROM sales s WHERE NOT EXISTS (SELECT FROM sale_items i WHERE i.order_id = s.order_id);
SELECT order_id FROM sales WHERE order_id IN (SELECT order_id FROM sale_items WHERE quantity > 48);
SELECT order_id FROM sales WHERE order_id NOT IN (SELECT order_id FROM sale_items WHERE quantity < 30);
SELECT customer_id, name FROM customers WHERE customer_id IN (SELECT customer_id FROM sales WHERE status = 'returned');
SELECT customer_id, name FROM customers WHERE customer_id NOT IN (SELECT customer_id FROM sales WHERE status = 'returned');
SELECT customer_id, name FROM customers WHERE customer_id NOT IN (SELECT customer_id FROM sales WHERE status = 'returned' AND customer_id IS NOT NULL);
SELECT order_id FROM sales WHERE customer_id NOT IN (SELECT customer_id FROM customers WHERE vip);
SELECT order_id FROM sales WHERE customer_id NOT IN (SELECT parent_id FROM accounts);
SELECT order_id FROM sales WHERE order_id NOT IN (SELECT id FROM empty_facts);
SELECT order_id FROM sales WHERE order_id NOT IN (SELECT account_id FROM accounts WHERE region = 3) AND order_id < 50;
SELECT name FROM customers c WHERE EXISTS (SELECT 1 FROM sales s WHERE s.customer_id = c.customer_id AND s.total > 95000);
SELECT name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM sales s WHERE s.customer_id = c.customer_id AND s.total > 20000);
SELECT order_id, (SELECT name FROM customers c WHERE c.customer_id = s.customer_id) FROM sales s;
SELECT order_id, (SELECT count(*) FROM sale_items i WHERE i.order_id = s.order_id) AS n FROM sales s;
SELECT order_id, (SELECT sum(price * quantity) FROM sale_items i WHERE i.order_id = s.order_id AND i.line > 1) FROM sales s WHERE status = 'paid';
SELECT name, (SELECT count(*) FROM sales s WHERE s.customer_id = c.customer_id) FROM customers c;
SELECT name, (SELECT max(total) FROM sales) FROM customers WHERE customer_id < 4;
SELECT order_id FROM sales WHERE total = (SELECT max(total) FROM sales);
SELECT order_id FROM sales WHERE total > (SELECT avg(total) * 1.8 FROM sales);
SELECT order_id FROM sales s WHERE total > (SELECT avg(total) FROM sales x WHERE x.customer_id = s.customer_id);
SELECT order_id, line FROM sale_items i WHERE quantity = (SELECT max(quantity) FROM sale_items x WHERE x.order_id = i.order_id);
SELECT order_id, line FROM sale_items i WHERE price > (SELECT 1.5 * avg(price) FROM sale_items x WHERE x.product_id = i.product_id);
SELECT order_id FROM sales WHERE total >= ALL (SELECT total FROM sales WHERE total IS NOT NULL);
SELECT order_id FROM sales WHERE total > ALL (SELECT balance FROM accounts WHERE region = 2);
SELECT order_id FROM sales WHERE total < ANY (SELECT price FROM products);
SELECT order_id FROM sales WHERE customer_id = ANY (SELECT customer_id FROM customers WHERE country = 'JP');
SELECT order_id FROM sales WHERE customer_id <> ALL (SELECT customer_id FROM customers WHERE country <> 'JP');
SELECT order_id FROM sales WHERE total > ALL (SELECT v FROM empty_facts);
SELECT order_id FROM sales WHERE total > SOME (SELECT v FROM empty_facts);
SELECT order_id FROM sales WHERE (customer_id, status) IN (SELECT customer_id, 'open' FROM customers WHERE vip);
SELECT order_id, line FROM sale_items WHERE (order_id, quantity) IN (SELECT order_id, max(quantity) FROM sale_items GROUP BY order_id);
SELECT order_id FROM sales WHERE (order_id, 1) NOT IN (SELECT order_id, line FROM sale_items);
SELECT customer_id, sum(total) FROM sales GROUP BY customer_id HAVING sum(total) > (SELECT sum(total) / 55 FROM sales);
SELECT status, count(*) FROM sales GROUP BY status HAVING count(*) > ANY (SELECT count(*) FROM sales GROUP BY channel);
SELECT customer_id, count(*) FROM sales s GROUP BY customer_id HAVING EXISTS (SELECT 1 FROM customers c WHERE c.customer_id = s.customer_id AND c.vip);
--@ ordered
SELECT order_id FROM sales s WHERE order_id < 40 ORDER BY (SELECT count(*) FROM sale_items i WHERE i.order_id = s.order_id) DESC, order_id;
--@ ordered
SELECT name FROM customers c ORDER BY (SELECT sum(total) FROM sales s WHERE s.customer_id = c.customer_id) NULLS FIRST, name;
SELECT x.status, x.n FROM (SELECT status, count(*) AS n FROM sales GROUP BY status) x WHERE x.n > 10;
SELECT avg(n), max(n) FROM (SELECT count(*) AS n FROM sale_items GROUP BY order_id) x;
SELECT avg(n), stddev(n) FROM (SELECT customer_id, count(*) AS n FROM sales GROUP BY customer_id) x;
SELECT n, count(*) FROM (SELECT c.customer_id, count(s.order_id) AS n FROM customers c LEFT JOIN sales s USING (customer_id) GROUP BY 1) x GROUP BY n;
SELECT s.order_id, x.amount FROM sales s JOIN (SELECT order_id, sum(price) AS amount FROM sale_items GROUP BY order_id) x ON x.order_id = s.order_id;
SELECT s.order_id, x.n FROM sales s JOIN (SELECT customer_id, count(*) AS n FROM sales GROUP BY customer_id) x ON x.customer_id = s.customer_id;
SELECT s.order_id FROM sales s, (SELECT max(account_id) AS m FROM accounts) x WHERE s.order_id = x.m;
SELECT count(*) FROM (SELECT DISTINCT customer_id FROM sales) x;
SELECT count(*) FROM (SELECT order_id FROM sales ORDER BY order_id LIMIT 50) x JOIN sale_items i USING (order_id);
--@ ordered
SELECT * FROM (SELECT order_id, total FROM sales WHERE total IS NOT NULL ORDER BY total DESC, order_id LIMIT 10) x ORDER BY order_id;
SELECT count(*) FROM sales WHERE customer_id IN (SELECT customer_id FROM customers WHERE country IN (SELECT code FROM countries WHERE continent = 'Europe'));
SELECT order_id FROM sales s WHERE EXISTS (SELECT 1 FROM sale_items i WHERE i.order_id = s.order_id AND EXISTS (SELECT 1 FROM products p WHERE p.product_id = i.product_id AND p.category = 'toys' AND p.price > s.total / 1000));
SELECT order_id FROM sales s WHERE EXISTS (SELECT 1 FROM sale_items i WHERE i.order_id = s.order_id AND i.quantity > (SELECT avg(quantity) * 1.9 FROM sale_items));
SELECT order_id FROM sales s WHERE EXISTS (SELECT 1 FROM sale_items i WHERE i.product_id = s.customer_id AND i.order_id <> s.order_id AND i.returned);
SELECT account_id FROM accounts a WHERE NOT EXISTS (SELECT 1 FROM accounts c WHERE c.parent_id = a.account_id);
SELECT account_id FROM accounts a WHERE (SELECT count(*) FROM accounts c WHERE c.parent_id = a.account_id) = 3;
SELECT order_id FROM sales WHERE order_id IN (1, 2, (SELECT max(order_id) FROM sales), NULL);
SELECT (SELECT 1 WHERE false) IS NULL, EXISTS (SELECT 1 FROM empty_facts), (SELECT count(*) FROM empty_facts);
SELECT ARRAY(SELECT name FROM countries WHERE continent = 'Asia' ORDER BY name);
SELECT order_id, ARRAY(SELECT quantity FROM sale_items i WHERE i.order_id = s.order_id ORDER BY line) FROM sales s WHERE order_id < 30;
SELECT c.name, CASE WHEN EXISTS (SELECT 1 FROM sales s WHERE s.customer_id = c.customer_id AND s.channel = 'phone') THEN 'phone' ELSE 'never' END FROM customers c;
SELECT s.status, (SELECT count(*) FROM countries), sum(total) + (SELECT max(price) FROM products) FROM sales s GROUP BY s.status;
SELECT order_id FROM sales WHERE total BETWEEN (SELECT min(balance) FROM accounts) AND (SELECT max(price) * 10 FROM products);
SELECT order_id FROM sales WHERE customer_id IN (SELECT customer_id FROM sales GROUP BY customer_id HAVING count(*) >= 14);
SELECT order_id FROM sales WHERE order_id IN (SELECT order_id FROM sale_items GROUP BY order_id HAVING sum(quantity) > 180);
SELECT count(*) FROM sales s WHERE s.customer_id IN (SELECT c.customer_id FROM customers c WHERE c.country = (SELECT k.code FROM countries k WHERE k.name = 'Japan'));
--@ error 21000
SELECT (SELECT order_id FROM sales) FROM countries;
SELECT u.id FROM undeclared u WHERE u.amount > (SELECT avg(amount) FROM undeclared x WHERE x.grp IS NOT DISTINCT FROM u.grp);
SELECT u.id FROM undeclared u WHERE NOT EXISTS (SELECT 1 FROM sales s WHERE s.customer_id = u.id AND s.status = 'open');
SELECT order_id FROM sales WHERE customer_id IN (SELECT id FROM undeclared WHERE grp = 'b');
SELECT k, v FROM skewed s WHERE v = (SELECT max(v) FROM skewed x WHERE x.k = s.k) AND k <> 1;
SELECT order_id, CASE WHEN priority = 1 THEN 0 ELSE (SELECT credit FROM customers ORDER BY credit DESC NULLS LAST, customer_id LIMIT 1) END FROM sales WHERE order_id < 50;
SELECT status, count(*) FROM sales WHERE priority < (SELECT count(*) FROM sales HAVING NOT EXISTS (SELECT FROM countries WHERE code = 'none')) GROUP BY status;
-- An aggregate belongs to the query of whose columns it is, wherever it stands.
SELECT ARRAY(SELECT DISTINCT unnest(array_agg(priority)) ORDER BY 1) FROM sales;
SELECT (SELECT max(s.total)) FROM sales s;
SELECT priority, (SELECT count(priority)) FROM sales GROUP BY priority;
SELECT (SELECT min(c.name) FROM countries c WHERE length(c.name) > max(s.priority)) FROM sales s;
SELECT (SELECT min(c.name) FROM countries c LEFT JOIN tags ON length(c.name) > max(s.priority)) FROM sales s;
-- Equal rows matter to a window.
SELECT order_id FROM sales WHERE priority IN (SELECT count(*) OVER (PARTITION BY quantity) FROM sale_items);
-- The total has no key.
SELECT order_id FROM sales s WHERE EXISTS (SELECT 1 FROM sale_items i WHERE i.order_id = s.order_id GROUP BY ROLLUP (i.order_id) HAVING i.order_id NOT IN (SELECT x.order_id FROM sale_items x WHERE x.quantity >= 49));
-- A table around refers to itself through another one.
WITH RECURSIVE q(k) AS (SELECT order_id FROM sales WHERE order_id < 5 UNION ALL (WITH u AS (SELECT * FROM q) SELECT i.order_id FROM u JOIN sale_items i ON i.order_id = u.k + 7 AND i.order_id < 60)) SELECT count(*), sum(k) FROM q;
